/**
 * Offers, on a desk in this process: create for 20 inscriptions, accept, and the three views of GET /me/offers for a profile with 10,000
 * active offers (5,000 received, 5,000 sent). `npx tsx --conditions=source bench/offers.ts`.
 */
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import { countMyOffers, offerEvents, ownedOffers, sentOffers } from '../server/src/store/my-offers.ts';
import { submitAcceptOffer } from '../server/src/trading/accept-offer.ts';
import { submitOffers } from '../server/src/trading/offer.ts';
import { makeOffer, signedAcceptance, signedOffer } from '../server/test/support/bidding.ts';
import { type Desk, openDesk } from '../server/test/support/desk.ts';
import type { Trader } from '../server/test/support/trader.ts';

const ROUNDS = 5;
const READS = 30;
const OFFERS = 10_000;

const results: { what: string; medianMs: number; worstMs: number }[] = [];

/** Runs `work` `rounds` times after one that does not count; `prepare` is not timed. */
async function measure<T>(
  what: string,
  rounds: number,
  prepare: () => Promise<T>,
  work: (input: T) => Promise<unknown>,
): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const input = await prepare();
    const start = performance.now();
    await work(input);
    if (round > 0) times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  results.push({ what, medianMs: times[times.length >> 1]!, worstMs: times.at(-1)! });
}

/** Copies one offer `count` times under fresh ids, so that reading is measured and signing is not. */
async function copies(desk: Desk, offerId: string, count: number): Promise<void> {
  for (let done = 0; done < count; done += 1_000) {
    const ids = Array.from({ length: Math.min(1_000, count - done) }, () => randomUUID());
    await sql`
      insert into offers (id, kind, state, parent_offer_id, collection_slug, inscription_id, buyer_profile_id, buyer_binding_id,
        buyer_address, seller_address, seller_binding_id, price_sats, fees, terms, signatures, first_txid, anchor_id,
        floor_sats, top_offer_sats, validity_hours, created_at, expires_at)
      select n.id, kind, state, parent_offer_id, collection_slug, inscription_id, buyer_profile_id, buyer_binding_id,
        buyer_address, seller_address, seller_binding_id, price_sats, fees, terms, signatures, n.id::text, anchor_id,
        floor_sats, top_offer_sats, validity_hours, created_at + n.place * interval '1 ms', expires_at
      from offers, unnest(${ids}::uuid[]) with ordinality as n (id, place)
      where offers.id = ${offerId}::uuid`.execute(desk.ctx.db);
  }
}

const desk = await openDesk();
try {
  const [buyer, seller] = (await desk.traders(['p2wpkh', 'p2wpkh'], 20)) as [Trader, Trader];
  const ids = await desk.inscribe(seller, 40);
  await measure(
    'submit 20 offers',
    ROUNDS,
    () => signedOffer(desk, buyer, ids.slice(0, 20)),
    async ({ body }) => {
      await submitOffers(desk.ctx, buyer.caller, body);
      await sql`update offers set state = 'cancelled', closed_at = now() where state = 'active'`.execute(
        desk.ctx.db,
      );
    },
  );
  await measure(
    'accept an offer',
    ROUNDS,
    async () => {
      await desk.mine();
      return signedAcceptance(desk, seller, await makeOffer(desk, buyer, ids.pop()!));
    },
    ({ body }) => submitAcceptOffer(desk.ctx, seller.caller, body),
  );

  await desk.mine();
  const received = await makeOffer(desk, buyer, ids.pop()!);
  const [other] = (await desk.traders(['p2wpkh'])) as [Trader];
  const [theirs] = await desk.inscribe(other);
  const sent = await makeOffer(desk, seller, theirs!);
  await copies(desk, received.offerId, OFFERS / 2);
  await copies(desk, sent.offerId, OFFERS / 2);
  await sql`analyze`.execute(desk.ctx.db);
  const wanted = { profileId: seller.caller.profileId, now: desk.clock.now(), after: null, limit: 26 };
  const nothing = async () => undefined;
  const { db } = desk.ctx;
  await measure(`counts of ${OFFERS} offers`, READS, nothing, () =>
    countMyOffers(db, wanted.profileId, wanted.now),
  );
  await measure(`view owned of ${OFFERS} offers`, READS, nothing, () => ownedOffers(db, wanted));
  await measure(`view sent of ${OFFERS} offers`, READS, nothing, () => sentOffers(db, wanted));
  await measure(`view history of ${OFFERS} offers`, READS, nothing, () => offerEvents(db, wanted));
} finally {
  await desk.close();
}
for (const { what, medianMs, worstMs } of results)
  process.stdout.write(
    `${what.padEnd(32)} median ${medianMs.toFixed(1)} ms, worst ${worstMs.toFixed(1)} ms\n`,
  );
