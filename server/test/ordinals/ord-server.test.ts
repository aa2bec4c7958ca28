import type { RequestListener } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ordServer } from '../../src/ordinals/ord-server.ts';
import type { Ordinals } from '../../src/ordinals/port.ts';
import { UNKNOWN } from '../chain/purse.ts';
import { GIVES_UP_MS, ILL_BEHAVIOURS, type Peer, startPeer } from '../support/peer.ts';

const TIMEOUT_MS = 150;
const TXID = 'ab'.repeat(32);
const ID = `${TXID}i0`;
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

beforeEach(async () => {
  peer = await startPeer();
  ordinals = ordServer({ url: peer.url.replace('//', '//us:s3cret@'), timeoutMs: TIMEOUT_MS });
});
afterEach(() => peer.stop());

/** JSON to those who ask for it, and a page that names the version. */
function statusOf(change: object, version: string | null = '0.29.1'): RequestListener {
  const page = version === null ? '' : `<dl>\n  <dt>version</dt>\n  <dd>${version}</dd>\n</dl>`;
  return (request, response) => {
    const asksJson = request.headers.accept === 'application/json';
    response.end(asksJson ? JSON.stringify({ ...STATUS, ...change }) : page);
  };
}

describe('an index that is not well', () => {
  for (const [name, behaviour] of Object.entries(ILL_BEHAVIOURS)) {
    test(`one that ${name} is unavailable within the bound, and used again once it is well`, async () => {
      peer.behave(behaviour);
      const begun = performance.now();
      const calls = [
        ordinals.status(),
        ordinals.blockHash(1),
        ordinals.inscription(ID),
        ordinals.inscriptions([ID]),
        ordinals.outputs([UNKNOWN]),
        ordinals.children(ID, 0),
        ordinals.gallery(ID),
      ];
      for (const outcome of await Promise.allSettled(calls)) {
        const reason = (outcome as PromiseRejectedResult).reason;
        expect(reason).toMatchObject({ code: 'unavailable', status: 503 });
        expect(reason.message).toMatch(/^the inscription index/);
        expect(reason.message).not.toMatch(/s3cret|us:|127\.0\.0\.1/);
      }
      expect(performance.now() - begun).toBeLessThan(GIVES_UP_MS);
      peer.behave(statusOf({}));
      expect(await ordinals.status()).toEqual({ version: '0.29.1', height: 12 });
    });
  }

  test('one that does not answer for what was asked is unavailable', async () => {
    peer.behave((_, response) => void response.end('[]'));
    await expect(ordinals.inscriptions([ID])).rejects.toThrow('the inscription index returned 0 items for 1');
  });
});

describe('an index that will not do', () => {
  const cases = [
    ['is too old', statusOf({}, '0.28.9'), /is ord 0\.28\.9; use 0\.29\.0 or later/],
    ['tells no sane version', statusOf({}, 'next'), /is ord next/],
    ['has no runes', statusOf({ rune_index: false }), /must run with --index-runes/],
    [
      'does not know every output',
      statusOf({ sat_index: false, address_index: false }),
      /--index-sats or --index-addresses/,
    ],
    ['gave up on a reorg', statusOf({ unrecoverably_reorged: true }), /must be rebuilt/],
    ['is empty', statusOf({ height: null }), /has no block yet/],
  ] as const;
  for (const [name, behaviour, sentence] of cases) {
    test(`one that ${name} is unavailable`, async () => {
      peer.behave(behaviour);
      await expect(ordinals.status()).rejects.toThrow(sentence);
    });
  }

  test('later versions will do, and one that does not tell its version', async () => {
    for (const [told, version] of [
      ['0.30.0', '0.30.0'],
      ['1.0.0', '1.0.0'],
      [null, 'unknown'],
    ] as const) {
      peer.behave(statusOf({}, told));
      expect(await ordServer({ url: peer.url, timeoutMs: TIMEOUT_MS }).status()).toEqual({
        version,
        height: 12,
      });
    }
  });
});

describe('outputs', () => {
  const output = {
    address: null,
    confirmations: 3,
    indexed: true,
    inscriptions: [ID],
    outpoint: `${TXID}:0`,
    runes: {},
    script_pubkey: '51',
    spent: false,
    value: 546,
  };
  const read = (change: object) => {
    peer.behave((_, response) => void response.end(JSON.stringify([{ ...output, ...change }])));
    return ordinals.outputs([UNKNOWN]);
  };

  test('a rune balance is told', async () => {
    expect(await read({ runes: { 'A•RUNE': { amount: 1, divisibility: 0, symbol: null } } })).toMatchObject([
      { hasRunes: true },
    ]);
  });

  test('a confirmed output that is not indexed yet is an index behind, not an empty output', async () => {
    await expect(read({ indexed: false, inscriptions: [] })).rejects.toThrow(/is behind the node/);
  });

  test('an index that cannot see runes or inscriptions says nothing about outputs', async () => {
    await expect(read({ runes: null })).rejects.toMatchObject({ code: 'unavailable' });
    await expect(read({ inscriptions: null })).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('an answer about another output is refused', async () => {
    await expect(read({ outpoint: `${TXID}:1` })).rejects.toThrow(`returned ${TXID}:1 instead of ${TXID}:0`);
  });

  test('a spend in the mempool is no spend yet', async () => {
    expect(await read({ spent: true })).toMatchObject([{ spent: false, inscriptionIds: [ID] }]);
  });
});

test('requests in flight are bounded', async () => {
  let inFlight = 0;
  let most = 0;
  peer.behave((_, response) => {
    inFlight += 1;
    most = Math.max(most, inFlight);
    setTimeout(() => {
      inFlight -= 1;
      response.writeHead(404).end();
    }, 3);
  });
  const few = ordServer({ url: peer.url, timeoutMs: 5_000, concurrency: 3 });
  await Promise.all(Array.from({ length: 30 }, () => few.inscription(ID)));
  expect(most).toBe(3);
});

test('responses are asked for as they are, since an index compresses what it may', async () => {
  const asked: unknown[] = [];
  peer.behave((request, response) => {
    asked.push(request.headers['accept-encoding']);
    response.end('ab'.repeat(32));
  });
  await ordinals.blockHash(1);
  expect(asked).toEqual(['identity']);
});
