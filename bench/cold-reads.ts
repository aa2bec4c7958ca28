/**
 * Pages that are not kept: deep pages of the book, of a collection and of sales, and GET /me/offers with
 * 10,000 offers. Each through the whole edge, from a bare handler that makes the same statements and returns as
 * many bytes, as its statements alone through the same pool, and beside a bare range of one index with as many
 * rows of the same bytes. Real PostgreSQL, in turns; the load comes from a process of its own. `BENCH_SECONDS` (3)
 * a round, `BENCH_ROUNDS` (4), `BENCH_PAGES`: only those whose names have this text.
 */
import { loadavg } from 'node:os';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { createLogger } from '../server/src/api/edge/log.ts';
import { collectionItemsPage } from '../server/src/store/catalogue/collection-items.ts';
import { migrate } from '../server/src/store/database/migrate.ts';
import type { PageKey } from '../server/src/store/database/page-key.ts';
import { openPostgres } from '../server/src/store/database/postgres.ts';
import { listingTexts } from '../server/src/store/listing/listings-page.ts';
import { offerEvents, ownedOffers, sentOffers } from '../server/src/store/offer/my-offers.ts';
import { saleTexts } from '../server/src/store/sale/sales.ts';
import { testApi, testWallet } from '../server/test/support/api.ts';
import { createDatabase, startPostgres } from '../stack/real/postgres.ts';
import { CONNECTIONS, ENDLESS_LIMITS } from './edge.ts';
import { better, type Cost, called, ROUNDS, requested } from './load-process.ts';
import { fillOffers, OFFERS, RECEIVED_ON } from './my-offers.ts';
import { fill, sizeOf } from './scale/fill.ts';

const POOL = 8;
/** Of its own statements' rate; times the bare range's time; requests/s of GET /me/offers. */
const GOALS = { share: 0.8, times: 2, myOffers: 500 };

interface ColdRead {
  readonly path: string;
  /** Rows that one page reads. */
  readonly rows: number;
  readonly statements: (after: PageKey | null) => Promise<unknown>;
}

const cluster = await startPostgres({ durable: true });
const { url } = await createDatabase(cluster.url);
const { db, close } = openPostgres(url, { poolSize: POOL, statementTimeoutMs: 600_000 });
await migrate(db);
await fill(db, sizeOf(20), () => undefined);
// Logged as in production, to nowhere.
const logger = createLogger('info', { write: () => undefined });
const api = await testApi(db, { rateLimits: ENDLESS_LIMITS, logger, checkResponses: false });
const wallet = testWallet('reader');
const reader = await api.signIn(wallet);
const { profileId } = reader;
await fillOffers(db, reader, wallet.ordinals.address, await api.signIn(testWallet('bidder')));
const headers = { authorization: `Bearer ${reader.token}` };
const base = await api.app.listen({ host: '127.0.0.1', port: 0 });
const now = api.clock.now();

const mine = (view: string, read: typeof ownedOffers): ColdRead => ({
  path: `/me/offers?view=${view}`,
  rows: view === 'owned' ? 26 * (OFFERS / 2 / RECEIVED_ON) : 26,
  statements: (after) => read(db, { profileId, now, after, limit: 26 }),
});
const READS: Record<string, ColdRead> = {
  'the book': {
    path: '/listings?limit=50',
    rows: 51,
    statements: (after) => listingTexts(db, { now, sort: 'recent', after, limit: 51 }),
  },
  'the book of a collection': {
    path: '/listings?limit=50&sort=price&collectionSlug=slug-3',
    rows: 51,
    statements: (after) =>
      listingTexts(db, { now, sort: 'price', collectionSlug: 'slug-3', after, limit: 51 }),
  },
  'a collection': {
    path: '/collection/slug-7/inscriptions?limit=48',
    rows: 49,
    statements: (after) => collectionItemsPage(db, { slug: 'slug-7', sort: 'oldest', now, after, limit: 49 }),
  },
  sales: {
    path: '/sales?limit=50',
    rows: 51,
    statements: (after) => saleTexts(db, { after, limit: 51 }),
  },
  'sales of a collection': {
    path: '/sales?limit=50&collectionSlug=slug-3',
    rows: 51,
    statements: (after) => saleTexts(db, { after, limit: 51, collectionSlug: 'slug-3' }),
  },
  'offers owned': mine('owned', ownedOffers),
  'offers sent': mine('sent', sentOffers),
  'offers, history': mine('history', offerEvents),
};

