import type { Redis } from 'ioredis';
import { CompiledQuery } from 'kysely';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRedis } from 'rate-limiter-flexible';
import type { Database } from '../../store/port.ts';
import type { LimiterFactory } from './limits.ts';

/** A count that is not answered by then is taken in this process: no request waits long for its limit. */
export const COUNT_TIMEOUT_MS = 2_000;

/**
 * Counters that all replicas share. When their store is away each replica counts in its own memory until it is back: the limits
 * loosen, and nobody is stopped.
 */

/** Counts in the service's own database, table `rate_limits`: two short statements a request. */
export function limitsInDatabase(db: Database): LimiterFactory {
  const query = ({ text, values }: { text: string; values: unknown[] }) =>
    within(COUNT_TIMEOUT_MS, db.executeQuery(CompiledQuery.raw(text, values)));
  return (options) =>
    new RateLimiterPostgres({
      ...options,
      storeClient: { query },
      storeType: 'client',
      tableName: 'rate_limits',
      tableCreated: true,
      insuranceLimiter: new RateLimiterMemory(options),
    });
}

/**
 * Counts in Redis or Valkey. The client is the caller's: he connects, has its commands time out, and quits it after the API is
 * closed.
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

/** The outcome of `work`, or an error after `ms`; `work` goes on. */
function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer in ${ms} ms`)), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
