/**
 * First pages that are kept: the book, a collection, floors, sales, and GET /me/offers of a profile with
 * 10,000 offers through the whole edge, against a bare Fastify handler that returns the same bytes behind the
 * same token and limits. Real PostgreSQL; the load comes from a process of its own. `BENCH_SECONDS` (3) a
 * round, `BENCH_ROUNDS` (4), the two in turns, with `BENCH_CONNECTIONS` (64).
 */
import { loadavg } from 'node:os';
import Fastify, { type FastifyInstance } from 'fastify';
import { callerOf, installBearer } from '../server/src/api/edge/bearer.ts';
import { createLimits, limitsInMemory } from '../server/src/api/edge/limits.ts';
import { createLogger } from '../server/src/api/edge/log.ts';
import { migrate } from '../server/src/store/database/migrate.ts';
import { openPostgres } from '../server/src/store/database/postgres.ts';
import { TEST_SETTINGS, type TestApi, TOKEN_KEYS, testApi, testWallet } from '../server/test/support/api.ts';
import { createDatabase, startPostgres } from '../stack/real/postgres.ts';
import { ENDLESS_LIMITS } from './edge.ts';
import { better, type Cost, ROUNDS, requested } from './load-process.ts';
import { fillOffers } from './my-offers.ts';
import { fill, sizeOf } from './scale/fill.ts';

/** Share of the bare handler's rate. */
const GOAL = 0.5;
/** Connections at a time. */
const CLIENTS = Number(process.env['BENCH_CONNECTIONS'] ?? 64);
const SLUGS = Array.from({ length: 20 }, (_, i) => `slug-${i}`);
const PAGES = {
  'the book': '/listings?limit=50',
  'a collection': '/collection/slug-7/inscriptions?limit=48',
  'floors of 20': `/collection-stats/floors?slugs=${SLUGS.join(',')}`,
  sales: '/sales?limit=50',
  'offers owned': '/me/offers?view=owned',
  'offers sent': '/me/offers?view=sent',
  'offers, history': '/me/offers?view=history',
};

/** Token and limits as the service has them, and nothing else. */
async function bareHandler({ clock }: TestApi, bytes: Buffer): Promise<FastifyInstance> {
  const app = Fastify();
  app.decorateRequest('caller', null);
  installBearer(app, TEST_SETTINGS, TOKEN_KEYS);
  const limits = createLimits(ENDLESS_LIMITS, limitsInMemory);
  app.addHook('onRequest', async (request, reply) => {
    await limits.countIp('reads', request, reply);
    request.caller = await callerOf(request, clock);
    await limits.countCaller('reads', request.caller.profileId, reply);
  });
  app.get('*', (_request, reply) => {
    void reply.type('application/json; charset=utf-8').send(bytes);
  });
  return app;
}

const cluster = await startPostgres({ durable: true });
const { url } = await createDatabase(cluster.url);
const { db, close } = openPostgres(url, { poolSize: 8, statementTimeoutMs: 600_000 });
await migrate(db);
await fill(db, sizeOf(20), () => undefined);
// Logged as in production, to nowhere.
const logger = createLogger('info', { write: () => undefined });
const api = await testApi(db, { rateLimits: ENDLESS_LIMITS, logger, checkResponses: false });
const wallet = testWallet('reader');
const reader = await api.signIn(wallet);
await fillOffers(db, reader, wallet.ordinals.address, await api.signIn(testWallet('bidder')));
const headers = { authorization: `Bearer ${reader.token}` };
const base = await api.app.listen({ host: '127.0.0.1', port: 0 });
const table: Record<string, Record<string, string | number>> = {};
for (const [name, path] of Object.entries(PAGES)) {
  const answer = await api.app.inject({ url: `/api/v1${path}`, headers });
  if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.body}`);
  const bare = await bareHandler(api, answer.rawPayload);
  const bareBase = await bare.listen({ host: '127.0.0.1', port: 0 });
  let [bareCost, cost]: [Cost | undefined, Cost | undefined] = [undefined, undefined];
  for (let round = 0; round < ROUNDS; round += 1) {
    bareCost = better(bareCost, await requested(db, bareBase + path, headers, CLIENTS));
    cost = better(cost, await requested(db, `${base}/api/v1${path}`, headers, CLIENTS));
  }
  await bare.close();
  const ratio = cost!.rate / bareCost!.rate;
  table[name] = {
    bytes: answer.rawPayload.length,
    'bare requests/s': Math.round(bareCost!.rate),
    'requests/s': Math.round(cost!.rate),
    'of bare': `${Math.round(100 * ratio)} %`,
    'of the goal': (ratio / GOAL).toFixed(2),
    'bare CPU ms': bareCost!.cpuMs.toFixed(3),
    'CPU ms': cost!.cpuMs.toFixed(3),
    'bare CPU of it': `${Math.round((100 * bareCost!.cpuMs) / cost!.cpuMs)} %`,
  };
}
const load = loadavg()[0]!.toFixed(1);
process.stdout.write(`${CLIENTS} connections, goal: ${100 * GOAL} % of bare, load ${load}\n`);
console.table(table);
await api.app.close();
await close();
await cluster.stop();