/** A range of one index: rows of `bytes` each. */
async function bareRange(rows: number, bytes: number): Promise<() => Promise<unknown>> {
  await sql`drop table if exists bare_rows`.execute(db);
  await sql`create table bare_rows (place bigint primary key, shown text not null)`.execute(db);
  await sql`
    insert into bare_rows select n, left(repeat(md5(n::text), ${bytes}::integer / 32 + 1), ${bytes})
    from generate_series(1, 5000) n`.execute(db);
  await sql`vacuum (analyze) bare_rows`.execute(db);
  return () =>
    sql`select place, shown from bare_rows where place > ${1_000} order by place limit ${sql.lit(rows)}`.execute(
      db,
    );
}

/** A handler that makes the statements and returns as many bytes: what any server of this page does at least. */
async function bareHandler(statements: () => Promise<unknown>, bytes: number) {
  const app = Fastify();
  const body = Buffer.alloc(bytes, 'x');
  app.get('/', async (_request, reply) => {
    await statements();
    return reply.type('application/json; charset=utf-8').send(body);
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { url, close: () => app.close() };
}

/** The second page: what its cursor holds, and its path. */
async function secondPage(path: string): Promise<{ path: string; after: PageKey; bytes: number }> {
  const answer = await api.app.inject({ url: `/api/v1${path}`, headers });
  const body = answer.json() as { pagination?: { nextCursor: string }; nextCursor?: string };
  const cursor = body.pagination?.nextCursor ?? body.nextCursor;
  if (!cursor) throw new Error(`${path}: ${answer.body.slice(0, 300)}`);
  // the tag is 12 bytes long
  const after = JSON.parse(Buffer.from(cursor, 'base64url').subarray(12).toString()) as PageKey;
  return { path: `${path}&cursor=${encodeURIComponent(cursor)}`, after, bytes: answer.rawPayload.length };
}

const table: Record<string, Record<string, string | number>> = {};
for (const [name, { path, rows, statements }] of Object.entries(READS)) {
  if (!name.includes(process.env['BENCH_PAGES'] ?? '')) continue;
  const page = await secondPage(path);
  const bare = await bareRange(rows, Math.round(page.bytes / rows));
  const handler = await bareHandler(() => statements(page.after), page.bytes);
  const best: { edge?: Cost; handler?: Cost; statements?: Cost; bare?: Cost } = {};
  // uncounted: it compiles the code of the page
  await requested(db, `${base}/api/v1${page.path}`, headers);
  for (let round = 0; round < ROUNDS; round += 1) {
    best.edge = better(best.edge, await requested(db, `${base}/api/v1${page.path}`, headers));
    best.handler = better(best.handler, await requested(db, handler.url, headers));
    best.statements = better(best.statements, await called(db, () => statements(page.after)));
    best.bare = better(best.bare, await called(db, bare));
  }
  await handler.close();
  const { edge, handler: least, statements: alone, bare: range } = best as Required<typeof best>;
  const share = edge.rate / alone.rate;
  const times = range.rate / alone.rate;
  table[name] = {
    bytes: page.bytes,
    'requests/s': Math.round(edge.rate),
    'of its statements': `${Math.round(100 * share)} %`,
    'of that goal': (share / GOALS.share).toFixed(2),
    'bare handler, of its statements': `${Math.round((100 * least.rate) / alone.rate)} %`,
    'statements/s': Math.round(alone.rate),
    'times a bare range': times.toFixed(1),
    'of that goal ': (GOALS.times / times).toFixed(2),
    'CPU ms': edge.cpuMs.toFixed(2),
    'of statements': alone.cpuMs.toFixed(2),
    'of a bare range': range.cpuMs.toFixed(2),
    ...(path.startsWith('/me') && { 'of 500/s': (edge.rate / GOALS.myOffers).toFixed(2) }),
  };
}
const load = loadavg()[0]!.toFixed(1);
process.stdout.write(
  `${CONNECTIONS} connections, pool of ${POOL}, load ${load}; goals: 80 % of the statements, twice a bare range\n`,
);
console.table(table);
await api.app.close();
await close();
await cluster.stop();
