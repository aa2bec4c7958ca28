import { Redis } from 'ioredis';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limitsInDatabase, limitsInRedis } from '../../../src/api/edge/limit-stores.ts';
import type { LimiterFactory } from '../../../src/api/edge/limits.ts';
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

  test('a database or Redis that is away leaves each replica with its own count', async () => {
    const gone = await openTestDatabase();
    await gone.close();
    expect(await passed(limitsInDatabase(gone.db))).toBe(3);
    const redis = new Redis({ host: '127.0.0.1', port: 1, lazyConnect: true, retryStrategy: () => null });
    expect(await passed(limitsInRedis(redis))).toBe(3);
    redis.disconnect();
  });
});
