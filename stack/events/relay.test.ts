import { Redis } from 'ioredis';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { redisRelay } from '../../server/src/relay/redis-relay.ts';
import { migrate } from '../../server/src/store/database/migrate.ts';
import { openPostgres } from '../../server/src/store/database/postgres.ts';
import { fanOutContract } from '../../server/test/relay/contract.ts';
import type { RelayUnderTest } from '../../server/test/support/memory-relay.ts';
import { findRedis } from '../real/parts.ts';
import { startRedis } from '../real/redis.ts';
import { openTestDatabase } from '../real/test-database.ts';
import { playKills } from './kills.ts';

const KILLS = Number(process.env['KILLS'] ?? 40);
const hasParts = inject('postgresUrl') !== undefined && findRedis() !== undefined;
const KEY = 'ordbook:events:test';

async function openDatabase() {
  const { url, drop } = (await openTestDatabase())!;
  const { db, close } = openPostgres(url);
  await migrate(db);
  return {
    value: db,
    async close() {
      await close();
      await drop();
    },
  };
}

async function startRelay(): Promise<RelayUnderTest> {
  const server = await startRedis();
  const attacker = new Redis(server.url);
  attacker.on('error', () => undefined);
  return {
    open: () => redisRelay(server.url, KEY),
    async write({ number, part = 0 }, { keyId, sealed }) {
      // Redis refuses a number below one that the leader wrote meanwhile.
      await attacker.xadd(KEY, `${number}-${part}`, 'k', keyId, 'e', sealed).catch(() => undefined);
    },
    empty: async () => void (await attacker.flushall()),
    fall: () => server.kill(),
    rise: () => server.resume(),
    async stop() {
      attacker.disconnect();
      await server.stop();
    },
  };
}

describe.runIf(hasParts)('events over PostgreSQL', () => fanOutContract(openDatabase, null));

describe.runIf(hasParts)('events over a relay in Redis', () => {
  fanOutContract(openDatabase, startRelay);

  test('whose key is no stream: the leader begins it again', async () => {
    const server = await startRedis();
    const other = new Redis(server.url);
    await other.set(KEY, 'of somebody else');
    const relay = redisRelay(server.url, KEY);
    const entry = { seq: 7, keyId: 'k', sealed: Buffer.from('x') };
    await expect(relay.after(0, 0)).rejects.toThrow('WRONGTYPE');
    expect(await relay.append([entry])).toBe(false);
    expect((await relay.newest())!.seq).toBe(null);
    await relay.clear();
    expect(await relay.append([entry])).toBe(true);
    expect(await relay.after(6, 0)).toEqual([entry]);
    relay.close();
    other.disconnect();
    await server.stop();
  });

  test('first asked by several callers at once, answers each of them', async () => {
    const server = await startRedis();
    const relay = redisRelay(server.url, KEY);
    expect(await Promise.all([relay.newest(), relay.newest(), relay.after(0, 0), relay.after(0, 0)])).toEqual(
      [null, null, [], []],
    );
    relay.close();
    await server.stop();
  });

  test('unreachable when it is first asked, fails at once, and is found when it is there', async () => {
    const server = await startRedis();
    await server.kill();
    const relay = redisRelay(server.url, KEY);
    await expect(relay.newest()).rejects.toThrow();
    await server.resume();
    await expect.poll(() => relay.newest().catch(() => 'unreachable'), { timeout: 10_000 }).toBe(null);
    relay.close();
    await server.stop();
  });

  test('keep a bounded number of entries, the newest', async () => {
    const server = await startRedis();
    const relay = redisRelay(server.url, KEY);
    for (let from = 1; from <= 8_000; from += 500)
      await relay.append(
        Array.from({ length: 500 }, (_, i) => ({ seq: from + i, keyId: 'k', sealed: Buffer.alloc(900) })),
      );
    const other = new Redis(server.url);
    expect(await other.xlen(KEY)).toBeGreaterThanOrEqual(5_000);
    expect(await other.xlen(KEY)).toBeLessThan(5_200);
    expect((await relay.newest())!.seq).toBe(8_000);
    other.disconnect();
    relay.close();
    await server.stop();
  });

  test('that is full fails to append, and says so', async () => {
    const server = await startRedis();
    const other = new Redis(server.url);
    await other.config('SET', 'maxmemory', '1');
    const relay = redisRelay(server.url, KEY);
    await expect(relay.append([{ seq: 1, keyId: 'k', sealed: Buffer.from('x') }])).rejects.toThrow('OOM');
    other.disconnect();
    relay.close();
    await server.stop();
  });

  test('that hangs fails within seconds, and is read again when it goes on', async () => {
    const server = await startRedis();
    const relay = redisRelay(server.url, KEY);
    await relay.after(0, 0);
    process.kill(server.pid(), 'SIGSTOP');
    const started = Date.now();
    await expect(relay.after(0, 500)).rejects.toThrow('no reply within 2500 ms');
    await expect(relay.append([{ seq: 1, keyId: 'k', sealed: Buffer.from('x') }])).rejects.toThrow();
    expect(Date.now() - started).toBeLessThan(8_000);
    process.kill(server.pid(), 'SIGCONT');
    await expect.poll(() => relay.after(0, 0).catch(() => null), { timeout: 10_000 }).not.toBe(null);
    relay.close();
    await server.stop();
  });
});

describe.runIf(hasParts)('events over a relay while writers, replicas, leaders and Redis are killed', () => {
  const opened = hasParts ? openTestDatabase() : undefined;
  afterAll(async () => (await opened)?.drop());

  test('are lost by nobody, and come once and in the order of commits', async () => {
    const redis = await startRedis();
    const report = await playKills((await opened)!.url, KILLS, () => undefined, redis);
    await redis.stop();
    expect(report).toMatchObject({ kills: KILLS, lost: 0, outOfOrder: 0, resets: 0 });
    expect(report.events).toBeGreaterThan(KILLS);
    expect(report.fromRelay).toBeGreaterThan(0);
    expect(report.redisKills).toBeGreaterThan(0);
  }, 900_000);
});
