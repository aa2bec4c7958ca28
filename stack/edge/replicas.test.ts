import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { walletOf } from '../../sandbox/src/keys.ts';
import { storedTip } from '../../server/src/store/chain/blocks.ts';
import { electByDatabase } from '../../server/src/store/database/leader.ts';
import { findRedis } from '../real/parts.ts';
import { startRedis } from '../real/redis.ts';
import { openTestDatabase } from '../real/test-database.ts';
import { ask, type Chain, leaders, queueForLead, startChain, startReplica, until } from './replica.ts';
import { signIn } from './sign-in.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let databaseUrl: string;
let chain: Chain;

const hasPostgres = inject('postgresUrl') !== undefined;

beforeAll(async () => {
  database = await openTestDatabase();
  if (!database) return;
  databaseUrl = database.url;
  chain = await startChain();
});
afterAll(async () => {
  await chain?.close();
  await database?.drop();
});

const replica = (env: Record<string, string> = {}) =>
  startReplica(chain, { DATABASE_URL: databaseUrl, ...env });

describe.runIf(hasPostgres)('replicas on one database', () => {
  test.runIf(findRedis())(
    'count limits together in Redis, each for itself while Redis is away, and together again',
    async () => {
      const redis = await startRedis();
      const replicas = await Promise.all([
        replica({ REDIS_URL: redis.url }),
        replica({ REDIS_URL: redis.url }),
      ]);
      const urls = replicas.map(({ url }) => url);
      expect(await hits(urls)).toEqual({ 200: 30, 429: 10 });
      await redis.stop();
      const started = Date.now();
      expect(await hits(urls)).toEqual({ 200: 40 });
      expect(Date.now() - started).toBeLessThan(10_000);
      await redis.resume();
      await until('both are connected again', async () => (await redis.clients()) === 2);
      expect(await hits(urls)).toEqual({ 200: 30, 429: 10 });
      await Promise.all(replicas.map((one) => one.close()));
      await redis.stop();
    },
  );

  test('have one follower; when its connection dies another takes over and goes on', async () => {
    const [first, second] = [await replica(), await replica()];
    const followedTo = async (height: number) => ((await storedTip(first.ctx.db))?.height ?? -1) >= height;
    first.ledFollower.start();
    await until('the first leads', async () => (await leaders(databaseUrl)).length === 1);
    second.ledFollower.start();
    const { height } = await chain.miner.mine(1);
    await until('the first follows', () => followedTo(height));
    expect(await leaders(databaseUrl)).toHaveLength(1);

    // The leader dies as a killed process does: its connections end, nothing else is said.
    const [pid] = await leaders(databaseUrl);
    await first.follower.stop();
    first.follower.start = () => undefined;
    await ask(databaseUrl, 'select pg_terminate_backend($1)', [pid]);
    await until('another leads', async () => (await leaders(databaseUrl)).some((one) => one !== pid));
    // once the first replica is gone for good, the second leads
    await first.close();
    const next = await chain.miner.mine(1);
    await until(
      'the second follows',
      async () => ((await storedTip(second.ctx.db))?.height ?? -1) >= next.height,
    );
    await second.close();
    expect(await leaders(databaseUrl)).toEqual([]);
  });

  test('have a follower that writes nothing once another term began, and stands again', async () => {
    const one = await replica({ POLL_MS: '60000' });
    one.ledFollower.start();
    const tokens = async () => {
      const rows = await ask<{ token: string }>(databaseUrl, 'select token from leadership');
      return Number(rows[0]!.token);
    };
    await until('it leads', async () => (await leaders(databaseUrl)).length === 1);
    await one.follower.sync();
    const before = await storedTip(one.ctx.db);
    // Another process took over while this one hung. It keeps the lead, or this one might lead again at once;
    // it has it before the block, which wakes the follower.
    const other = await queueForLead(databaseUrl);
    await ask(databaseUrl, 'update leadership set token = token + 1, holder = $1', [randomUUID()]);
    const taken = await tokens();
    await chain.miner.mine(1);
    await expect(one.follower.sync()).rejects.toMatchObject({ code: 'unavailable' });
    expect(await storedTip(one.ctx.db)).toEqual(before);
    await other.leave();
    await until('it stands again and follows', async () => {
      return (await tokens()) > taken && (await storedTip(one.ctx.db))!.height > before!.height;
    });
    await one.close();
  });

  test('leave it to the others to lead with FOLLOW=off, also while none of them is there', async () => {
    const reader = await replica({ FOLLOW: 'off' });
    reader.ledFollower.start();
    const { height } = await chain.miner.mine(1);
    await sleep(1_000);
    expect(await leaders(databaseUrl)).toEqual([]);
    const follower = await replica();
    follower.ledFollower.start();
    await until('the other one follows', async () => (await storedTip(reader.ctx.db))?.height === height);
    expect([reader, follower].map((one) => one.ledFollower.isLeading())).toEqual([false, true]);
    await Promise.all([reader.close(), follower.close()]);
  });

  test('elect one of many, and the next within seconds when it resigns', async () => {
    const elections = Array.from({ length: 5 }, () => electByDatabase(databaseUrl, randomUUID()));
    const terms: { resign(): Promise<void> }[] = [];
    const led = elections.map((election) => election.lead().then((term) => void (term && terms.push(term))));
    for (let i = 0; i < elections.length; i++) {
      await until('one leads', async () => terms.length === i + 1);
      expect(terms).toHaveLength(i + 1);
      expect(await leaders(databaseUrl)).toHaveLength(1);
      await terms[i]!.resign();
    }
    await Promise.all(led);
  });
});

/** 40 reads of one caller, in turn over the replicas: how many got which status. */
async function hits(urls: readonly string[]): Promise<Record<number, number>> {
  const { sessionToken } = await signIn({ url: urls[0]! }, walletOf(crypto.randomUUID(), 'p2wpkh'));
  const statuses: Record<number, number> = {};
  for (let i = 0; i < 40; i++) {
    const { status } = await fetch(`${urls[i % urls.length]}/api/v1/me`, {
      headers: { authorization: `Bearer ${sessionToken}` },
    });
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  return statuses;
}
