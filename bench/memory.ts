/**
 * Resident memory of the shipped service and its signers: at rest, and with 1,000 and 10,000 idle subscribers of
 * GET /events, each a socket of this process. Needs `npm run build`. `BENCH_SUBSCRIBERS` (10,000), `BENCH_REST`
 * (30): seconds until memory is read.
 */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startShipped } from '../stack/real/shipped-service.ts';
import { BENCH_SETTINGS, report, residentMiB } from './measure.ts';

const MOST = Number(process.env['BENCH_SUBSCRIBERS'] ?? 10_000);
const REST_MS = 1_000 * Number(process.env['BENCH_REST'] ?? 30);
/** 300 MB are 286 MiB. */
const BOUNDS = { restMiB: 150, subscribedMiB: 286 };
const AT_ONCE = 50;

const shipped = await startShipped({
  env: { ...BENCH_SETTINGS, EVENTS_STREAMS: '100000' },
});
const sockets: Socket[] = [];

async function subscribe(): Promise<void> {
  const socket = connect(shipped.port, '127.0.0.1');
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
  await sleep(REST_MS);
  report(
    `at rest on Node ${process.versions.node}, ${shipped.world}`,
    Object.entries(shipped.processes).map(([name, child]) => ({
      process: name,
      'resident MiB': Math.round(residentMiB(child)),
      'of the bound': name === 'service' ? (residentMiB(child) / BOUNDS.restMiB).toFixed(2) : '',
    })),
  );
  const service = shipped.processes['service']!;
  const atRest = residentMiB(service);
  const rows: Record<string, unknown>[] = [];
  for (const count of [MOST / 10, MOST]) {
    while (sockets.length < count)
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - sockets.length) }, subscribe));
    await sleep(REST_MS);
    const mib = residentMiB(service);
    rows.push({
      subscribers: count,
      'resident MiB': Math.round(mib),
      'KiB per subscriber': (((mib - atRest) * 1024) / count).toFixed(1),
      'of the bound': (mib / BOUNDS.subscribedMiB).toFixed(2),
    });
  }
  report('with idle subscribers of GET /events', rows);
} finally {
  for (const socket of sockets) socket.destroy();
  await shipped.stop();
}
