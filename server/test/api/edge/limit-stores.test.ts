import { Redis } from 'ioredis';
import { type CompiledQuery, sql } from 'kysely';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { COUNT_TIMEOUT_MS, limitsInDatabase, limitsInRedis } from '../../../src/api/edge/limit-stores.ts';
import type { LimiterFactory } from '../../../src/api/edge/limits.ts';
import type { Database } from '../../../src/store/port.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const options = { keyPrefix: 'ip:reads', points: 3, duration: 60, storesLater: false };

/** How many of five hits pass. */
async function passed(limiters: LimiterFactory, keyPrefix = options.keyPrefix): Promise<number> {
  const limiter = limiters({ ...options, keyPrefix });
  const hits = [];
  for (let i = 0; i < 5; i++)
    hits.push(await limiter.consume('192.0.2.7').catch((reason: unknown) => reason));
  return hits.filter(
    (hit) => hit instanceof RateLimiterRes && hit.remainingPoints >= 0 && hit.consumedPoints <= 3,
  ).length;
}

describe('shared limits', () => {
  test('replicas on one database count together, each bucket for itself', async () => {
    expect(await passed(limitsInDatabase(database.db))).toBe(3);
    expect(await passed(limitsInDatabase(database.db))).toBe(0);
    expect(await passed(limitsInDatabase(database.db), 'ip:writes')).toBe(3);
  });

  test('hits that come together are counted by two statements, as if one came after the other', async () => {
    let statements = 0;
    const db = {
      executeQuery: (query: CompiledQuery) => {
        statements += 1;
        return database.db.executeQuery(query);
      },
    } as Database;
    const limiters = limitsInDatabase(db);
    const reads = limiters({ ...options, keyPrefix: 'together' });
    const writes = limiters({ ...options, keyPrefix: 'others' });
    const hits = await Promise.allSettled(
      [reads, reads, writes, reads, reads].map((limiter) => limiter.consume('192.0.2.8')),
    );
    const points = hits.map((hit) => {
      const { consumedPoints } = (hit.status === 'fulfilled' ? hit.value : hit.reason) as RateLimiterRes;
      return [hit.status, consumedPoints];
    });
    expect(points).toEqual([
      ['fulfilled', 1],
      ['fulfilled', 2],
      ['fulfilled', 1],
      ['fulfilled', 3],
      ['rejected', 4],
    ]);
    expect(statements).toBe(2);
  });

  test('an address that the database cannot store is counted like any, and so are those beside it', async () => {
    const limiter = limitsInDatabase(database.db)({ ...options, keyPrefix: 'odd' });
    const keys = ['192.0.2.9', 'a\0', '\ud800', '\udfff', '192.0.2.9'];
    await Promise.allSettled(keys.map((key) => limiter.consume(key)));
    await Promise.allSettled(keys.map((key) => limiter.consume(key)));
    const { rows } = await sql<{ points: number }>`
      select points from rate_limits where key like 'odd:%' order by key`.execute(database.db);
    expect(rows.reduce((sum, { points }) => sum + points, 0)).toBe(2 * keys.length);
  });

  test('a window that has ended begins again with the next hits', async () => {
    const limiter = limitsInDatabase(database.db)({ ...options, keyPrefix: 'short' });
    await limiter.consume('192.0.2.9');
    await sql`update rate_limits set expire = ${Date.now() - 1}`.execute(database.db);
    const [first, second] = await Promise.all([limiter.consume('192.0.2.9'), limiter.consume('192.0.2.9')]);
    expect([first.consumedPoints, second.consumedPoints]).toEqual([1, 2]);
    expect(second.msBeforeNext).toBeGreaterThan(50_000);
  });

  test('a statement that hangs delays the hits that wait for it, and no later ones', async () => {
    vi.useFakeTimers();
    try {
      let hangs = true;
      const db = {
        executeQuery: (query: CompiledQuery) =>
          hangs ? new Promise(() => undefined) : database.db.executeQuery(query),
      } as Database;
      const limiter = limitsInDatabase(db)({ ...options, keyPrefix: 'hanging' });
      const early = [limiter.consume('192.0.2.10'), limiter.consume('192.0.2.10')];
      await vi.advanceTimersByTimeAsync(2 * COUNT_TIMEOUT_MS);
      const counts = (await Promise.all(early)).map(({ consumedPoints }) => consumedPoints);
      expect(counts).toEqual([1, 2]);
      hangs = false;
      vi.useRealTimers();
      await limiter.consume('192.0.2.11');
      const { rows } = await sql<{ points: number }>`
        select points from rate_limits where key = 'hanging:192.0.2.11'`.execute(database.db);
      expect(rows).toEqual([{ points: 1 }]);
    } finally {
      vi.useRealTimers();
    }
  });

  describe('of reads', () => {
    /** A replica of its own, with its statements and whether they fail. */
    function replica(keyPrefix: string, points: number) {
      const at = { statements: 0, fails: false };
      const db = {
        executeQuery: async (query: CompiledQuery) => {
          at.statements += 1;
          if (at.fails) throw new Error('away');
          return database.db.executeQuery(query);
        },
      } as Database;
      const limiter = limitsInDatabase(db)({ keyPrefix, points, duration: 60, storesLater: true });
      const hit = async (): Promise<[passes: boolean, count: number]> => {
        const seen = await limiter.consume('192.0.2.12').catch((reason: unknown) => reason);
        if (!(seen instanceof RateLimiterRes)) throw seen;
        return [seen.consumedPoints <= points, seen.consumedPoints];
      };
      return Object.assign(at, { hit });
    }
    const stored = async (keyPrefix: string) => {
      const { rows } = await sql<{ points: number }>`
        select points from rate_limits where key = ${`${keyPrefix}:192.0.2.12`}`.execute(database.db);
      return rows[0]?.points;
    };

    test('up to half of the limit, hits after the first wait for no statement, and one stores them', async () => {
      const reads = replica('later', 10);
      for (const count of [1, 2, 3, 4, 5]) expect(await reads.hit()).toEqual([true, count]);
      expect(reads.statements).toBe(1);
      await vi.waitFor(async () => expect(await stored('later')).toBe(5));
      expect(reads.statements).toBe(2);
    });

    test('above half of the limit, each count is that of all replicas', async () => {
      const [one, other] = [replica('both', 6), replica('both', 6)];
      expect(await one.hit()).toEqual([true, 1]);
      expect(await other.hit()).toEqual([true, 2]);
      await one.hit();
      await vi.waitFor(async () => expect(await stored('both')).toBe(3));
      // not yet above
      expect(await other.hit()).toEqual([true, 3]);
      expect(await other.hit()).toEqual([true, 5]);
      expect(await one.hit()).toEqual([true, 6]);
      expect(await one.hit()).toEqual([false, 7]);
      expect(await other.hit()).toEqual([false, 8]);
    });

    test('hits that one replica has not stored are above the limit of another by half of it at most', async () => {
      const replicas = [replica('burst', 10), replica('burst', 10)];
      let passes = 0;
      for (const { hit } of replicas) for (let i = 0; i < 30; i += 1) if ((await hit())[0]) passes += 1;
      expect(passes).toBeGreaterThanOrEqual(10);
      expect(passes).toBeLessThanOrEqual(15);
    });

    test('once storing fails, the next hit waits for the table again', async () => {
      const reads = replica('failing', 20);
      await reads.hit();
      reads.fails = true;
      expect(await reads.hit()).toEqual([true, 2]);
      await vi.waitFor(() => expect(reads.statements).toBe(2));
      // of this replica alone
      expect(await reads.hit()).toEqual([true, 1]);
      reads.fails = false;
      expect((await reads.hit())[1]).toBeGreaterThanOrEqual(2);
      expect(reads.statements).toBe(4);
    });
  });

  test('a database or Redis that is away leaves each replica with its own count', async () => {
    const gone = await openTestDatabase();
    await gone.close();
    expect(await passed(limitsInDatabase(gone.db))).toBe(3);
    const redis = new Redis({ host: '127.0.0.1', port: 1, lazyConnect: true, retryStrategy: () => null });
    expect(await passed(limitsInRedis(redis))).toBe(3);
    redis.disconnect();
  });
});
