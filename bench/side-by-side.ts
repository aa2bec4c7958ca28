/**
 * One read in three ways, under the same load and in turns: through the whole edge over HTTP, from a bare
 * Fastify handler that returns the same bytes, and as its statements alone through the same pool.
 */
import { performance } from 'node:perf_hooks';
import autocannon from 'autocannon';
import Fastify, { type FastifyInstance } from 'fastify';
import type { RateLimits } from '../server/src/api/edge/limits.ts';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 4);
export const CONNECTIONS = 8;

const endless = { perIp: 1e9, perCaller: 1e9 };
export const ENDLESS_LIMITS: RateLimits = {
  windowSeconds: 60,
  buckets: { challenge: endless, verify: endless, reads: endless, writes: endless },
};

export interface Read {
  /** Of the edge, from its root. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What the edge asks of the database for it. */
  readonly statements: () => Promise<unknown>;
}

/** Requests a second, and ms of the median and the slowest hundredth. */
interface Pace {
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
}

export interface Measured {
  readonly bytes: number;
  readonly bare: Pace;
  readonly edge: Pace;
  readonly statements: Pace;
}

/**
 * Measures one read of `edge`, which listens at `base`. The best round of each way counts, because other load
 * on the machine only slows rounds down.
 */
export async function sideBySide(edge: FastifyInstance, base: string, read: Read): Promise<Measured> {
  const { path, headers, statements } = read;
  const answer = await edge.inject({ url: path, headers: { ...headers } });
  if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.body}`);
  const bytes = Buffer.from(answer.body);
  const bare = Fastify();
  bare.get('*', (_request, reply) => {
    void reply.type('application/json; charset=utf-8').send(bytes);
  });
  const bareBase = await bare.listen({ host: '127.0.0.1', port: 0 });
  const ways = {
    bare: () => loaded(bareBase + path, headers),
    edge: () => loaded(base + path, headers),
    statements: () => atOnce(statements),
  };
  const best: Partial<Record<keyof typeof ways, Pace>> = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [way, measure] of Object.entries(ways) as [keyof typeof ways, () => Promise<Pace>][]) {
      const pace = await measure();
      if (pace.rate > (best[way]?.rate ?? 0)) best[way] = pace;
    }
  }
  await bare.close();
  return { bytes: bytes.length, ...(best as Record<keyof typeof ways, Pace>) };
}

async function loaded(url: string, headers: Read['headers']): Promise<Pace> {
  const options = { url, headers: { ...headers }, connections: CONNECTIONS, duration: SECONDS };
  const run = await autocannon(options);
  if (run.non2xx > 0 || run.errors > 0)
    throw new Error(`${url}: ${run.non2xx} refusals, ${run.errors} errors`);
  return { rate: run.requests.average, p50: run.latency.p50, p99: run.latency.p99 };
}

/** As many at a time as the edge is asked. */
async function atOnce(work: () => Promise<unknown>): Promise<Pace> {
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
