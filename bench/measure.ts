/** What benchmarks have in common: rounds, tables, processor time, and a session with its own limits. */
import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { sql } from 'kysely';
import { issueToken } from '../server/src/api/edge/bearer.ts';
import { DEFAULT_RATE_LIMITS, type RateLimits } from '../server/src/api/edge/limits.ts';
import { HOUR_MS, systemClock } from '../server/src/base/clock.ts';
import { openPostgres } from '../server/src/store/database/postgres.ts';
import type { Database } from '../server/src/store/port.ts';
import { testApi } from '../server/test/support/api.ts';

/** How often a benchmark measures: BENCH_ROUNDS, or `usual`. */
export const rounds = (usual: number): number => Number(process.env['BENCH_ROUNDS'] ?? usual);

/** The value below which a share of `times` lies. */
export const quantile = (times: readonly number[], share: number): number =>
  [...times].sort((a, b) => a - b)[Math.floor(share * (times.length - 1))]!;

/** Prints a titled table with the machine's load, without which no figure means much. */
export function report(title: string, rows: readonly Record<string, unknown>[]): void {
  console.log(`\n${title}; load ${loadavg()[0]!.toFixed(1)} on ${availableParallelism()} cores`);
  console.table(rows);
}

const endless = { perIp: 1e9, perCaller: 1e9 };
export const ENDLESS_LIMITS: RateLimits = {
  windowSeconds: 60,
  buckets: Object.fromEntries(
    Object.keys(DEFAULT_RATE_LIMITS.buckets).map((bucket) => [bucket, endless]),
  ) as RateLimits['buckets'],
};

const TOKEN_KEYS = [{ id: 'bench', secret: '0b'.repeat(32) }] as const;
/** The domain of the tokens below. */
export const BENCH_DOMAIN = 'market.test';
/** Settings of a service that takes `sessionTokens`, and whose limits nobody reaches. */
export const BENCH_SETTINGS = {
  TOKEN_KEYS: TOKEN_KEYS.map(({ id, secret }) => `${id}:${secret}`).join(','),
  DOMAIN: BENCH_DOMAIN,
  LIMIT_SCALE: '100000',
} as const;

/** Tokens of `count` profiles without wallets, for a service with `BENCH_SETTINGS` on this database. */
export async function sessionTokens(databaseUrl: string, count: number): Promise<string[]> {
  const { db, close } = openPostgres(databaseUrl, { poolSize: 1 });
  const { app } = await testApi(db, { tokenKeys: TOKEN_KEYS });
  const tokens = Array.from(
    { length: count },
    () => issueToken(app, systemClock, HOUR_MS, crypto.randomUUID()).sessionToken,
  );
  await app.close();
  await close();
  return tokens;
}

/** Ticks of `/proc/PID/stat` in a second. */
const TICKS = 100;
const statOf = (pid: number): string[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');

/** Processor time of processes so far, with that of their children that have ended, s; 0 for one that is gone. */
export function cpuSeconds(pids: readonly number[]): number {
  const of = (pid: number) => {
    try {
      // utime, stime, cutime, cstime
      const ticks = statOf(pid).slice(11, 15).map(Number);
      return ticks.reduce((sum, one) => sum + one, 0) / TICKS;
    } catch {
      return 0;
    }
  };
  return pids.reduce((sum, pid) => sum + of(pid), 0);
}

/** The same of the server that a database is on, with all its processes. */
export async function serverCpuSeconds(db: Database): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const parent = Number(statOf(rows[0]!.pid)[1]);
  const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim().split(' ');
  return cpuSeconds([parent, ...children.map(Number)]);
}

/** Resident MiB of a process now. */
export function residentMiB({ pid }: { readonly pid?: number | undefined }): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) / 1024;
}
