/**
 * Offers on a real PostgreSQL and devnode: create for 20 inscriptions, and accept. `cold-reads` measures
 * GET /me/offers. `BENCH_ROUNDS` (7).
 */
import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import { migrate } from '../server/src/store/database/migrate.ts';
import { openPostgres } from '../server/src/store/database/postgres.ts';
import { preflightAcceptOffer, submitAcceptOffer } from '../server/src/trading/offer/accept.ts';
import { preflightOffers, submitOffers } from '../server/src/trading/offer/make.ts';
import { makeOffer, signedAcceptance, signedOffer } from '../server/test/support/bidding.ts';
import { openDesk } from '../server/test/support/desk.ts';
import type { Trader } from '../server/test/support/trader.ts';
import { createDatabase, startPostgres } from '../stack/real/postgres.ts';
import { report, rounds } from './report.ts';

const ROUNDS = rounds(7);
const POOL = 8;

const rows: { flow: string; 'median ms': string; 'worst ms': string }[] = [];

/** Runs `work` after one round that does not count; `prepare` is not timed. */
async function measure<T>(what: string, prepare: () => Promise<T>, work: (input: T) => Promise<unknown>) {
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const input = await prepare();
    const start = performance.now();
    await work(input);
    if (round > 0) times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  rows.push({
    flow: what,
    'median ms': times[times.length >> 1]!.toFixed(1),
    'worst ms': times.at(-1)!.toFixed(1),
  });
}

const cluster = await startPostgres({ durable: true });
const { url } = await createDatabase(cluster.url);
const { db, close } = openPostgres(url, { poolSize: POOL, statementTimeoutMs: 600_000 });
await migrate(db);
const desk = await openDesk({ db });
try {
  const [buyer, seller] = (await desk.traders(['p2wpkh', 'p2wpkh'], 20)) as [Trader, Trader];
  const ids = await desk.inscribe(seller, 20 + 2 * (ROUNDS + 1) + 1);
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
  report('inscription offers', rows);
} finally {
  await desk.close();
  await close();
  await cluster.stop();
}
