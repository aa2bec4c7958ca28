/** What a client knows from events alone equals what the API returns, whatever happened in between. */

import { EVENT_SCHEMAS, type Topic } from '@ordbook/api/event/event';
import { Refusal } from '@ordbook/protocol/refusals';
import type { FastifyInstance } from 'fastify';
import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Random, randomFrom } from '../../../../stack/random.ts';
import { rounds } from '../../../../stack/rounds.ts';
import { issueToken } from '../../../src/api/edge/bearer.ts';
import { createApi } from '../../../src/api/server.ts';
import { cancelCollectionOffer } from '../../../src/trading/collection-offer/close.ts';
import { delistListings } from '../../../src/trading/listing/delist.ts';
import { cancelOffer, rejectOffer } from '../../../src/trading/offer/close.ts';
import { apiSettings } from '../../support/api.ts';
import { acceptCounter, acceptOffer, makeCounter, makeOffer, type OfferRef } from '../../support/bidding.ts';
import { fill, makeOffers } from '../../support/collection-offers.ts';
import { type Desk, openDesk, SLUG } from '../../support/desk.ts';
import { EventBook } from '../../support/event-book.ts';
import { listening, type Subscriber, subscribe } from '../../support/event-stream.ts';
import { moveInscription } from '../../support/move-inscription.ts';
import { QUICK_TIER } from '../../support/offer-signers.ts';
import { buy, list } from '../../support/trade.ts';
import type { Trader } from '../../support/trader.ts';

let desk: Desk;
let app: FastifyInstance;
let base: string;
let traders: Trader[];
let ids: string[];
const checks = Object.fromEntries(
  Object.entries(EVENT_SCHEMAS).map(([topic, schema]) => [topic, Compile(schema)]),
) as Record<Topic, ReturnType<typeof Compile>>;

beforeAll(async () => {
  desk = await openDesk({
    anchors: 150,
    tiers: [QUICK_TIER],
    // Days pass, and this client reads from the beginning.
    settings: { eventsKeptMs: 1e12 },
  });
  // more coins than a sequence spends between two blocks
  traders = await desk.traders(['p2wpkh', 'p2tr', 'p2sh-p2wpkh'], 40);
  ids = await desk.inscribe(traders[0]!, 12);
  await desk.mine(3);
  app = createApi(desk.ctx, apiSettings());
  base = await listening(app);
});
afterAll(async () => {
  await app?.close();
  await desk?.close();
});

const tokenOf = ({ caller }: Trader) =>
  issueToken(app, desk.clock, 3_600_000_000, caller.profileId).sessionToken;
