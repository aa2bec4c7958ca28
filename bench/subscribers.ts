/**
 * What idle subscribers of GET /events cost: resident memory of the shipped service with 0, 1,000 and 10,000 of
 * them, on a real PostgreSQL. Each is one socket of this process. `BENCH_SUBSCRIBERS` (10,000). Needs `npm run
 * build`.
 */
import { connect, type Socket } from 'node:net';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { residentMiB, startShipped } from './shipped-service.ts';

const MOST = Number(process.env['BENCH_SUBSCRIBERS'] ?? 10_000);
/** MiB of the process: 300 MB. */
const GOAL = 286;
/** Until memory no longer falls. */
const SETTLE_MS = 20_000;
const AT_ONCE = 50;

const shipped = await startShipped({
  env: { EVENTS_STREAMS: '100000', EVENTS_STREAMS_PER_CALLER: '100000', LIMIT_SCALE: '1000000' },
});
const { port } = shipped;
const service = shipped.processes['service']!;
const sockets: Socket[] = [];

async function subscribe(): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  await new Promise<void>((resolve, reject) => {
    let read = '';
    socket.once('error', reject);
    socket.on('data', (chunk) => {
      read += chunk.toString('latin1');
      if (read.includes('event: ready')) resolve();
      else if (/^HTTP\/1.1 [45]/.test(read)) reject(new Error(read));
    });
    socket.write('GET /events HTTP/1.1\r\nhost: localhost\r\n\r\n');
  });
  socket.removeAllListeners('data').resume();
}

try {
  const table: Record<string, Record<string, string | number>> = {};
  let first = 0;
  for (const count of [0, MOST / 10, MOST]) {
    while (sockets.length < count)
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - sockets.length) }, subscribe));
    await sleep(SETTLE_MS);
    const mib = residentMiB(service);
    if (count === 0) first = mib;
    table[count] = {
      'resident MiB': Math.round(mib),
      'KiB per subscriber': count === 0 ? '' : (((mib - first) * 1024) / count).toFixed(1),
      'of the goal': (GOAL / mib).toFixed(2),
    };
  }
  process.stdout.write(`goal: below ${GOAL} MiB, ${shipped.world}, load ${loadavg()[0]!.toFixed(1)}\n`);
  console.table(table);
} finally {
  for (const socket of sockets) socket.destroy();
  await shipped.stop();
}
