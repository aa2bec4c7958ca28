/**
 * GET /listings through the whole edge (token, limits, schemas, serialisation) on a real PostgreSQL, against a bare Fastify handler that
 * answers the same bytes, and against its one statement through the same pool. One process, one run; autocannon over loopback.
 */
import { performance } from 'node:perf_hooks';
import autocannon from 'autocannon';
import Fastify from 'fastify';
import { createLogger } from '../server/src/api/log.ts';
import { listingsPage } from '../server/src/store/listings-page.ts';
import { migrate } from '../server/src/store/migrate.ts';
import { openPostgres } from '../server/src/store/postgres.ts';
import { NO_LIMITS, testApi, testWallet } from '../server/test/support/api.ts';
import { createDatabase, startPostgres } from '../stack/real/postgres.ts';
import { fill, sizeOf } from './scale/fill.ts';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3);
const ROUNDS = 4;
const CONNECTIONS = 8;
const POOL = 8;
const ROWS = 50;

const endless = { perIp: 1e9, perCaller: 1e9 };
const rateLimits = {
  ...NO_LIMITS,
  buckets: { challenge: endless, verify: endless, reads: endless, writes: endless },
};

const cluster = await startPostgres({ durable: true });
const { url } = await createDatabase(cluster.url);
const { db, close } = openPostgres(url, { poolSize: POOL, statementTimeoutMs: 600_000 });
await migrate(db);
await fill(db, sizeOf(20), () => undefined);
// Logged as in production, to nowhere.
const logger = createLogger('info', { write: () => undefined });
const api = await testApi(db, { rateLimits, logger, checkAnswers: false });
const { token } = await api.signIn(testWallet('reader'));
const path = `/api/v1/listings?limit=${ROWS}`;
const headers = { authorization: `Bearer ${token}` };
const same = await api.app.inject({ url: path, headers });
const bytes = Buffer.from(same.body);
const bare = Fastify();
bare.get('/api/v1/listings', (_request, reply) => {
  void reply.type('application/json; charset=utf-8').send(bytes);
});
const listen = { host: '127.0.0.1', port: 0 };
const targets = {
  'bare Fastify': await bare.listen(listen),
  'GET /listings': await api.app.listen(listen),
};

/** Requests a second and ms of the median and the slowest hundredth. */
async function loaded(base: string) {
  const run = await autocannon({ url: base + path, headers, connections: CONNECTIONS, duration: SECONDS });
  if (run.non2xx > 0 || run.errors > 0)
    throw new Error(`${base}: ${run.non2xx} refusals, ${run.errors} errors`);
  return { rate: run.requests.average, p50: run.latency.p50, p99: run.latency.p99 };
}

/** The statement alone, with as many at a time as the edge is asked. */
async function statement() {
  const took: number[] = [];
  const end = performance.now() + SECONDS * 1000;
  const one = async () => {
    while (performance.now() < end) {
      const from = performance.now();
      await listingsPage(db, { sort: 'recent', after: null, limit: ROWS + 1 });
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

const seen: Record<string, Awaited<ReturnType<typeof statement>>> = {};
const keepBest = (name: string, run: (typeof seen)[string]) => {
  if (run.rate > (seen[name]?.rate ?? 0)) seen[name] = run;
};
// In turns, and the best of each: what else the machine does in the meantime slows a round, never quickens it.
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [name, base] of Object.entries(targets)) keepBest(name, await loaded(base));
  keepBest('SQL alone', await statement());
}
const edge = seen['GET /listings']!;
process.stdout.write(`${ROWS} rows, ${bytes.length} bytes, ${CONNECTIONS} connections, pool of ${POOL}\n`);
console.table(
  Object.fromEntries(
    Object.entries(seen).map(([name, { rate, p50, p99 }]) => [
      name,
      {
        'requests/s': Math.round(rate),
        'p50 ms': p50.toFixed(1),
        'p99 ms': p99.toFixed(1),
        'GET /listings reaches': `${Math.round((100 * edge.rate) / rate)} %`,
      },
    ]),
  ),
);
await api.app.close();
await bare.close();
await close();
await cluster.stop();
