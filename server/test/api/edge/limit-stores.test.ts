import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { limitsInRedis } from '../../../src/api/edge/limit-stores.ts';

test('a Redis that is away leaves each replica with its own count', async () => {
  const redis = new Redis({ host: '127.0.0.1', port: 1, lazyConnect: true, retryStrategy: () => null });
  const limiter = limitsInRedis(redis)({ keyPrefix: 'ip:reads', points: 3, duration: 60 });
  const hits = await Promise.allSettled(Array.from({ length: 5 }, () => limiter.consume('192.0.2.7')));
  expect(hits.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  redis.disconnect();
});
