/** `ordbook keys publish --collections`, and the policy signer that reads what it writes. */
import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SIGNER_KEYS } from '../../../protocol/test/parties.ts';
import { carryOut } from '../../src/cli/acting.ts';
import { planCollectionList } from '../../src/cli/collection-list.ts';
import { planKeySet } from '../../src/cli/key-set.ts';
import { readKeySet } from '../../src/composition/key-set-file.ts';
import { collectionsFile } from '../../src/composition/policy-collections.ts';
import type { PolicyCollection } from '../../src/signer/fill-port.ts';

const REGTEST = { NETWORK: 'regtest' };
const id = (digit: string) => `${digit.repeat(64)}i0`;
const MICE: PolicyCollection = { slug: 'mice', kind: 'parent_child', sources: [id('a')] };
const EMBERS: PolicyCollection = { slug: 'embers', kind: 'gallery', sources: [id('b'), id('c')] };

let folder: string;
let publisher: string;
const at = (name: string) => join(folder, name);
const confirmed = { yes: true, reason: 'a new drop', as: 'ada' };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ordbook-collection-list-'));
  for (const stream of [process.stderr, process.stdout]) vi.spyOn(stream, 'write').mockReturnValue(true);
  const plan = planKeySet(
    { publisher: at('publisher.json'), file: at('key-set.json'), ...SIGNER_KEYS },
    REGTEST,
  );
  await carryOut(await plan, confirmed, null);
  ({ publisher } = await readKeySet(at('key-set.json'), 'regtest'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

const write = (name: string, content: unknown) => writeFile(at(name), JSON.stringify(content));
const planned = async (collections: unknown, env: Record<string, string> = REGTEST) => {
  await write('wanted.json', collections);
  const files = { publisher: at('publisher.json'), file: at('list.json'), collections: at('wanted.json') };
  return planCollectionList(files, env);
};
const publish = async (...asked: Parameters<typeof planned>) =>
  carryOut(await planned(...asked), confirmed, null);
const opened = (more: Partial<Parameters<typeof collectionsFile>[0]> = {}) =>
  collectionsFile({ path: at('list.json'), seenPath: at('seen'), network: 'regtest', publisher, ...more });
let second = 0;
/** A file that changed is one with another time. */
const changed = async (text: string) => {
  await writeFile(at('list.json'), text);
  second += 1;
  await utimes(at('list.json'), second, second);
};

describe('ordbook keys publish --collections', () => {
  test('signs what the policy signer then reads, in one order whatever the order was', async () => {
    await publish([MICE, EMBERS]);
    expect(await opened()()).toEqual([EMBERS, MICE]);
    const { signature, issuedAt, ...list } = JSON.parse(await readFile(at('list.json'), 'utf8'));
    expect(list).toEqual({ network: 'regtest', number: 1, publisher, collections: [EMBERS, MICE] });
  });

  test('takes what the admin API returns, without the collections that were removed', async () => {
    const row = { name: 'x', memberCount: 3, tradingEnabled: true };
    const rows = [
      { ...row, ...MICE, removedAt: null },
      { ...row, ...EMBERS, removedAt: '2026-01-01T00:00:00.000Z' },
    ];
    await publish({ rows });
    expect(await opened()()).toEqual([MICE]);
  });

  test('shows each difference from the list before, and does nothing where there is none', async () => {
    await write('list.json', [MICE]);
    expect((await planned([MICE, EMBERS])).says.slice(2)).toEqual([`+ embers gallery ${id('b')} ${id('c')}`]);
    await publish([MICE, EMBERS]);
    const moved = { ...MICE, sources: [id('d')] };
    expect((await planned([moved])).says).toEqual([
      `${at('list.json')} becomes list 2 of regtest for the policy signer, with 1 collections`,
      expect.stringContaining('compare each line'),
      `- embers gallery ${id('b')} ${id('c')}`,
      `- mice parent_child ${id('a')}`,
      `+ mice parent_child ${id('d')}`,
    ]);
    expect(await planned([EMBERS, MICE])).toEqual({ says: [expect.stringContaining('list 1 of regtest')] });
  });

  test('names every mistake in the collections, and replaces no list of another publisher', async () => {
    await expect(planned([{ ...MICE, kind: 'pile', sources: ['x'] }])).rejects.toThrow(/2 mistakes/);
    await expect(planned({ rows: [{ slug: 'mice' }] })).rejects.toThrow('kind is missing');
    await publish([MICE]);
    await expect(planned([EMBERS], { NETWORK: 'signet' })).rejects.toThrow(
      'is of regtest, but NETWORK is signet',
    );
    await rm(at('publisher.json'));
    await rm(at('key-set.json'));
    const plan = planKeySet(
      { publisher: at('publisher.json'), file: at('key-set.json'), ...SIGNER_KEYS },
      REGTEST,
    );
    await carryOut(await plan, confirmed, null);
    await expect(planned([EMBERS])).rejects.toThrow(`is signed by ${publisher}, but the publisher is`);
  });
});

describe('the policy signer', () => {
  test.each([
    ['slug', { collections: [{ ...MICE, slug: 'rats' }] }],
    ['kind', { collections: [{ ...MICE, kind: 'gallery' }] }],
    ['source', { collections: [{ ...MICE, sources: [id('e')] }] }],
    ['number', { number: 7 }],
    ['time', { issuedAt: '2030-01-01T00:00:00.000Z' }],
    ['signature', { signature: 'ab'.repeat(64) }],
  ])('refuses a list whose %s was changed after it was signed', async (_, change) => {
    await publish([MICE]);
    const list = JSON.parse(await readFile(at('list.json'), 'utf8'));
    await write('list.json', { ...list, ...change });
    await expect(opened()()).rejects.toThrow(`was changed after ${publisher} had signed it`);
  });

  test('refuses a list without a signature, of another publisher and of another network; an empty one is nobody’s', async () => {
    await write('list.json', [MICE]);
    await expect(opened()()).rejects.toThrow('is not signed; sign it with');
    await write('list.json', []);
    expect(await opened()()).toEqual([]);
    await publish([MICE]);
    await expect(opened({ publisher: SIGNER_KEYS.gate! })()).rejects.toThrow('is signed by');
    await expect(opened({ network: 'signet' })()).rejects.toThrow('is of regtest');
  });

  test('refuses a list that is older than one it has read, also after a restart', async () => {
    await publish([MICE]);
    const first = await readFile(at('list.json'), 'utf8');
    await publish([MICE, EMBERS]);
    const newest = await readFile(at('list.json'), 'utf8');
    const running = opened();
    expect(await running()).toHaveLength(2);
    await changed(first);
    await expect(running()).rejects.toThrow('is list 1, but list 2 was here; put the newest one back');
    await expect(opened()()).rejects.toThrow('list 2 was here');
    await changed(newest);
    expect(await running()).toHaveLength(2);
    expect(await opened()()).toHaveLength(2);
  });
});
