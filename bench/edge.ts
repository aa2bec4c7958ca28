/** What benchmarks of the edge have in common: its limits, its token, and calls at as many connections. */
import { performance } from 'node:perf_hooks';
import type { RateLimits } from '../server/src/api/edge/limits.ts';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3);
export const CONNECTIONS = 8;

/** Of every process of a bench. */
export const BENCH_TOKEN_KEYS = [{ id: 'bench', secret: '0b'.repeat(32) }] as const;

const endless = { perIp: 1e9, perCaller: 1e9 };
export const ENDLESS_LIMITS: RateLimits = {
  windowSeconds: 60,
  buckets: {
    challenge: endless,
    verify: endless,
    reads: endless,
    writes: endless,
    content: endless,
    visits: endless,
    files: endless,
    probes: endless,
  },
};

/** Requests a second, and ms of the median and the slowest hundredth. */
interface Pace {
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
}

/** As many at a time as the edge is asked. */
export async function atOnce(work: () => Promise<unknown>): Promise<Pace> {
  const took: number[] = [];
  const end = performance.now() + SECONDS * 1000;
  const one = async () => {
    while (performance.now() < end) {
      const from = performance.now();
      await work();
      took.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
  took.sort((a, b) => a - b);
  return {
    rate: took.length / SECONDS,
    p50: took[took.length >> 1]!,
    p99: took[Math.floor(took.length * 0.99)]!,
  };
}
