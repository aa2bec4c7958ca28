/**
 * GET /listings through the whole edge (token, limits, schemas, serialisation) on a real PostgreSQL, against
 * a bare Fastify handler that returns the same bytes, and against its one statement through the same pool.
 * One process, one run; autocannon over loopback.
 */
import { createLogger } from '../server/src/api/edge/log.ts';
import { migrate } from '../server/src/store/database/migrate.ts';
import { openPostgres } from '../server/src/store/database/postgres.ts';
import { listingsPage } from '../server/src/store/listing/listings-page.ts';
import { testApi, testWallet } from '../server/test/support/api.ts';
import { createDatabase, startPostgres } from '../stack/real/postgres.ts';
import { fill, sizeOf } from './scale/fill.ts';
import { CONNECTIONS, ENDLESS_LIMITS, sideBySide } from './side-by-side.ts';

const POOL = 8;
const ROWS = 50;

const cluster = await startPostgres({ durable: true });
const { url } = await createDatabase(cluster.url);
const { db, close } = openPostgres(url, { poolSize: POOL, statementTimeoutMs: 600_000 });
await migrate(db);
await fill(db, sizeOf(20), () => undefined);
// Logged as in production, to nowhere.
const logger = createLogger('info', { write: () => undefined });
const api = await testApi(db, { rateLimits: ENDLESS_LIMITS, logger, checkResponses: false });
const { token } = await api.signIn(testWallet('reader'));
const { bytes, ...ways } = await sideBySide(api.app, await api.app.listen({ host: '127.0.0.1', port: 0 }), {
  path: `/api/v1/listings?limit=${ROWS}`,
  headers: { authorization: `Bearer ${token}` },
  statements: () => listingsPage(db, { now: new Date(), sort: 'recent', after: null, limit: ROWS + 1 }),
});
const names = { bare: 'bare Fastify', edge: 'GET /listings', statements: 'SQL alone' };
process.stdout.write(`${ROWS} rows, ${bytes} bytes, ${CONNECTIONS} connections, pool of ${POOL}\n`);
console.table(
  Object.fromEntries(
    Object.entries(ways).map(([way, { rate, p50, p99 }]) => [
      names[way as keyof typeof names],
      {
        'requests/s': Math.round(rate),
        'p50 ms': p50.toFixed(1),
        'p99 ms': p99.toFixed(1),
        'GET /listings reaches': `${Math.round((100 * ways.edge.rate) / rate)} %`,
      },
    ]),
  ),
);
await api.app.close();
await close();
await cluster.stop();
