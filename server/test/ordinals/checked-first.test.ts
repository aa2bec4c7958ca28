import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkedFirst } from '../../src/ordinals/checked-first.ts';
import { ordServer } from '../../src/ordinals/ord-server.ts';
import type { Ordinals } from '../../src/ordinals/port.ts';
import { UNKNOWN } from '../chain/purse.ts';
import { type Peer, startPeer } from '../support/peer.ts';

const ID = `${'ab'.repeat(32)}i0`;
const STATUS = {
  height: 12,
  address_index: true,
  inscription_index: true,
  rune_index: true,
  sat_index: true,
  unrecoverably_reorged: false,
};

let peer: Peer;
let ordinals: Ordinals;
let asked: string[];

beforeEach(async () => {
  asked = [];
  peer = await startPeer();
  ordinals = checkedFirst(ordServer({ url: peer.url, timeoutMs: 1_000 }));
});
afterEach(() => peer.stop());

function run(version: string): void {
  peer.behave((request, response) => {
    asked.push(request.url!);
    const isPage = request.headers.accept !== 'application/json';
    if (request.url === '/status')
      response.end(isPage ? `<dt>version</dt><dd>${version}</dd>` : JSON.stringify(STATUS));
    else response.writeHead(404).end();
  });
}

test('an index that is too old refuses every question with that sentence, and is asked none', async () => {
  run('0.28.9');
  const questions = [
    ordinals.status(),
    ordinals.blockHash(1),
    ordinals.inscription(ID),
    ordinals.inscriptions([ID]),
    ordinals.outputs([UNKNOWN]),
    ordinals.children(ID, 0),
    ordinals.gallery(ID),
  ];
  for (const outcome of await Promise.allSettled(questions))
    expect((outcome as PromiseRejectedResult).reason).toMatchObject({
      code: 'unavailable',
      message: 'the inscription index is ord 0.28.9; use 0.29.0 or later',
    });
  expect(new Set(asked)).toEqual(new Set(['/status']));
});

test('it answers as soon as a newer one has taken its place, and is not asked for its version again', async () => {
  run('0.28.9');
  await expect(ordinals.inscription(ID)).rejects.toThrow('is ord 0.28.9');
  run('0.29.1');
  expect(await ordinals.inscription(ID)).toBeNull();
  asked = [];
  expect(await ordinals.inscription(ID)).toBeNull();
  expect(asked).toEqual([`/inscription/${ID}`]);
});