async function get(path: string, trader: Trader) {
  const headers = { authorization: `Bearer ${tokenOf(trader)}` };
  const answer = await app.inject({ url: `/api/v1${path}`, headers });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

/** Everything that has happened has reached the subscriber. */
async function inStep(subscriber: Subscriber): Promise<void> {
  await desk.ctx.db.selectFrom('events').select('seq').limit(1).execute();
  const probe = await subscribe(base);
  await probe.until((frames) => frames.some(({ name }) => name === 'ready'));
  const last = Number(probe.frames[0]!.id!.split('-')[0]);
  probe.close();
  await subscriber.until((frames) => Number(frames.at(-1)?.id?.split('-')[0] ?? 0) >= last || last === 0);
}

describe('events replayed', () => {
  test.each(Array.from({ length: rounds(12) }, (_, i) => i + 1))(
    'give the book that the API returns, over reorgs and with every product (seed %i)',
    async (seed) => {
      const random = randomFrom(seed);
      // What a subscriber sees who is a party of everything that it compares.
      const me = traders[0]!;
      const subscriber = await subscribe(base, { token: tokenOf(me), lastEventId: '0-0' });
      for (let step = 0; step < 70; step++) await act(random);
      await desk.mine();
      // A block ends the sequence, and every subscriber sees blocks.
      await inStep(subscriber);
      const book = new EventBook();
      for (const event of subscriber.events()) {
        expect(checks[event.topic].Errors(event)).toEqual([]);
        book.apply(event);
      }
      const sequence = subscriber.events().map((event) => event.sequence);
      expect(sequence).toEqual([...new Set(sequence)].sort((a, b) => a - b));
      await compare(book, me);
      subscriber.close();
    },
    240_000,
  );
});

async function compare(book: EventBook, me: Trader): Promise<void> {
  const { listings } = await get('/listings?limit=100', me);
  expect(byId([...book.listings.values()], 'listingId')).toEqual(byId(listings, 'listingId'));
  const { sales } = await get('/sales?limit=100', me);
  expect(byId([...book.sales.values()], 'saleId')).toEqual(byId(sales, 'saleId'));
  const offers = [];
  for (const id of ids) offers.push(...(await get(`/inscriptions/${id}/offers/history`, me)).offers);
  expect(byId([...book.offers.values()], 'id')).toEqual(byId(offers, 'id'));
  const { rows } = await get(`/collection/${SLUG}/collection-offers`, me);
  const shown = rows.map(({ status: _, actionBindingId: __, ...row }: Record<string, unknown>) => row);
  expect(byId([...book.collectionOffers.values()], 'id')).toEqual(byId(shown, 'id'));
  const { data } = await get(`/collection-stats/floors?slugs=${SLUG}`, me);
  const { slug, floor, listedCount } = data[0];
  expect(book.floors.get(SLUG) ?? { slug, floor: null, listedCount: 0 }).toEqual({
    slug,
    floor,
    listedCount,
  });
  const { hash } = await desk.ctx.chain.tip();
  expect(book.blocks.at(-1)).toBe(hash);
}

const byId = (rows: readonly Record<string, unknown>[], id: string) =>
  [...rows].sort((a, b) => String(a[id]).localeCompare(String(b[id])));

const offers: OfferRef[] = [];
const counters: OfferRef[] = [];

/** Something that a user or the chain does; what the service refuses changes nothing. */
async function act(random: Random): Promise<void> {
  const [seller, buyer] = traders as [Trader, Trader];
  const { ctx } = desk;
  const id = random.pick(ids);
  const price = 20_000 + random.below(30) * 1_000;
  const listed = () =>
    ctx.db
      .selectFrom('listings')
      .select(['id as listingId', 'inscriptionId', 'priceSats'])
      .where('state', '=', 'buyable')
      .execute();
  const bids = () =>
    ctx.db.selectFrom('collectionOffers').select('id').where('state', '=', 'active').execute();
  const buyOne = async () => {
    const [one] = await listed();
    if (one) await buy(desk, buyer, [one]);
  };
  const acts: readonly (() => Promise<unknown>)[] = [
    () => list(desk, seller, [id], price),
    () => list(desk, seller, [id], price, 1 + random.below(3)),
    buyOne,
    buyOne,
    async () => {
      const [one] = await listed();
      if (one)
        await delistListings(ctx, seller.caller, {
          slug: SLUG,
          walletBindingId: seller.walletBindingId,
          listings: [{ listingId: one.listingId, inscriptionId: one.inscriptionId }],
        });
    },
    async () => offers.push(await makeOffer(desk, buyer, id, { priceSats: price })),
    async () => offers.push(await makeOffer(desk, traders[2]!, id, { priceSats: price })),
    async () =>
      counters.push(await makeCounter(desk, seller, random.pick(offers), { priceSats: price + 5_000 })),
    () => acceptOffer(desk, seller, random.pick(offers)),
    () => acceptCounter(desk, buyer, random.pick(counters)),
    () => cancelOffer(ctx, buyer.caller, { ...random.pick(offers), walletBindingId: buyer.walletBindingId }),
    () =>
      rejectOffer(ctx, seller.caller, { ...random.pick(offers), walletBindingId: seller.walletBindingId }),
    () => makeOffers(desk, buyer, { priceSats: price }),
    async () => fill(desk, seller, (await bids())[0]!.id, id),
    async () =>
      cancelCollectionOffer(ctx, buyer.caller, {
        slug: SLUG,
        offerId: (await bids())[0]!.id,
        walletBindingId: buyer.walletBindingId,
      }),
    // Back from the buyer, so that there is something to trade.
    () => moveInscription(desk, buyer, id, seller.ordinals.address),
    () => moveInscription(desk, seller, id, buyer.ordinals.address),
    async () => desk.clock.step(3_600_000 * random.below(20)),
    () => desk.mine(),
    () => desk.mine(),
    () => list(desk, seller, [random.pick(ids)], price),
    () => list(desk, seller, [random.pick(ids)], price),
    () => desk.reorg(1 + random.below(2)),
  ];
  try {
    await random.pick(acts)();
  } catch (error) {
    // The node refuses moves of what somebody else holds.
    const isRefused = error instanceof Refusal || (error as Error).constructor.name === 'RpcError';
    if (!isRefused && !(error instanceof TypeError)) throw error;
  }
}
