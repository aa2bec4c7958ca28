import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anchorAddress } from '@ordbook/protocol/bitcoin/keys';
import { sandboxKeySet } from '../../sandbox/src/collection-offers.ts';
import { keyOf, secretOf } from '../../sandbox/src/keys.ts';
import { createMiner, type Miner } from '../../sandbox/src/miner.ts';
import { realNode } from '../../sandbox/src/real-node.ts';
import { createWorld, type World } from '../../sandbox/src/world.ts';
import { makeJournal } from '../../server/src/signer/limits/journal-file.ts';
import { writeKeyFile } from '../../server/src/signer/signing/keys.ts';
import { addSource, upsertCollection } from '../../server/src/store/catalogue/collections.ts';
import { migrate } from '../../server/src/store/database/migrate.ts';
import { openPostgres } from '../../server/src/store/database/postgres.ts';
import { type Bitcoind, startBitcoind } from '../real/bitcoind.ts';
import { type Child, freePort, startChild } from '../real/child.ts';
import { type Ord, startOrd } from '../real/ord.ts';
import { ORDBOOK } from '../real/ordbook.ts';
import { type Postgres, startPostgres } from '../real/postgres.ts';
import { type RedisServer, startRedis } from '../real/redis.ts';
import { writeSignedList } from '../real/signed-list.ts';

const ROLES = ['market', 'policy', 'gate'] as const;
const ANCHORS = 120;
const hex = (name: string) => Buffer.from(secretOf(name)).toString('hex');

/** A program of the market that may die, hang and come back. */
export interface Program {
  readonly name: string;
  /** kill -9. */
  crash(): Promise<void>;
  resume(): Promise<void>;
  /** Process ids to stop with SIGSTOP; empty: it is not stopped. */
  pids(): readonly number[];
  /** The end of what it wrote. */
  output(): string;
}

export interface ServiceProgram extends Program {
  readonly url: string;
  /** `main`: runs another program from now on. */
  resume(main?: string): Promise<void>;
}

/** A whole market of real programs, each a process of its own. */
export interface Market {
  /** With the keys of the signers. */
  readonly folder: string;
  /** Of services, signers and commands; what is changed here counts for those that start later. */
  readonly settings: Record<string, string>;
  readonly node: Bitcoind;
  readonly ord: Ord;
  readonly postgres: Postgres;
  readonly miner: Miner;
  readonly world: World;
  readonly services: readonly ServiceProgram[];
  readonly programs: readonly Program[];
  /** Runs a command of `ordbook` with the settings of the services. Never throws. */
  ordbook(...args: string[]): Promise<{ readonly code: number; readonly output: string }>;
  close(): Promise<void>;
}

/**
 * Starts everything and waits until each service is ready. Half a minute. `env`: on top of the settings; with
 * a `DATABASE_URL`, no PostgreSQL is started. `main`: the program of the services, where it is not that of
 * this tree.
 */
