/**
 * Measures rates and processor time. Load over HTTP comes from a process of its own. Where other
 * work keeps the machine busy, rates say little: the processor time of a request, in this process and in the
 * database, is what bounds the rate, and hardly depends on that work.
 */
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import type { Database } from '../server/src/store/port.ts';
import { serverCpuSeconds } from './cpu.ts';
import { atOnce, CONNECTIONS } from './edge.ts';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3);
export const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 4);
const AUTOCANNON = createRequire(import.meta.url).resolve('autocannon');

/** Requests a second, ms of the slowest hundredth, and ms of processor time of each. */
export interface Cost {
  readonly rate: number;
  readonly p99: number;
  readonly cpuMs: number;
}

interface Result {
  readonly requests: { readonly average: number; readonly total: number };
  readonly latency: { readonly p99: number };
  readonly errors: number;
  readonly non2xx: number;
}

/** Requests of a URL that this process serves. Throws when one fails. */
export async function requested(
  db: Database,
  url: string,
  headers: Readonly<Record<string, string>>,
  connections: number = CONNECTIONS,
): Promise<Cost> {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`]);
  const args = [AUTOCANNON, '-j', '-n', '-c', String(connections), '-d', String(SECONDS), ...given, url];
  return withCpu(db, async () => {
    const { stdout } = await promisify(execFile)(process.execPath, args);
    const { requests, latency, errors, non2xx } = JSON.parse(stdout) as Result;
    if (errors + non2xx > 0) throw new Error(`${url}: ${non2xx} refusals, ${errors} errors`);
    return { rate: requests.average, p99: latency.p99, count: requests.total };
  });
}

/** Calls of `work`, as many at a time as there are connections. */
export function called(db: Database, work: () => Promise<unknown>): Promise<Cost> {
  return withCpu(db, async () => {
    const { rate, p99 } = await atOnce(work);
    return { rate, p99, count: rate * SECONDS };
  });
}

async function withCpu(
  db: Database,
  measure: () => Promise<{ rate: number; p99: number; count: number }>,
): Promise<Cost> {
  const server = await serverCpuSeconds(db);
  const own = process.cpuUsage();
  const { rate, p99, count } = await measure();
  const { user, system } = process.cpuUsage(own);
  const seconds = (user + system) / 1e6 + (await serverCpuSeconds(db)) - server;
  return { rate, p99, cpuMs: (1_000 * seconds) / count };
}

/** The better of two rounds, in each figure: other load only slows rounds down. */
export function better(a: Cost | undefined, b: Cost): Cost {
  if (!a) return b;
  const { rate, p99 } = a.rate > b.rate ? a : b;
  return { rate, p99, cpuMs: Math.min(a.cpuMs, b.cpuMs) };
}
