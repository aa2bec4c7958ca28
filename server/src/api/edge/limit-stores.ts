import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import type { LimiterFactory } from './limits.ts';

/** After this time, ms, a request is counted in this process instead, so that none waits long. */
export const COUNT_TIMEOUT_MS = 2_000;

/**
 * Counts in Redis or Valkey, for all replicas together. While it is unreachable, each replica counts in its
 * own memory: the limits loosen, but no request fails. The caller owns the client: connect it, give its
 * commands a timeout, and quit it after the API is closed.
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
