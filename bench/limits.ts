/**
 * The shipped service at the limits of the API: 2,000 profiles that read as often as each may, 1,000 pages a
 * second, while 20 traders list and delist and a block comes every 10 s. Then the first pages that everybody
 * sees, as fast as the edge serves them. PostgreSQL, signers, node and index are processes of their own; without
 * Bitcoin Core or `ord`, devnode takes their place. Needs `npm run build`. `BENCH_SECONDS` (30).
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { anchorAddress } from '@ordbook/protocol/bitcoin/keys';
import { createMiner, type Miner } from '../sandbox/src/miner.ts';
import { DEFAULT_RATE_LIMITS } from '../server/src/api/edge/limits.ts';
import { membersAmong } from '../server/src/store/catalogue/collections.ts';
import { openPostgres } from '../server/src/store/database/postgres.ts';
import type { Database } from '../server/src/store/port.ts';
import { startChild } from '../stack/real/child.ts';
import { makeDemoWorld } from '../stack/real/demo-world.ts';
import { type Shipped, startShipped } from '../stack/real/shipped-service.ts';
import type { Reads } from './limits-readers.ts';
import type { LoadTrader } from './limits-traders.ts';
import { BENCH_SETTINGS, cpuSeconds, quantile, report, serverCpuSeconds, sessionTokens } from './measure.ts';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 30);
const PROFILES = 2_000;
const TRADERS = 20;
const { windowSeconds, buckets } = DEFAULT_RATE_LIMITS;
/** Each profile reads as often as the API lets it. */
const READ_EVERY_MS = (1_000 * windowSeconds) / buckets.reads.perCaller;
/** A trader's writes are three in a cycle of two pauses. */
const TRADER_PAUSE_MS = (1.5 * 1_000 * windowSeconds) / buckets.writes.perCaller;
const BLOCK_EVERY_MS = 10_000;
const BOUNDS = { p99Ms: 60, pagesPerSecond: 3_000 };
const [ANCHOR_SATS, FUNDED_SATS, POSTAGE_SATS] = [1_000, 10_000_000, 10_000];
const CONNECTIONS = 32;

const TSX = ['--import', 'tsx', '--conditions=source'];
const program = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** The shipped service with a collection whose members its traders hold, and with anchors for their listings. */
async function openMarket() {
  const traders: LoadTrader[] = [];
  let miner: Miner | undefined;
  let slugs: string[] = [];
  const shipped = await startShipped({
    // what traders may cost the operator must not end the trading
    env: {
      ...BENCH_SETTINGS,
      PROFILE_DAILY_COST_SATS: '100000000',
      UNPAID_DAILY_COST_SATS: '0',
      TRUSTED_PROXIES: '127.0.0.1',
    },
    async prepare(found) {
      miner = createMiner(found.call);
      const world = await makeDemoWorld(found, miner);
      slugs = world.collections.map(({ slug }) => slug);
      const collectionSlug = slugs[0]!;
      for (let i = 0; i < TRADERS; i += 1) {
        const { ordinals, payment } = await world.addWallet('p2wpkh', FUNDED_SATS);
        const one = { address: ordinals.address, collectionSlug, count: 1, postageSats: POSTAGE_SATS };
        const [inscriptionId] = await world.inscribeAt(one);
        traders.push({ ordinals, payment, collectionSlug, inscriptionId: inscriptionId! });
      }
      const address = anchorAddress(found.keySet, 'regtest');
      await miner.pay(Array.from({ length: 20 * TRADERS }, () => ({ address, sats: ANCHOR_SATS })));
      await miner.mine(1);
    },
  });
  return { shipped, miner: miner!, slugs, traders };
}

/** Traders in a process of their own. Resolves once they trade; `count`: trades so far. */
async function startTraders({ base, indexUrl }: Shipped, traders: readonly LoadTrader[]) {
  const folder = await mkdtemp(join(tmpdir(), 'ordbook-traders-'));
  const file = join(folder, 'traders.json');
  await writeFile(file, JSON.stringify(traders));
  const args = [program('./limits-traders.ts'), base, indexUrl, file, String(TRADER_PAUSE_MS)];
  const child = startChild(process.execPath, [...TSX, ...args]);
  const stop = async () => {
    await child.kill();
    await rm(folder, { recursive: true, force: true });
  };
  while (!child.output().includes('ready')) {
    child.assertRunning();
    await sleep(200);
  }
  return { child, count: () => Number(child.output().trim().split('\n').at(-1)), stop };
}

