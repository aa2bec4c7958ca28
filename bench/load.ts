/**
 * Under load, on a real PostgreSQL:
 *
 *   1. the shipped service, one process for API and follower, with signers, node and index in processes of
 *      their own: 200 clients that read a first page every second each, and 20 that list and delist, with a
 *      block every 10 s. The slowest hundredth of the reads against the median of one client alone. Each
 *      client has its own token and address, as behind a proxy. All this runs for as long before it is measured,
 *      since the first seconds are slower;
 *   2. two API processes on one database against one, as fast as they can, with the share of the processors
 *      that each part takes.
 *
 * Needs `npm run build` for the first part. Without Bitcoin Core or `ord`, devnode takes their place, in this
 * process. `BENCH_SECONDS` (20) a part; `BENCH_PARTS` (12) chooses parts.
 */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism, loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { issueToken } from '../server/src/api/edge/bearer.ts';
import { HOUR_MS, systemClock } from '../server/src/base/clock.ts';
import { migrate } from '../server/src/store/database/migrate.ts';
import { openPostgres } from '../server/src/store/database/postgres.ts';
import type { Database } from '../server/src/store/port.ts';
import { StandingClock, testApi } from '../server/test/support/api.ts';
import { type Child, freePort, startChild, waitUntilReady } from '../stack/real/child.ts';
import { createDatabase, startPostgres } from '../stack/real/postgres.ts';
import { cpuSeconds, serverCpuSeconds } from './cpu.ts';
import { BENCH_TOKEN_KEYS } from './edge.ts';
import { openLoadMarket, type RunningTraders, startTraders } from './load-market.ts';
import type { Reads } from './load-readers.ts';
import { LOAD_DOMAIN } from './load-traders.ts';
import { fill, sizeOf } from './scale/fill.ts';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 20);
const PARTS = process.env['BENCH_PARTS'] ?? '12';
const READERS = 200;
const TRADERS = 20;
/** With 4 for each trader, trading ended within the run. */
const ANCHORS = 40 * TRADERS;
/** Between two acts of a trader, in the mean. */
const TRADER_PAUSE_MS = 1_000;
const READ_EVERY_MS = 1_000;
const BLOCK_EVERY_MS = 10_000;
/** Connections of the second part, to each process. */
const CONNECTIONS = 32;
const GOALS = { p99: 5, twice: 1.8 };

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const start = (program: string, args: string[], env: Record<string, string> = {}): Child =>
  startChild(process.execPath, ['--import', 'tsx', '--conditions=source', program, ...args], { env });
const say = (line: string) => process.stdout.write(`${line}\n`);
const loadNow = () => `load ${loadavg()[0]!.toFixed(1)} on ${availableParallelism()} cores`;

const quantile = (times: readonly number[], share: number) =>
  [...times].sort((a, b) => a - b)[Math.floor(share * (times.length - 1))]!;

/** Shares of a processor that parts took, from now until the returned function is called. */
async function watchProcessors(db: Database, parts: Record<string, number | undefined>) {
  const used = async () => ({
    PostgreSQL: await serverCpuSeconds(db),
    ...Object.fromEntries(Object.entries(parts).map(([name, pid]) => [name, cpuSeconds([pid!])])),
  });
  const before: Record<string, number> = await used();
  const from = performance.now();
  return async () => {
    const after: Record<string, number> = await used();
    const seconds = (performance.now() - from) / 1_000;
    const share = (name: string) => `${((100 * (after[name]! - before[name]!)) / seconds).toFixed(0)} %`;
    return Object.keys(after)
      .map((name) => `${name} ${share(name)}`)
      .join(', ');
  };
}

/** A process that reads: sends it what to read, and returns the ms of each read. */
function startReaders() {
  const child = fork(here('./load-readers.ts'), { execArgv: ['--import', 'tsx', '--conditions=source'] });
  const ended = once(child, 'exit').then(() => {
    throw new Error('the readers ended');
  });
  ended.catch(() => undefined);
  return {
    pid: child.pid,
    async read(reads: Reads): Promise<readonly number[]> {
      child.send(reads);
      const [times] = (await Promise.race([once(child, 'message'), ended])) as [number[]];
      return times;
    },
    stop: () => void child.kill(),
  };
}

