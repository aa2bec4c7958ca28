import { createNode, createOrd, startOrdServer, startRpcServer } from '@ordbook/devnode';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { readSettings } from '../../server/src/cli/settings.ts';
import { type Service, wire } from '../../server/src/cli/wire.ts';
import { keyOf, secretOf, walletOf } from '../../server/src/sandbox/keys.ts';
import { createMiner } from '../../server/src/sandbox/miner.ts';
import { localSigner } from '../../server/src/signer/local.ts';
import { storedTip } from '../../server/src/store/blocks.ts';
import { electByDatabase } from '../../server/src/store/leader.ts';
import { findRedis } from '../real/parts.ts';
import { startRedis } from '../real/redis.ts';
import { openTestDatabase } from '../real/test-database.ts';
import { signIn } from './sign-in.ts';

const closers: (() => Promise<unknown>)[] = [];
let databaseUrl: string;
let rpcUrl: string;
let ordUrl: string;
let miner: ReturnType<typeof createMiner>;

const hasPostgres = inject('postgresUrl') !== undefined;
const hex = (name: string) => Buffer.from(secretOf(name)).toString('hex');

beforeAll(async () => {
  const database = await openTestDatabase();
  if (!database) return;
  databaseUrl = database.url;
  const node = createNode();
  const rpc = await startRpcServer({ node, port: 0 });
  const ord = createOrd({ call: node.call, pollMs: 50 });
  const ordHttp = await startOrdServer(ord, { port: 0 });
  [rpcUrl, ordUrl] = [rpc.url, ordHttp.url];
  miner = createMiner(node.call);
  await miner.warmUp(1_000_000_000);
  closers.push(
    () => ordHttp.close(),
    () => ord.close(),
    () => rpc.close(),
    () => database.drop(),
  );
});
afterAll(async () => {
  for (const close of closers) await close();
});

/** A replica of the service, listening and standing for election. */
async function replica(more: Record<string, string | number> = {}): Promise<Service & { url: string }> {
  const settings = readSettings({
    NETWORK: 'regtest',
    CHAIN_RPC_URL: rpcUrl,
    ORD_URL: ordUrl,
    DATABASE_URL: databaseUrl,
    FEE_ADDRESS: keyOf('fees', 'p2wpkh').address,
    TOKEN_KEYS: `replicas:${hex('tokens')}`,
    FUNDING_REQUIREMENT_SATS: 0,
    LOG_LEVEL: 'silent',
    POLL_MS: 50,
    ...more,
  });
  const signer = localSigner({
    market: hex('market'),
    anchor: hex('anchor'),
    network: 'regtest',
    feeAddress: settings.FEE_ADDRESS,
  });
  const service = await wire(settings, { signer });
  const url = await service.api.listen({ host: '127.0.0.1', port: 0 });
  return { ...service, url };
}

async function until(what: string, holds: () => Promise<boolean>, ms = 15_000): Promise<number> {
  const started = Date.now();
  while (!(await holds())) {
    if (Date.now() - started > ms) throw new Error(`${what}: not within ${ms} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return Date.now() - started;
}

describe.runIf(hasPostgres)('replicas on one database', () => {
  test('count limits together', async () => {
    const replicas = await Promise.all([replica(), replica()]);
    const statuses = await hits(replicas.map(({ url }) => url));
    expect(statuses).toEqual({ 200: 30, 429: 10 });
    await Promise.all(replicas.map((one) => one.close()));
  });

  test.runIf(findRedis())('count limits together in Redis', async () => {
    const redis = await startRedis();
    const replicas = await Promise.all([
      replica({ REDIS_URL: redis.url }),
      replica({ REDIS_URL: redis.url }),
    ]);
    expect(await hits(replicas.map(({ url }) => url))).toEqual({ 200: 30, 429: 10 });
    await Promise.all(replicas.map((one) => one.close()));
    await redis.stop();
  });

  test('have one follower; when its connection dies another takes over and goes on', async () => {
    const [first, second] = [await replica(), await replica()];
    const followedTo = async (height: number) => ((await storedTip(first.ctx.db))?.height ?? -1) >= height;
    first.ledFollower.start();
    await until('the first leads', async () => (await leaders()).length === 1);
    second.ledFollower.start();
    const { height } = await miner.mine(1);
    await until('the first follows', () => followedTo(height));
    expect(await leaders()).toHaveLength(1);

    // The leader dies as a killed process does: its connections end, nothing else is said.
    const [pid] = await leaders();
    await first.follower.stop();
    first.follower.start = () => undefined;
    await ask('select pg_terminate_backend($1)', [pid]);
    await until('another leads', async () => (await leaders()).some((one) => one !== pid));
    // Whoever leads now, once the first is gone for good the second does.
    await first.close();
    const next = await miner.mine(1);
    await until(
      'the second follows',
      async () => ((await storedTip(second.ctx.db))?.height ?? -1) >= next.height,
    );
    await second.close();
    expect(await leaders()).toEqual([]);
  });

  test('elect one of many, and the next within seconds when it resigns', async () => {
    const elections = Array.from({ length: 5 }, () => electByDatabase(databaseUrl));
    const terms: { resign(): Promise<void> }[] = [];
    const led = elections.map((election) => election.lead().then((term) => void (term && terms.push(term))));
    for (let i = 0; i < elections.length; i++) {
      await until('one leads', async () => terms.length === i + 1);
      expect(terms).toHaveLength(i + 1);
      expect(await leaders()).toHaveLength(1);
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

/** Backends that hold the leader's lock. */
async function leaders(): Promise<number[]> {
  const rows = await ask<{ pid: number }>(
    `select l.pid from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.granted and a.application_name = 'ordbook leader'
       and a.datname = current_database()`,
  );
  return rows.map(({ pid }) => pid);
}

async function ask<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}
