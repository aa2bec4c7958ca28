import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { askRedis } from '../../server/src/composition/build-service.ts';
import { subscribe } from '../../server/test/support/event-stream.ts';
import { type Chain, startChain, startReplica, until } from '../edge/replica.ts';
import { findRedis } from '../real/parts.ts';
import { type RedisServer, startRedis } from '../real/redis.ts';
import { openTestDatabase } from '../real/test-database.ts';

const hasParts = inject('postgresUrl') !== undefined && findRedis() !== undefined;

describe.runIf(hasParts)('two replicas with EVENTS_RELAY=redis', () => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  let chain: Chain;
  let redis: RedisServer;
  beforeAll(async () => {
    [database, chain, redis] = await Promise.all([openTestDatabase(), startChain(), startRedis()]);
  });
  afterAll(async () => {
    await chain.close();
    await redis.stop();
    await database?.drop();
  });
  const replica = () =>
    startReplica(chain, { DATABASE_URL: database!.url, REDIS_URL: redis.url, EVENTS_RELAY: 'redis' });

  test('get events from the leader, go on from PostgreSQL without Redis, and from the next leader', async () => {
    const [first, second] = [await replica(), await replica()];
    first.ledFollower.start();
    await until('the first leads', async () => first.ledFollower.isLeading());
    second.ledFollower.start();
    await chain.miner.mine(1);
    const stream = await subscribe(second.url, { query: '?topics=block' });
    const metrics = async () => (await fetch(`${second.url}/metrics`)).text();
    let mined = 0;
    const mineOne = async () => {
      await chain.miner.mine(1);
      mined += 1;
      await until('the event is there', async () => stream.events().length >= mined);
    };
    await until('an event comes from the relay', async () => {
      await mineOne();
      return /^ordbook_events_read_total\{source="relay"\} [1-9]/m.test(await metrics());
    });
    await redis.kill();
    await mineOne();
    await redis.resume();
    await mineOne();
    await first.close();
    await until('the second leads', async () => second.ledFollower.isLeading());
    await mineOne();
    expect(await metrics()).toMatch(/^ordbook_event_relay_faults_total\{fault="unreachable"\} [1-9]/m);
    const numbers = stream.events().map(({ sequence }) => sequence);
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    expect(stream.events().map(({ type }) => type)).toEqual(numbers.map(() => 'block.applied'));
    stream.close();
    await second.close();
  });

  test('are checked: Redis must let the service append, read and remove', async () => {
    const settings = { REDIS_URL: redis.url, EVENTS_RELAY: 'redis' } as const;
    await askRedis(settings);
    const admin = new Redis(redis.url);
    const word = randomBytes(8).toString('hex');
    await admin.call('ACL', 'SETUSER', 'limits', 'on', `>${word}`, '~*', '+@all', '-xadd');
    const poor = redis.url.replace('redis://', `redis://limits:${word}@`);
    await askRedis({ REDIS_URL: poor, EVENTS_RELAY: 'off' });
    await expect(askRedis({ REDIS_URL: poor, EVENTS_RELAY: 'redis' })).rejects.toThrow('NOPERM');
    expect(await admin.keys('*check*')).toEqual([]);
    admin.disconnect();
  });
});