async function underTrade(): Promise<void> {
  const env = {
    TOKEN_KEYS: BENCH_TOKEN_KEYS.map(({ id, secret }) => `${id}:${secret}`).join(','),
    LIMIT_SCALE: '100000',
    // what traders may cost the operator must not end the trading
    PROFILE_DAILY_COST_SATS: '100000000',
    UNPAID_DAILY_COST_SATS: '0',
    DOMAIN: LOAD_DOMAIN,
    TRUSTED_PROXIES: '127.0.0.1',
  };
  const market = await openLoadMarket({ count: TRADERS, anchors: ANCHORS }, env);
  const { shipped, miner, slugs } = market;
  const { base, database, processes, world } = shipped;
  const { db, close } = openPostgres(database, { poolSize: 1 });
  const readers = startReaders();
  let traders: RunningTraders | undefined;
  let blocks: NodeJS.Timeout | undefined;
  try {
    const pages = [
      '/listings',
      `/collection/${slugs[0]}/inscriptions`,
      `/collection-stats/floors?slugs=${slugs.join(',')}`,
      '/sales',
    ].map((path) => `${base}/api/v1${path}`);
    const api = await testApi(db, { tokenKeys: BENCH_TOKEN_KEYS });
    const callers = Array.from({ length: READERS }, (_, i) => {
      const { sessionToken } = issueToken(api.app, systemClock, HOUR_MS, crypto.randomUUID());
      return { authorization: `Bearer ${sessionToken}`, 'x-forwarded-for': `10.0.0.${i}` };
    });
    await api.app.close();
    const clients = (count: number, everyMs: number) =>
      readers.read({ pages, readers: callers.slice(0, count), everyMs, seconds: SECONDS });
    blocks = setInterval(() => void miner.mine(1).catch(() => undefined), BLOCK_EVERY_MS);
    await clients(1, 20);
    const alone = await clients(1, 20);
    traders = await startTraders(market, TRADER_PAUSE_MS);
    // uncounted: the first seconds are slower
    await clients(READERS, READ_EVERY_MS);
    const { child, count } = traders;
    const traded = count();
    const processors = await watchProcessors(db, {
      ...Object.fromEntries(Object.entries(processes).map(([name, { pid }]) => [name, pid])),
      traders: child.pid,
      readers: readers.pid,
    });
    const loaded = await clients(READERS, READ_EVERY_MS);
    const shares = await processors();
    child.assertRunning();
    if (count() === traded) throw new Error('nobody traded while the reads were measured');
    const median = quantile(alone, 0.5);
    const ratio = quantile(loaded, 0.99) / median;
    say(`\n${READERS} clients reading, ${TRADERS} trading, one service; ${world}; ${loadNow()}`);
    console.table({
      'one client alone': {
        reads: alone.length,
        'p50 ms': median.toFixed(1),
        'p99 ms': quantile(alone, 0.99).toFixed(1),
      },
      'under load': {
        reads: loaded.length,
        'p50 ms': quantile(loaded, 0.5).toFixed(1),
        'p99 ms': quantile(loaded, 0.99).toFixed(1),
        'p99, times p50 alone': ratio.toFixed(1),
        'of the goal': (GOALS.p99 / ratio).toFixed(2),
        'listed and delisted': count() - traded,
      },
    });
    say(`processors: ${shares}`);
  } finally {
    clearInterval(blocks);
    await traders?.stop();
    readers.stop();
    await close();
    await shipped.stop();
  }
}

async function answers(url: string, headers: Record<string, string>): Promise<void> {
  const { ok, status } = await fetch(url, { headers });
  if (!ok) throw new Error(`${url}: ${status}`);
}

async function twoProcesses(clusterUrl: string): Promise<void> {
  const { url } = await createDatabase(clusterUrl);
  const { db, close } = openPostgres(url, { poolSize: 2, statementTimeoutMs: 600_000 });
  await migrate(db);
  await fill(db, sizeOf(4), () => undefined);
  const api = await testApi(db, { tokenKeys: BENCH_TOKEN_KEYS });
  const { sessionToken } = issueToken(api.app, new StandingClock(), 3_600_000, crypto.randomUUID());
  const headers = { authorization: `Bearer ${sessionToken}` };
  const ports = [await freePort(), await freePort()];
  const replicas = ports.map((port) => start(here('./load-replica.ts'), [url, String(port)]));
  const pages = { 'kept pages': '/listings?limit=50', 'cold pages': '' };
  try {
    for (const [i, port] of ports.entries())
      await waitUntilReady(replicas[i]!, () => answers(`http://127.0.0.1:${port}/api/v1/sales`, headers));
    const first = await api.app.inject({ url: `/api/v1${pages['kept pages']}`, headers });
    const { nextCursor } = (first.json() as { pagination: { nextCursor: string } }).pagination;
    pages['cold pages'] = `/listings?limit=50&cursor=${encodeURIComponent(nextCursor)}`;
    const table: Record<string, Record<string, string | number>> = {};
    for (const [name, path] of Object.entries(pages)) {
      const best = { one: 0, two: 0 };
      const shares = { one: '', two: '' };
      for (let round = 0; round < 3; round += 1)
        for (const [way, used] of [
          ['one', ports.slice(1)],
          ['two', ports],
        ] as const) {
          const seen = await watchProcessors(db, {
            'API 1': replicas[0]!.pid,
            'API 2': replicas[1]!.pid,
            clients: process.pid,
          });
          const runs = await Promise.all(
            used.map((port) =>
              autocannon({
                url: `http://127.0.0.1:${port}/api/v1${path}`,
                headers,
                connections: CONNECTIONS,
                duration: Math.max(2, SECONDS / 5),
                workers: 1,
              }),
            ),
          );
          if (runs.some(({ non2xx, errors }) => non2xx + errors > 0)) throw new Error(`${path} failed`);
          const rate = runs.reduce((sum, { requests }) => sum + requests.average, 0);
          if (rate > best[way]) [best[way], shares[way]] = [rate, await seen()];
        }
      for (const way of ['one', 'two'] as const)
        table[`${name}, ${way} API process${way === 'one' ? '' : 'es'}`] = {
          'requests/s': Math.round(best[way]),
          'times one': (best[way] / best.one).toFixed(2),
          'of the goal': way === 'two' ? (best.two / best.one / GOALS.twice).toFixed(2) : '',
          processors: shares[way],
        };
    }
    say(`\none and two API processes on one database; ${loadNow()}`);
    console.table(table);
  } finally {
    for (const replica of replicas) await replica.kill();
    await api.app.close();
    await close();
  }
}

if (PARTS.includes('1')) await underTrade();
if (PARTS.includes('2')) {
  const cluster = await startPostgres({ durable: true });
  await twoProcesses(cluster.url).finally(() => cluster.stop());
}
