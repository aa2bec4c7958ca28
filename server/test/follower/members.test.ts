import { Refusal } from '@ordbook/protocol/refusals';
import { beforeEach, describe, expect, test } from 'vitest';
import { type SyncContext, syncMembers } from '../../src/follower/members.ts';
import type { GalleryItem, Inscription, Leniency, Ordinals } from '../../src/ordinals/port.ts';
import { collectionItems } from '../../src/store/catalogue/collection-items.ts';
import { collectionBySlug, memberIds, slugsOf } from '../../src/store/catalogue/collections.ts';
import { insertBlocks } from '../../src/store/chain/blocks.ts';
import { inscriptionsByIds } from '../../src/store/chain/inscriptions.ts';
import { sourceReadings } from '../../src/store/chain/source-readings.ts';
import { idOf, makeCollection, NOW, txidOf } from '../store/contract/rows.ts';
import { freshDatabase } from '../support/fresh-database.ts';

/** An index of numbered inscriptions at one block; `requests` tells what was asked of it. */
class FakeIndex {
  hash = 'at';
  children: number[] = [];
  items: GalleryItem[] | null = null;
  missing = new Set<string>();
  /** What two indexes differ about. */
  disputed = new Set<string>();
  requests: string[] = [];
  /** Breaks at this many requests from now. */
  breaksAfter = Number.POSITIVE_INFINITY;

  readonly ordinals = {
    blockHash: async (height: number) => (height === 100 ? this.hash : null),
    children: async (_id: string, page: number) => {
      this.note(`children ${page}`);
      const ids = this.children.slice(page * 100, page * 100 + 100).map(idOf);
      return { ids, more: this.children.length > page * 100 + 100 };
    },
    gallery: async () => {
      this.note('gallery');
      return this.items;
    },
    inscriptions: async (ids: readonly string[], { undisputed = false }: Leniency = {}) => {
      if (ids.length > 0) this.note(`inscriptions ${ids.length}`);
      const differs = ids.some((id) => this.disputed.has(id));
      if (differs && !undisputed) throw new Refusal('indexes_differ', 'the two indexes differ');
      return ids.map((id) => (this.missing.has(id) || this.disputed.has(id) ? null : inscription(id)));
    },
    inscription: async (id: string) => inscription(id),
  } as unknown as Ordinals;

  private note(request: string): void {
    if (this.breaksAfter-- <= 0) throw new Refusal('unavailable', 'the inscription index is away');
    this.requests.push(request);
  }
}

const NUMBERS = new Map(Array.from({ length: 4_100 }, (_, n) => [idOf(n), n]));
/** Two cursed inscriptions after number 2, in one block. */
const CURSED = [
  [idOf(9_001), -1],
  [idOf(9_002), -2],
] as const;
for (const [id, number] of CURSED) NUMBERS.set(id, number);
const PREVIOUS = new Map([
  [CURSED[0][0], idOf(2)],
  [CURSED[1][0], CURSED[0][0]],
]);
function inscription(id: string): Inscription {
  const number = NUMBERS.get(id)!;
  return {
    id,
    number,
    contentType: 'text/plain',
    contentBytes: 5,
    title: null,
    traits: [{ type: 'Own', value: 'yes' }],
    parents: [],
    sat: null,
    charms: [],
    genesisHeight: 90,
    previous: PREVIOUS.get(id) ?? null,
    genesisTime: 0,
    address: `owner ${number % 7}`,
    location: { txid: txidOf(number), vout: 0 },
    offset: 0,
    outputValueSats: 546,
  };
}

const tip = (height = 100) => ({ height, hash: 'at' });
const database = freshDatabase();
let index: FakeIndex;
let ctx: SyncContext;
beforeEach(async () => {
  await insertBlocks(database.db, [{ ...tip(), blockTime: NOW }]);
  index = new FakeIndex();
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  ctx = { db: database.db, ordinals: index.ordinals, log };
});

