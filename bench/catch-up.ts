/**
 * The API while the follower catches up, compared with the API at rest, in turns: the slowest hundredth of first
 * pages and deep pages, read from the process that follows and from another one. Both serve one PostgreSQL,
 * and have the options of Node that units and image set.
 *
 * BENCH_COLLECTIONS (20) of 5,000 inscriptions, or BENCH_FILLED, the URL of a database that is filled already;
 * BENCH_ROUNDS (3).
 */
import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { issueToken } from '../server/src/api/edge/bearer.ts';
import { MEMORY_OPTIONS } from '../server/src/cli/init/units.ts';
import { migrate } from '../server/src/store/database/migrate.ts';
import { openPostgres } from '../server/src/store/database/postgres.ts';
import { StandingClock, testApi } from '../server/test/support/api.ts';
import { freePort, startChild, waitUntilReady } from '../stack/real/child.ts';
import { createDatabase, startPostgres } from '../stack/real/postgres.ts';
import { BENCH_TOKEN_KEYS } from './edge.ts';
import { report, rounds } from './report.ts';
import { fill, sizeOf } from './scale/fill.ts';

const COLLECTIONS = Number(process.env['BENCH_COLLECTIONS'] ?? 20);
const FILLED = process.env['BENCH_FILLED'];
/** One request of each client starts every so many ms. */
const READ_EVERY_MS = 25;
const REST_MS = 6_000;
const GOAL = 2;

const quantile = (times: readonly number[], share: number) =>
  [...times].sort((a, b) => a - b)[Math.floor(share * (times.length - 1))]!;

const cluster = FILLED ? null : await startPostgres({ durable: true, settings: { shared_buffers: '2GB' } });
const url = FILLED ?? (await createDatabase(cluster!.url)).url;
const { db, close } = openPostgres(url, { poolSize: 2, statementTimeoutMs: 3_600_000 });
await migrate(db);
if (!FILLED) await fill(db, sizeOf(COLLECTIONS), () => undefined);
const { app } = await testApi(db, { tokenKeys: BENCH_TOKEN_KEYS });
const { sessionToken } = issueToken(app, new StandingClock(), 3_600_000, crypto.randomUUID());
const headers = { authorization: `Bearer ${sessionToken}` };
const first = await app.inject({ url: '/api/v1/listings?limit=50', headers });
const { nextCursor } = (first.json() as { pagination: { nextCursor: string } }).pagination;
const PAGES = [
  '/listings?limit=50',
  '/sales',
  '/collection/slug-3/inscriptions',
  '/collection-stats/floors?slugs=slug-1,slug-2',
  `/listings?limit=50&cursor=${encodeURIComponent(nextCursor)}`,
];

async function start() {
  const [port, control] = await Promise.all([freePort(), freePort()]);
  const program = fileURLToPath(new URL('./catch-up-process.ts', import.meta.url));
  const args = ['--import', 'tsx', '--conditions=source', program, url, `${port}`, `${control}`];
  const child = startChild(process.execPath, [MEMORY_OPTIONS, ...args, `${COLLECTIONS}`]);
  const read = async (path: string) => {
    const from = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, { headers });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
    return performance.now() - from;
  };
  await waitUntilReady(child, () => read('/sales'));
  const ask = async (what: string) =>
    (await (await fetch(`http://127.0.0.1:${control}${what}`)).json()) as { blocks: number; ms: number };
  return { child, read, ask };
}

const following = await start();
const other = await start();
const readers = { 'the process that follows': following, 'another process': other };
type Times = Record<keyof typeof readers, number[]>;
const none = (): Times => ({ 'the process that follows': [], 'another process': [] });

/** Reads from both, in turns, until `isOver`. Every request counts, whenever it ends. */
async function readUntil(isOver: () => boolean, times: Times): Promise<void> {
  const sent: Promise<unknown>[] = [];
  for (let turn = 0; !isOver(); turn += 1) {
    for (const [name, { read }] of Object.entries(readers) as [keyof Times, typeof other][])
      sent.push(read(PAGES[turn % PAGES.length]!).then((took) => times[name].push(took)));
    await sleep(READ_EVERY_MS);
  }
  await Promise.all(sent);
}

try {
  const rest = none();
  const busy = none();
  let blocks = 0;
  let ms = 0;
  for (let round = -1; round < rounds(3); round += 1) {
    await following.ask('/make');
    const until = performance.now() + REST_MS;
    const isCounted = round >= 0;
    await readUntil(() => performance.now() > until, isCounted ? rest : none());
    let isDone = false;
    const [pace] = await Promise.all([
      following.ask('/apply').finally(() => {
        isDone = true;
      }),
      readUntil(() => isDone, isCounted ? busy : none()),
    ]);
    if (!isCounted) continue;
    blocks += pace.blocks;
    ms += pace.ms;
  }
  report(
    `reads while ${blocks} blocks are applied, ${((1_000 * blocks) / ms).toFixed(1)} a second; ${availableParallelism()} cores`,
    (Object.keys(readers) as (keyof Times)[]).flatMap((name) => {
      const ratio = quantile(busy[name], 0.99) / quantile(rest[name], 0.99);
      return Object.entries({ 'at rest': rest[name], 'catching up': busy[name] }).map(([when, times]) => ({
        'read from': name,
        when,
        reads: times.length,
        'p50 ms': quantile(times, 0.5).toFixed(1),
        'p99 ms': quantile(times, 0.99).toFixed(1),
        'p99 to rest': when === 'at rest' ? '' : ratio.toFixed(2),
        [`to the goal of ${GOAL}`]: when === 'at rest' ? '' : (ratio / GOAL).toFixed(2),
      }));
    }),
  );
} finally {
  await following.child.kill();
  await other.child.kill();
  await app.close();
  await close();
  await cluster?.stop();
}