export async function startMarket(options: {
  readonly services: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly main?: string;
  progress(line: string): void;
}): Promise<Market> {
  const { progress } = options;
  const folder = await mkdtemp(join(tmpdir(), 'ordbook-soak-'));
  const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const close = async () => {
    for (const end of closers.splice(0).reverse()) await end().catch(() => undefined);
  };
  try {
    progress('starting node, index, PostgreSQL and Redis');
    // a kill -9 must not lose what was committed
    const given = options.env?.['DATABASE_URL'];
    const postgres: Postgres = given
      ? { url: given, outage: null, stop: async () => undefined }
      : await startPostgres({ settings: { synchronous_commit: 'on', full_page_writes: 'on' } });
    closers.push(() => postgres.stop());
    const redis = await startRedis();
    closers.push(() => redis.stop());
    const node = await startBitcoind();
    closers.push(() => node.stop());
    const miner = createMiner(realNode(node.url));
    await miner.mine(1);
    const ord = await startOrd({ bitcoind: node });
    closers.push(() => ord.stop());
    const world = await makeWorld(miner, postgres.url, folder, progress);
    await ord.caughtUp(60_000);
    const written = await writeSettings({ folder, postgres, redis, node, ord });
    const settings = { ...written, ...options.env };

    progress('starting three signers and the services');
    const started: Program[] = [];
    for (const role of ROLES)
      started.push(startProgram(`${role} signer`, signerArgs(role, folder), settings));
    const services: ServiceProgram[] = [];
    for (let i = 1; i <= options.services; i += 1) {
      const PORT = String(await freePort());
      const program = startProgram(`service ${i}`, ['start'], settings, { PORT }, options.main);
      services.push({ ...program, url: `http://127.0.0.1:${PORT}` });
    }
    const programs = [...started, ...services, ...foundations({ node, ord, postgres, redis })];
    closers.push(() => Promise.all([...started, ...services].map(({ crash }) => crash())));
    await allReady(services);
    const ordbook = (...args: string[]) => runOrdbook(args, settings);
    const parts = { node, ord, postgres, miner, world };
    return { folder, settings, ...parts, services, programs, ordbook, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Resolves when every service says that it is ready. Throws an Error with its last words after `ms`. */
export async function allReady(
  services: readonly (Pick<Program, 'name' | 'output'> & { readonly url: string })[],
  ms = 90_000,
): Promise<void> {
  const deadline = Date.now() + ms;
  for (const { name, url, output } of services) {
    let last = '';
    for (;;) {
      const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(20_000) }).catch(() => null);
      if (answer?.status === 200) break;
      last = (await answer?.text().catch(() => '')) ?? last;
      if (Date.now() > deadline || output().includes('wrong setting'))
        throw new Error(`${name} is not ready: ${last}\n${output()}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** Makes the admission coins, as an operator does. */
export async function fundPools(market: Market): Promise<void> {
  const { code, output } = await market.ordbook(
    ...['pools', 'fund', '--yes', '--reason', 'a test', '--as', 'ada'],
  );
  if (code !== 0) throw new Error(`ordbook pools fund ended with ${code}: ${output}`);
  await market.miner.mine(2);
  await market.ord.caughtUp();
  await allReady(market.services);
}

async function makeWorld(
  miner: Miner,
  databaseUrl: string,
  folder: string,
  progress: (line: string) => void,
): Promise<World> {
  const { db, close } = openPostgres(databaseUrl, { poolSize: 2 });
  await migrate(db);
  const world = await createWorld(miner, { progress, addSource: (slug, id) => addSource(db, slug, id) });
  for (const collection of world.collections)
    await upsertCollection(db, { ...collection, createdAt: new Date() });
  await close();
  await writeSignedList(join(folder, 'collections.json'), world.collections, secretOf('publisher'));
  const address = anchorAddress(sandboxKeySet(), 'regtest');
  await miner.pay([
    ...Array.from({ length: ANCHORS }, () => ({ address, sats: 1_000 })),
    { address, sats: 5_000_000 },
  ]);
  await miner.mine(1);
  return world;
}

async function writeSettings(parts: {
  folder: string;
  postgres: Postgres;
  redis: RedisServer;
  node: Bitcoind;
  ord: Ord;
}): Promise<Record<string, string>> {
  const { folder } = parts;
  const keys = sandboxKeySet();
  await writeFile(join(folder, 'key-set.json'), JSON.stringify(keys));
  const secrets = {
    market: { market: hex('market'), anchor: hex('anchor') },
    policy: { policy: hex('policy') },
    gate: { gate: hex('gate') },
  };
  for (const role of ROLES) {
    await writeKeyFile(join(folder, `${role}.json`), secrets[role]);
    await makeJournal({ path: join(folder, `${role}.json.journal`), key: keys[role]! });
  }
  return {
    NETWORK: 'regtest',
    FEE_ADDRESS: keyOf('fees', 'p2wpkh').address,
    ADMISSION_TIERS: '0:1:20:1',
    KEY_SET: join(folder, 'key-set.json'),
    CHAIN_RPC_URL: parts.node.url,
    ORD_URL: parts.ord.url,
    DATABASE_URL: parts.postgres.url,
    REDIS_URL: parts.redis.url,
    SIGNER_ENDPOINT: join(folder, 'market'),
    POLICY_SIGNER_ENDPOINT: join(folder, 'policy'),
    GATE_SIGNER_ENDPOINT: join(folder, 'gate'),
    TOKEN_KEYS: `soak:${hex('tokens')}`,
    ANCHOR_POOL_TARGET: '60',
    FUNDING_REQUIREMENT_SATS: '0',
    FAILURE_DEPTH: '2',
    LIMIT_SCALE: '1000',
    POLL_MS: '250',
    PROFILE_DAILY_COST_SATS: '10000000',
    UNPAID_DAILY_COST_SATS: '0',
    SIGNER_PACKAGES_PER_HOUR: '10000',
    LOG_LEVEL: 'warn',
  };
}

function signerArgs(role: (typeof ROLES)[number], folder: string): string[] {
  const list = role === 'policy' ? ['--collections', join(folder, 'collections.json')] : [];
  const files = ['--socket', join(folder, role), '--keys', join(folder, `${role}.json`)];
  return ['signer', '--role', role, ...files, ...list];
}

function runOrdbook(
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((resolve) => {
    const options = { env: { PATH: process.env['PATH'], ...env }, maxBuffer: 64 * 1024 * 1024 };
    execFile(process.execPath, [ORDBOOK, ...args], options, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, output: `${stdout}${stderr}` });
    });
  });
}

/** Runs a command of `ordbook` until it is killed, and again. */
function startProgram(
  name: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
  own: Readonly<Record<string, string>> = {},
  first = ORDBOOK,
): Omit<ServiceProgram, 'url'> {
  let program = first;
  const launch = (): Child =>
    startChild(process.execPath, [program, ...args], {
      env: { ...settings, ...own },
      bareEnv: true,
    });
  let child = launch();
  return {
    name,
    crash: () => child.kill(),
    async resume(main = program) {
      program = main;
      child = launch();
    },
    pids: () => (child.pid === undefined ? [] : [child.pid]),
    output: () => child.output(),
  };
}

function foundations({
  node,
  ord,
  postgres,
  redis,
}: {
  node: Bitcoind;
  ord: Ord;
  postgres: Postgres;
  redis: RedisServer;
}): Program[] {
  const { outage } = postgres;
  const idOf = (part: { readonly pid: number | undefined }) => (part.pid === undefined ? [] : [part.pid]);
  const output = () => '';
  return [
    {
      name: 'node',
      crash: () => node.crash(),
      resume: () => node.resume(),
      pids: () => idOf(node),
      output,
    },
    { name: 'index', crash: () => ord.crash(), resume: () => ord.resume(), pids: () => idOf(ord), output },
    { name: 'Redis', crash: () => redis.stop(), resume: () => redis.resume(), pids: () => [], output },
    ...(outage
      ? [
          {
            name: 'PostgreSQL',
            crash: () => outage.crash(),
            resume: () => outage.resume(),
            pids: () => [],
            output,
          },
        ]
      : []),
  ];
}