describe('children of a parent', () => {
  beforeEach(() => makeCollection(database.db, 'embers'));

  test('are read to the end, counted with their owners and traits', async () => {
    index.children = Array.from({ length: 850 }, (_, n) => n);
    expect(await syncMembers(ctx, tip())).toBe(true);
    const steps = index.requests.filter((request) => request.startsWith('inscriptions'));
    expect(steps).toEqual(['inscriptions 400', 'inscriptions 400', 'inscriptions 50']);
    expect(await collectionBySlug(database.db, 'embers')).toMatchObject({ memberCount: 850, ownerCount: 7 });
  });

  test('are read on from where a failure or a crash left them', async () => {
    index.children = Array.from({ length: 850 }, (_, n) => n);
    index.breaksAfter = 10;
    await expect(syncMembers(ctx, tip())).rejects.toMatchObject({ code: 'unavailable' });
    expect((await memberIds(database.db, 'embers')).size).toBe(800);
    index.breaksAfter = Number.POSITIVE_INFINITY;
    index.requests = [];
    expect(await syncMembers(ctx, tip())).toBe(true);
    expect(index.requests).toEqual(['children 8', 'inscriptions 50']);
    expect((await memberIds(database.db, 'embers')).size).toBe(850);
  });

  test('are read up to 4,000 at a call, so that a poll never waits for all of a vast collection', async () => {
    index.children = Array.from({ length: 4_100 }, (_, n) => n);
    for (const read of [4_000, 4_100]) {
      expect(await syncMembers(ctx, tip())).toBe(true);
      expect((await memberIds(database.db, 'embers')).size).toBe(read);
    }
    index.requests = [];
    await syncMembers(ctx, tip());
    expect(index.requests).toEqual([]);
  });

  test('are asked for once a block, and a new one costs one page', async () => {
    index.children = Array.from({ length: 101 }, (_, n) => n);
    await syncMembers(ctx, tip());
    index.requests = [];
    await syncMembers(ctx, tip());
    expect(index.requests).toEqual([]);
    await database.db.updateTable('sourceReadings').set({ readHeight: 99 }).execute();
    index.children.push(300);
    await syncMembers(ctx, tip());
    expect(index.requests).toEqual(['children 1', 'inscriptions 1']);
    expect((await memberIds(database.db, 'embers')).size).toBe(102);
  });

  test('are not stored when the index is at another block', async () => {
    index.children = [1, 2];
    index.hash = 'elsewhere';
    expect(await syncMembers(ctx, tip())).toBe(false);
    expect((await memberIds(database.db, 'embers')).size).toBe(0);
  });

  test('are not stored when a block was applied since they were read', async () => {
    index.children = [1, 2];
    await insertBlocks(database.db, [{ height: 101, hash: 'next', blockTime: NOW }]);
    expect(await syncMembers(ctx, tip())).toBe(false);
    expect((await memberIds(database.db, 'embers')).size).toBe(0);
  });

  test('may be members of several collections, the verified one first', async () => {
    await makeCollection(database.db, 'best', { verified: true });
    index.children = [1, 2];
    await syncMembers(ctx, tip());
    expect((await slugsOf(database.db, [idOf(1)])).get(idOf(1))).toEqual(['best', 'embers']);
  });
});

describe('a gallery', () => {
  const item = (n: number, title: string | null = null): GalleryItem => ({
    id: idOf(n),
    title,
    traits: title ? [{ type: 'Hue', value: title }] : [],
  });
  beforeEach(() => makeCollection(database.db, 'tidepools', { kind: 'gallery' }));

  test('is read once; its word on title and traits comes before the inscription’s own', async () => {
    index.items = [item(1, 'red'), item(2)];
    await syncMembers(ctx, tip());
    const [one, two] = await inscriptionsByIds(database.db, [idOf(1), idOf(2)]);
    expect(one).toMatchObject({ title: 'red', traits: [{ type: 'Hue', value: 'red' }] });
    expect(two).toMatchObject({ title: null, traits: [{ type: 'Own', value: 'yes' }] });
    expect(await sourceReadings(database.db, 'tidepools')).toMatchObject([{ finished: true }]);
    index.requests = [];
    await syncMembers(ctx, tip(101));
    expect(index.requests).toEqual([]);
  });

  // Spec, "GET /collection/{slug}/inscriptions": `oldest` is the ascending inscription sequence
  test('has its members in the order in which the index has them, cursed ones included', async () => {
    index.items = [item(3), item(9_002), item(0), item(9_001), item(2), item(1)];
    await syncMembers(ctx, tip());
    const numbers = async (sort: 'oldest' | 'newest') => {
      const wanted = { slug: 'tidepools', sort, now: NOW, after: null, limit: 10 };
      return (await collectionItems(database.db, wanted)).map(({ number }) => number);
    };
    expect(await numbers('oldest')).toEqual([0, 1, 2, -1, -2, 3]);
    expect(await numbers('newest')).toEqual([3, -2, -1, 2, 1, 0]);
  });

  test('is read up to 4,000 at a call, those that are not inscribed yet included', async () => {
    index.items = Array.from({ length: 4_100 }, (_, n) => item(n));
    for (let n = 0; n < 4_050; n += 1) index.missing.add(idOf(n));
    for (const read of [0, 50]) {
      expect(await syncMembers(ctx, tip())).toBe(true);
      expect((await memberIds(database.db, 'tidepools')).size).toBe(read);
    }
    expect(await sourceReadings(database.db, 'tidepools')).toMatchObject([
      { finished: false, readHeight: 100 },
    ]);
  });

  test('is looked at again at each block while an item is not inscribed yet', async () => {
    index.items = [item(1), item(2)];
    index.missing.add(idOf(2));
    await syncMembers(ctx, tip());
    expect((await memberIds(database.db, 'tidepools')).size).toBe(1);
    index.missing.clear();
    await database.db.updateTable('sourceReadings').set({ readHeight: 99 }).execute();
    index.requests = [];
    await syncMembers(ctx, tip());
    expect(index.requests).toEqual(['gallery', 'inscriptions 1']);
    expect((await memberIds(database.db, 'tidepools')).size).toBe(2);
  });
});

test('what two indexes differ about waits, and holds up neither other items nor other collections', async () => {
  await makeCollection(database.db, 'embers');
  await makeCollection(database.db, 'tidepools', { kind: 'gallery' });
  index.children = [1, 2];
  index.items = [1, 2].map((number) => ({ id: idOf(number), title: null, traits: [] }));
  index.disputed.add(idOf(2));
  const members = async (slug: string) => (await memberIds(database.db, slug)).size;
  expect(await syncMembers(ctx, tip())).toBe(true);
  expect([await members('embers'), await members('tidepools')]).toEqual([0, 1]);
  index.disputed.clear();
  await database.db.updateTable('sourceReadings').set({ readHeight: 99 }).execute();
  expect(await syncMembers(ctx, tip())).toBe(true);
  expect([await members('embers'), await members('tidepools')]).toEqual([2, 2]);
});
