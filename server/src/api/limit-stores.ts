import type { Redis } from 'ioredis';
import { CompiledQuery } from 'kysely';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRedis } from 'rate-limiter-flexible';
import type { Database } from '../store/port.ts';
import type { LimiterFactory } from './limits.ts';

/**
 * Counters that all replicas share. When their store is away each replica counts in its own memory until it is back: the limits
 * loosen, and nobody is stopped.
 */

/** Counts in the service's own database, table `rate_limits`: two short statements a request. */
export function limitsInDatabase(db: Database): LimiterFactory {
  const query = ({ text, values }: { text: string; values: unknown[] }) =>
    db.executeQuery(CompiledQuery.raw(text, values));
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

/** Counts in Redis or Valkey. The client is the caller's: he connects, and quits it after the API is closed. */
export function limitsInRedis(client: Redis): LimiterFactory {
  return (options) =>
    new RateLimiterRedis({
      ...options,
      storeClient: client,
      rejectIfRedisNotReady: true,
      insuranceLimiter: new RateLimiterMemory(options),
    });
}
