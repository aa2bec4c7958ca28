/**
 * Offers on a real PostgreSQL and devnode: create for 20 inscriptions, accept, and the three views of GET
 * /me/offers for a profile with 10,000 active offers (5,000 received on 1,000 inscriptions, 5,000 sent),
 * first page and a deep one, each against a bare Fastify handler that returns the same bytes and against its
 * statements alone. `BENCH_SECONDS` (3) a round, `BENCH_ROUNDS` (4).
 */
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { issueToken } from '../server/src/api/edge/bearer.ts';
import { createLogger } from '../server/src/api/edge/log.ts';
import { createApi } from '../server/src/api/server.ts';
import { migrate } from '../server/src/store/database/migrate.ts';
import type { PageKey } from '../server/src/store/database/page-key.ts';
import { openPostgres } from '../server/src/store/database/postgres.ts';
import {
  countMyOffers,
  type MyOffersWanted,
  offerEvents,
  ownedOffers,
  sentOffers,
} from '../server/src/store/offer/my-offers.ts';
import type { Database } from '../server/src/store/port.ts';
import { preflightAcceptOffer, submitAcceptOffer } from '../server/src/trading/offer/accept.ts';
import { preflightOffers, submitOffers } from '../server/src/trading/offer/make.ts';
import { apiSettings } from '../server/test/support/api.ts';
import { makeOffer, signedAcceptance, signedOffer } from '../server/test/support/bidding.ts';
import { openDesk } from '../server/test/support/desk.ts';
import type { Trader } from '../server/test/support/trader.ts';
import { createDatabase, startPostgres } from '../stack/real/postgres.ts';
import { CONNECTIONS, ENDLESS_LIMITS, sideBySide } from './side-by-side.ts';

const FLOW_ROUNDS = 7;
const OFFERS = 10_000;
const RECEIVED_ON = 1_000;
const POOL = 8;
/** Groups, rows or events on a page; one more is read. */
const PAGE = 25;
/** Pages before the deep one. */
const DEPTH = 30;

type View = 'owned' | 'sent' | 'history';
const STATEMENTS = { owned: ownedOffers, sent: sentOffers, history: offerEvents } as const satisfies Record<
  View,
  (db: Database, wanted: MyOffersWanted) => Promise<unknown>
>;

const flows: Record<string, { 'median ms': string; 'worst ms': string }> = {};

