/**
 * From commit to delivery, and what subscribers cost: `npx tsx --conditions=source bench/events.ts`. A real
 * PostgreSQL, one process that serves events, and this process with all the subscribers, so that a part of the
 * times is its own. One change after the other is committed; a time ends when a subscriber has the event. Prints
 * the times for 1, 100, 1,000 and 4,000 subscribers, as ratios to one, and the resident memory of the process.
 */
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { migrate } from '../server/src/store/database/migrate.ts';
import { openPostgres } from '../server/src/store/database/postgres.ts';
import { freePort, startChild, waitUntilReady } from '../stack/real/child.ts';
import { createDatabase, startPostgres } from '../stack/real/postgres.ts';

const COUNTS = [1, 100, 1_000, 4_000];
const CHANGES = 60;
const PAGE_BYTES = 4_096;

const postgres = await startPostgres({ durable: true });
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
const port = await freePort();
const program = fileURLToPath(new URL('../stack/events/replica.ts', import.meta.url));
const server = startChild(process.execPath, [
  '--import',
  'tsx',
  '--conditions=source',
  program,
  url,
  String(port),
]);
const sockets: Socket[] = [];
/** When each subscriber had the event of the change that is measured. */
let arrivals: number[] = [];
let version = 0;
try {
  await waitUntilReady(server, () =>
    fetch(`http://127.0.0.1:${port}`).then((answer) => answer.body?.cancel()),
  );
  const rows: { count: number; p50: number; p99: number; megabytes: number }[] = [];
  for (const count of COUNTS) {
    while (sockets.length < count)
      await Promise.all(Array.from({ length: Math.min(100, count - sockets.length) }, subscriber));
    await sleep(2_000);
    const times: number[] = [];
    for (let i = 0; i < CHANGES; i++) times.push(...(await change(count)));
    times.sort((a, b) => a - b);
    const at = (share: number) => times[Math.floor(share * (times.length - 1))]!;
    const pages = Number(readFileSync(`/proc/${server.pid}/statm`, 'utf8').split(' ')[1]);
    rows.push({ count, p50: at(0.5), p99: at(0.99), megabytes: (pages * PAGE_BYTES) / 2 ** 20 });
  }
  const [one] = rows;
  process.stdout.write('subscribers  p50 ms  p99 ms  p50 to one  resident MiB  KiB per subscriber\n');
  for (const { count, p50, p99, megabytes } of rows) {
    const each = count === 1 ? '' : (((megabytes - one!.megabytes) * 1024) / (count - 1)).toFixed(0);
    process.stdout.write(
      `${String(count).padStart(11)}  ${p50.toFixed(1).padStart(6)}  ${p99.toFixed(1).padStart(6)}  ${(p50 / one!.p50).toFixed(1).padStart(10)}  ${megabytes.toFixed(0).padStart(12)}  ${each.padStart(18)}\n`,
    );
  }
} finally {
  for (const socket of sockets) socket.destroy();
  await server.kill();
  await client.end();
  await postgres.stop();
}

/** A subscriber as small as it can be: this process holds thousands. */
async function subscriber(): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('data', (chunk) => {
    if (chunk.includes(`"version":${version},`)) arrivals.push(performance.now());
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.once('data', () => resolve());
    socket.write('GET /events HTTP/1.1\r\nhost: localhost\r\nlast-event-id: 0-0\r\n\r\n');
  });
}

/** ms from the return of the commit until each subscriber has the event. */
async function change(count: number): Promise<number[]> {
  version += 1;
  arrivals = [];
  await client.query('update sales set price_usd = $1', [version]);
  const committed = performance.now();
  while (arrivals.length < count) await sleep(1);
  await sleep(20);
  // A delivery may be faster than the response to the commit.
  return arrivals.map((at) => Math.max(0, at - committed));
}