/** Readers in a process of their own: sends it what to read, and returns the ms of each read. */
function startReaders() {
  const child = fork(program('./limits-readers.ts'), { execArgv: TSX });
  const ended = once(child, 'exit').then(() => {
    throw new Error('the readers ended: a page was not 200');
  });
  ended.catch(() => undefined);
  return {
    pid: child.pid!,
    async read(reads: Reads): Promise<readonly number[]> {
      child.send(reads);
      const [times] = (await Promise.race([once(child, 'message'), ended])) as [number[]];
      return times;
    },
    stop: () => void child.kill(),
  };
}

/** Shares of a core that parts took, from now until the returned function is called. */
async function watchCores(db: Database, pids: Readonly<Record<string, number>>) {
  const used = async (): Promise<Record<string, number>> => ({
    PostgreSQL: await serverCpuSeconds(db),
    ...Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, cpuSeconds([pid])])),
  });
  const [before, from] = [await used(), performance.now()];
  return async () => {
    const seconds = (performance.now() - from) / 1_000;
    const shares = Object.entries(await used()).map(
      ([name, after]) => `${name} ${Math.round((100 * (after - before[name]!)) / seconds)} %`,
    );
    return shares.join(', ');
  };
}

const { shipped, miner, slugs, traders } = await openMarket();
const { base, database, processes, world } = shipped;
const { db, close } = openPostgres(database, { poolSize: 1 });
const readers = startReaders();
let running: Awaited<ReturnType<typeof startTraders>> | undefined;
let blocks: NodeJS.Timeout | undefined;
try {
  // the service reads its collections on the first polls
  for (const { collectionSlug, inscriptionId } of traders)
    while ((await membersAmong(db, collectionSlug, [inscriptionId])).size === 0) await sleep(100);
  const tokens = await sessionTokens(database, PROFILES);
  const callers = tokens.map((token, i) => ({
    authorization: `Bearer ${token}`,
    'x-forwarded-for': `10.0.${i >> 8}.${i & 255}`,
  }));
  const paths = [
    '/listings',
    `/collection/${slugs[0]}/inscriptions`,
    '/sales',
    `/collection-stats/floors?slugs=${slugs.join(',')}`,
    `/inscriptions/${traders[0]!.inscriptionId}/offers`,
    '/me/offers',
  ];
  const pages = paths.map((path) => `${base}/api/v1${path}`);
  const readFor = (seconds: number) =>
    readers.read({ pages, readers: callers, everyMs: READ_EVERY_MS, seconds });
  running = await startTraders(shipped, traders);
  blocks = setInterval(() => void miner.mine(1).catch(() => undefined), BLOCK_EVERY_MS);
  // uncounted: the first seconds are slower
  await readFor(5);
  const traded = running.count();
  const pids = Object.entries(processes).map(([name, { pid }]) => [name, pid!] as const);
  const cores = await watchCores(db, {
    ...Object.fromEntries(pids),
    traders: running.child.pid!,
    readers: readers.pid,
  });
  const times = await readFor(SECONDS);
  const shares = await cores();
  running.child.assertRunning();
  const p99 = quantile(times, 0.99);
  report(`${PROFILES} profiles that read as often as they may, ${TRADERS} traders; ${world}`, [
    {
      'reads a second': Math.round(times.length / SECONDS),
      'listed and delisted': running.count() - traded,
      'p50 ms': quantile(times, 0.5).toFixed(1),
      'p99 ms': p99.toFixed(1),
      'of the bound': (p99 / BOUNDS.p99Ms).toFixed(2),
    },
  ]);
  console.log(`of a core: ${shares}`);
  clearInterval(blocks);
  await running.stop();
  const rows: Record<string, unknown>[] = [];
  for (const [i, url] of pages.slice(0, 4).entries()) {
    const seconds = SECONDS / 5;
    const asked = { pages: [url], readers: callers.slice(0, CONNECTIONS), everyMs: 0, seconds };
    const rate = (await readers.read(asked)).length / seconds;
    const bound = (rate / BOUNDS.pagesPerSecond).toFixed(2);
    rows.push({ page: paths[i], 'requests a second': Math.round(rate), 'of the bound': bound });
  }
  report('first pages, as fast as the edge serves them', rows);
} finally {
  clearInterval(blocks);
  await running?.stop();
  readers.stop();
  await close();
  await shipped.stop();
}
