import type { Redis } from 'ioredis';
import { CompiledQuery } from 'kysely';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRedis } from 'rate-limiter-flexible';
import type { Database } from '../../store/port.ts';
import { hitCounter } from './counted-hits.ts';
import type { LimiterFactory } from './limits.ts';

/**
 * After this time a request is counted in this process instead, so that no request waits long for its limit,
 * ms.
 */
export const COUNT_TIMEOUT_MS = 2_000;

/**
 * Counters that all replicas share. While their store is unreachable, each replica counts in its own memory:
 * the limits loosen, but no request fails.
 */

/**
 * Counts in the service's own database, table `rate_limits`: concurrent requests share a short statement, and
 * most reads wait for none (`edge/counted-hits.ts`).
 */
export function limitsInDatabase(db: Database): LimiterFactory {
  const run = (query: CompiledQuery) => within(COUNT_TIMEOUT_MS, db.executeQuery(query));
  const count = hitCounter(run);
  const storeClient = (sureUpTo: number) => ({
    async query({ text, values }: { text: string; values: unknown[] }) {
      if (!/^\s*insert\b/i.test(text)) return run(CompiledQuery.raw(text, values));
      const [asked, points, expire, now] = values as [string, number, number, number];
      const key = storable(asked);
      return { rows: [await within(COUNT_TIMEOUT_MS, count({ key, points, expire, now, sureUpTo }))] };
    },
  });
  return (options) =>
    new RateLimiterPostgres({
      ...options,
      storeClient: storeClient(options.storesLater ? options.points / 2 : 0),
      storeType: 'client',
      tableName: 'rate_limits',
      tableCreated: true,
      insuranceLimiter: new RateLimiterMemory(options),
    });
}

/**
 * With U+FFFD for NUL and for halves of surrogate pairs, which a caller may send in an address: the statement
 * would fail, or return another key, for every hit that it counts.
 */
function storable(key: string): string {
  return Buffer.from(key).toString().replaceAll('\0', '\ufffd');
}

/**
 * Counts in Redis or Valkey. The caller owns the client: connect it, give its commands a timeout, and quit it
 * after the API is closed.
 */
export function limitsInRedis(client: Redis): LimiterFactory {
  return (options) =>
    new RateLimiterRedis({
      ...options,
      storeClient: client,
      rejectIfRedisNotReady: true,
      insuranceLimiter: new RateLimiterMemory(options),
    });
}

/** The outcome of `work`. Throws an Error after `ms`; `work` continues in the background. */
function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no response within ${ms} ms`)), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
