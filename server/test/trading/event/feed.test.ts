import { randomBytes } from 'node:crypto';
import { type KyselyPlugin, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../src/base/clock.ts';
import { insertBlocks } from '../../../src/store/chain/blocks.ts';
import { type EventCursor, eventsFrom, type StoredEvent } from '../../../src/store/event/events.ts';
import type { Database } from '../../../src/store/port.ts';
import { BEGINNING, createFeed, type EventFeed } from '../../../src/trading/event/feed.ts';
import { openTestDatabase } from '../../support/database.ts';

const quiet = { info: () => {}, warn: () => {} };

interface Replica {
  readonly feed: EventFeed;
  /** What a subscriber has, since `from`. */
  readonly seen: StoredEvent[];
}

let store: Awaited<ReturnType<typeof openTestDatabase>>;
let db: Database;
let height = 0;
const replicas = new Set<Replica>();

beforeAll(async () => {
  store = await openTestDatabase();
  db = store.db;
});
afterAll(() => store.close());
afterEach(async () => {
  const ended = [...replicas];
  replicas.clear();
  for (const { feed } of ended) await feed.stop();
});

async function replica(from?: EventCursor): Promise<Replica> {
  const feed = createFeed({ db, clock: systemClock, log: quiet, pollMs: 100 });
  const one: Replica = { feed, seen: [] };
  replicas.add(one);
  let cursor = from ?? (await feed.tip());
  void (async () => {
    while (replicas.has(one)) {
      const found = await feed.after(cursor, 3).catch(() => null);
      if (found === null) return;
      one.seen.push(...found);
      cursor = found.at(-1) ?? cursor;
      if (found.length === 0) await feed.more(cursor.seq);
    }
  })();
  return one;
}

async function blocks(count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    height += 1;
    const hash = randomBytes(32).toString('hex');
    await insertBlocks(db, [{ height, hash, blockTime: new Date(0) }]);
  }
}

/** Waits until each has what the database has after `cursor`, and no more, in its order. */
async function haveAll(some: readonly Replica[], cursor: EventCursor, count: number): Promise<void> {
  for (const { seen } of some) await expect.poll(() => seen.length, { timeout: 9_000 }).toBe(count);
  const rows = (await eventsFrom(db, cursor.seq + 1, 10_000)).slice(0, count);
  for (const { seen } of some) expect(seen).toEqual(rows);
}

test('two replicas have every event once, in the order of the database, with the same content', async () => {
  const both = [await replica(), await replica()];
  const cursor = await both[0]!.feed.tip();
  await blocks(25);
  await haveAll(both, cursor, 25);
});

test('a subscriber changes between replicas without loss or repeat', async () => {
  const first = await replica();
  const cursor = await first.feed.tip();
  await blocks(6);
  await haveAll([first], cursor, 6);
  const second = await replica(first.seen[2]!);
  await blocks(3);
  await haveAll([second], first.seen[2]!, 6);
});

test('a replica knows no cursor of a history that the database lost, and goes on in the new one', async () => {
  const one = await replica();
  await one.feed.tip();
  await blocks(3);
  await expect.poll(() => one.seen.length, { timeout: 9_000 }).toBe(3);
  const lost = one.seen[2]!;
  await sql`delete from events where seq >= ${lost.seq - 1}`.execute(db);
  await sql`update event_numbering set last_seq = ${lost.seq - 2}`.execute(db);
  await blocks(4);
  await expect.poll(() => one.feed.after(lost, 10), { timeout: 9_000 }).toBe(null);
  const after = await one.feed.after(one.seen[0]!, 10);
  expect(after!.map(({ seq }) => seq)).toEqual([0, 1, 2, 3].map((i) => lost.seq - 1 + i));
  expect(after!.map(({ history }) => history)).not.toContain(lost.history);
});

test('the beginning is a cursor while the first event is there', async () => {
  const one = await replica();
  expect(await one.feed.after(BEGINNING, 1)).toHaveLength(1);
});

test('subscribers that are far behind are read for one at a time, however many there are', async () => {
  // more than a process keeps in memory
  const many = Array.from({ length: 5_500 }, (_, n) => ({
    height: height + 1 + n,
    hash: randomBytes(32).toString('hex'),
    blockTime: new Date(0),
  }));
  await insertBlocks(db, many);
  height += many.length;
  let running = 0;
  let most = 0;
  let reads = 0;
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      running += 1;
      reads += 1;
      most = Math.max(most, running);
      return node;
    },
    async transformResult({ result }) {
      running -= 1;
      return result;
    },
  };
  const feed = createFeed({ db: db.withPlugin(counting), clock: systemClock, log: quiet, pollMs: 60_000 });
  const { seq } = await feed.tip();
  const [far] = await eventsFrom(db, seq - 5_400, 1);
  [most, reads] = [0, 0];
  const batches = await Promise.all(Array.from({ length: 20 }, () => feed.after(far!, 100)));
  expect(batches.map((batch) => batch?.length)).toEqual(Array(20).fill(100));
  expect(reads).toBeGreaterThanOrEqual(20);
  expect(most).toBe(1);
  await feed.stop();
});

test('events count as late while they cannot be read, and no longer once they are', async () => {
  let [isDown, aheadMs] = [false, 0];
  const failing: KyselyPlugin = {
    transformQuery({ node }) {
      if (isDown) throw new Error('no database');
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const clock = { now: () => new Date(Date.now() + aheadMs) };
  const feed = createFeed({ db: db.withPlugin(failing), clock, log: quiet, pollMs: 20 });
  const lag = () => feed.lagMs();
  expect(lag()).toBe(0);
  isDown = true;
  await expect(feed.tip()).rejects.toThrow('no database');
  aheadMs = 40_000;
  expect(lag()).toBeGreaterThanOrEqual(40_000);
  // nobody asks again
  isDown = false;
  await expect.poll(lag, { timeout: 9_000 }).toBeLessThan(5_000);
  isDown = true;
  aheadMs += 45_000;
  expect(lag()).toBeGreaterThanOrEqual(45_000);
  await blocks(1);
  isDown = false;
  await expect.poll(lag, { timeout: 9_000 }).toBeLessThan(5_000);
  await feed.stop();
});