/** Runs `work` after one round that does not count; `prepare` is not timed. */
async function measure<T>(what: string, prepare: () => Promise<T>, work: (input: T) => Promise<unknown>) {
  const times: number[] = [];
  for (let round = 0; round <= FLOW_ROUNDS; round += 1) {
    const input = await prepare();
    const start = performance.now();
    await work(input);
    if (round > 0) times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  flows[what] = {
    'median ms': times[times.length >> 1]!.toFixed(1),
    'worst ms': times.at(-1)!.toFixed(1),
  };
}

/**
 * Copies one offer `count` times, spread over `on` inscriptions, so that reading is measured and signing is
 * not.
 */
async function copies(db: Database, offerId: string, count: number, on: number): Promise<void> {
  const ids = Array.from({ length: count }, () => randomUUID());
  const inscription = sql`md5('bench ' || n.place % ${on}) || md5('more ' || n.place % ${on}) || 'i0'`;
  await sql`
    insert into inscriptions (id, number, title, content_type, genesis_height, synced_height)
    select ${inscription}, 1000000 + n.place, 'Bench ' || n.place, 'image/svg+xml', 1, 1
    from generate_series(0, ${on - 1}) as n (place) on conflict (id) do nothing`.execute(db);
  await sql`
    insert into offers (id, kind, state, parent_offer_id, collection_slug, inscription_id, buyer_profile_id, buyer_binding_id,
      buyer_address, seller_address, seller_binding_id, price_sats, fees, terms, signatures, first_txid, anchor_id,
      floor_sats, top_offer_sats, validity_hours, created_at, expires_at)
    select n.id, kind, state, parent_offer_id, collection_slug, ${inscription}, buyer_profile_id, buyer_binding_id,
      buyer_address, seller_address, seller_binding_id, price_sats, fees, terms, signatures,
      md5(n.id::text) || md5('more ' || n.id::text), anchor_id,
      floor_sats, top_offer_sats, validity_hours, created_at + n.place * interval '1 ms', expires_at
    from offers, unnest(${ids}::uuid[]) with ordinality as n (id, place)
    where offers.id = ${offerId}::uuid`.execute(db);
}

/** The cursor of the page behind `DEPTH` others. */
async function deepCursor(
  app: FastifyInstance,
  view: View,
  headers: Record<string, string>,
): Promise<string> {
  let cursor = '';
  for (let page = 0; page < DEPTH; page += 1) {
    const answer = await app.inject({ url: `/api/v1/me/offers?view=${view}${cursor}`, headers });
    cursor = `&cursor=${encodeURIComponent((answer.json() as { nextCursor: string }).nextCursor)}`;
  }
  return cursor;
}

/** What a cursor holds: the tag is 12 bytes long. */
function keyIn(cursor: string): PageKey {
  const text = decodeURIComponent(cursor.slice('&cursor='.length));
  return JSON.parse(Buffer.from(text, 'base64url').subarray(12).toString()) as PageKey;
}

const cluster = await startPostgres({ durable: true });
const { url } = await createDatabase(cluster.url);
const { db, close } = openPostgres(url, { poolSize: POOL, statementTimeoutMs: 600_000 });
await migrate(db);
const desk = await openDesk({ db });
try {
  const [buyer, seller] = (await desk.traders(['p2wpkh', 'p2wpkh'], 20)) as [Trader, Trader];
  const ids = await desk.inscribe(seller, 20 + 2 * (FLOW_ROUNDS + 1) + 1);
  const twenty = ids.splice(0, 20);
  const forget = () =>
    sql`update offers set state = 'cancelled', closed_at = now() where state = 'active'`.execute(db);
  const spendableUtxos = await desk.coinsOf(buyer);
  await measure(
    'create 20 offers: preflight',
    async () => (await signedOffer(desk, buyer, twenty)).body,
    (body) => preflightOffers(desk.ctx, buyer.caller, { ...body, spendableUtxos }),
  );
  await measure(
    'create 20 offers: submit',
    async () => {
      await forget();
      return (await signedOffer(desk, buyer, twenty)).body;
    },
    (body) => submitOffers(desk.ctx, buyer.caller, body),
  );
  await forget();
  const signed = async () => {
    await desk.mine();
    return (await signedAcceptance(desk, seller, await makeOffer(desk, buyer, ids.pop()!))).body;
  };
  await measure('accept: preflight', signed, (body) => preflightAcceptOffer(desk.ctx, seller.caller, body));
  await measure('accept: submit', signed, (body) => submitAcceptOffer(desk.ctx, seller.caller, body));
  console.table(flows);

  await desk.mine();
  const [other] = (await desk.traders(['p2wpkh'])) as [Trader];
  const [theirs] = await desk.inscribe(other);
  await copies(db, (await makeOffer(desk, buyer, ids.pop()!)).offerId, OFFERS / 2, RECEIVED_ON);
  await copies(db, (await makeOffer(desk, seller, theirs!)).offerId, OFFERS / 2, OFFERS / 2);
  await sql`vacuum (analyze)`.execute(db);

  // Logged as in production, to nowhere.
  const logger = createLogger('info', { write: () => undefined });
  const app = createApi(desk.ctx, apiSettings({ rateLimits: ENDLESS_LIMITS, logger, checkResponses: false }));
  const base = await app.listen({ host: '127.0.0.1', port: 0 });
  const { profileId } = seller.caller;
  const { sessionToken } = issueToken(app, desk.clock, 3_600_000, profileId);
  const headers = { authorization: `Bearer ${sessionToken}` };
  const now = desk.clock.now();
  process.stdout.write(`GET /me/offers of ${OFFERS} offers, ${CONNECTIONS} connections, pool of ${POOL}\n`);
  const table: Record<string, Record<string, string>> = {};
  for (const view of ['owned', 'sent', 'history'] as const) {
    const deep = await deepCursor(app, view, headers);
    for (const [page, cursor] of [
      ['first page', ''],
      [`page ${DEPTH + 1}`, deep],
    ] as const) {
      const after = cursor === '' ? null : keyIn(cursor);
      const measured = await sideBySide(app, base, {
        path: `/api/v1/me/offers?view=${view}${cursor}`,
        headers,
        statements: async () => {
          await countMyOffers(db, profileId, now);
          await STATEMENTS[view](db, { profileId, now, after, limit: PAGE + 1 });
        },
      });
      const { bytes, bare, edge, statements } = measured;
      table[`${view}, ${page}`] = {
        bytes: String(bytes),
        'requests/s': edge.rate.toFixed(0),
        'p50 ms': edge.p50.toFixed(1),
        'p99 ms': edge.p99.toFixed(1),
        'statements/s': statements.rate.toFixed(0),
        'bare/s': bare.rate.toFixed(0),
        'of statements': `${Math.round((100 * edge.rate) / statements.rate)} %`,
        'of bare': `${Math.round((100 * edge.rate) / bare.rate)} %`,
      };
    }
  }
  console.table(table);
  await app.close();
} finally {
  await desk.close();
  await close();
  await cluster.stop();
}
