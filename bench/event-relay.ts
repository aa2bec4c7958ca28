/**
 * Events over PostgreSQL and over the relay, side by side: `npx tsx --conditions=source bench/event-relay.ts`.
 * A durable PostgreSQL, a Redis, four replicas with one subscriber each, and 20 changes per
 * second. A time ends when a subscriber has the event of a change. Statements count with `begin` and
 * `commit`: those of an idle replica per second (polls, and the election of the leader), and those beyond
 * them per event. The leader is the replica that sends most.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { migrate } from '../server/src/store/database/migrate.ts';
import { openPostgres } from '../server/src/store/database/postgres.ts';
import { subscribe } from '../server/test/support/event-stream.ts';
import { freePort, startChild, waitUntilReady } from '../stack/real/child.ts';
import { createDatabase, startPostgres } from '../stack/real/postgres.ts';
import { startRedis } from '../stack/real/redis.ts';
import { report, rounds } from './report.ts';

const REPLICAS = 4;
const CHANGES = rounds(400);
const EVERY_MS = 50;
const IDLE_MS = 5_000;
const PROGRAM = fileURLToPath(new URL('../stack/events/replica.ts', import.meta.url));

const postgres = await startPostgres({ durable: true });
const redis = await startRedis();
try {
  const rows = [];
  // Twice, in turn: what the machine does besides changes over time.
  for (const relay of ['off', 'redis', 'off', 'redis']) rows.push(await measure(relay));
  report(`${REPLICAS} replicas, ${CHANGES} changes`, rows);
} finally {
  await redis.stop();
  await postgres.stop();
}

interface Figures {
  readonly statements: number;
  readonly relay: number;
  readonly database: number;
}

async function measure(relay: string) {
  const { url } = await createDatabase(postgres.url);
  const store = openPostgres(url);
  await migrate(store.db);
  await store.close();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `insert into sales (id, state, sale_type, txid, inscription_id, price_sats, price_usd, sold_at, block_height)
     values (gen_random_uuid(), 'confirmed', 'external', 'aa', 'aai0', 1000, 0, now(), 1)`,
  );
  const ports = await Promise.all(Array.from({ length: REPLICAS }, freePort));
  const bases = ports.map((port) => `http://127.0.0.1:${port}`);
  const replicas = ports.map((port) => {
    const args = ['--import', 'tsx', '--conditions=source', PROGRAM, url, String(port)];
    return startChild(process.execPath, relay === 'redis' ? [...args, redis.url] : args);
  });
  try {
    await Promise.all(replicas.map((one, i) => waitUntilReady(one, () => figures(bases[i]!))));
    const arrivals = new Map<number, number[]>();
    const subscribers = await Promise.all(bases.map((base) => subscribe(base, { lastEventId: '0-0' })));
    for (const one of subscribers) collect(one.frames, one.response, arrivals);
    await sleep(4_000);
    const idle = await Promise.all(bases.map(figures));
    await sleep(IDLE_MS);
    const before = await Promise.all(bases.map(figures));
    const started = performance.now();
    const committed = new Map<number, number>();
    for (let version = 1; version <= CHANGES; version++) {
      await client.query('update sales set price_usd = $1', [version]);
      committed.set(version, performance.now());
      await sleep(EVERY_MS);
    }
    while ((arrivals.get(CHANGES)?.length ?? 0) < REPLICAS) await sleep(50);
    const after = await Promise.all(bases.map(figures));
    const spans = (performance.now() - started) / IDLE_MS;
    const times = [...committed]
      .flatMap(([version, at]) => arrivals.get(version)!.map((arrival) => Math.max(0, arrival - at)))
      .sort((a, b) => a - b);
    const at = (share: number) => times[Math.floor(share * (times.length - 1))]!.toFixed(1);
    const perIdle = before.map((one, i) => one.statements - idle[i]!.statements);
    const each = after
      .map((one, i) => (one.statements - before[i]!.statements - perIdle[i]! * spans) / CHANGES)
      .sort((a, b) => b - a);
    const [leader = 0, ...others] = each;
    for (const one of subscribers) one.close();
    return {
      relay,
      'p50 ms': at(0.5),
      'p99 ms': at(0.99),
      'idle per second': (perIdle.reduce((a, b) => a + b) / REPLICAS / (IDLE_MS / 1_000)).toFixed(1),
      'per event: leader': leader.toFixed(2),
      'another replica': (others.reduce((a, b) => a + b) / others.length).toFixed(2),
      all: each.reduce((a, b) => a + b).toFixed(2),
      'from the relay': `${Math.round((100 * sum(after, 'relay')) / (sum(after, 'relay') + sum(after, 'database')))} %`,
    };
  } finally {
    for (const one of replicas) await one.kill();
    await client.end();
  }
}

/** Notes when the events of each version arrived. */
function collect(
  frames: readonly { readonly data: { readonly version: number } }[],
  response: NodeJS.ReadableStream,
  arrivals: Map<number, number[]>,
): void {
  let read = 0;
  response.on('data', () => {
    const now = performance.now();
    // The frames are there once the reader of the response has run.
    setImmediate(() => {
      for (const { data } of frames.slice(read))
        arrivals.set(data.version, [...(arrivals.get(data.version) ?? []), now]);
      read = frames.length;
    });
  });
}

async function figures(base: string): Promise<Figures> {
  return (await fetch(`${base}/figures`)).json() as Promise<Figures>;
}

function sum(all: readonly Figures[], name: 'relay' | 'database'): number {
  return all.reduce((total, one) => total + one[name], 0);
}
