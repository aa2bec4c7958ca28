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

const options = { keyPrefix: 'ip:reads', points: 3, duration: 60 };

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

  test('a database or Redis that is away leaves each replica with its own count', async () => {
    const gone = await openTestDatabase();
    await gone.close();
    expect(await passed(limitsInDatabase(gone.db))).toBe(3);
    const redis = new Redis({ host: '127.0.0.1', port: 1, lazyConnect: true, retryStrategy: () => null });
    expect(await passed(limitsInRedis(redis))).toBe(3);
    redis.disconnect();
  });
});
