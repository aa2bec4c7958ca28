import { Refusal } from '@ordbook/protocol/refusals';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../../src/base/clock.ts';
import { collectionOfferById } from '../../../src/store/collection-offer/collection-offers.ts';
import { newestEvents } from '../../../src/store/event/events.ts';
import { numberEvents } from '../../../src/store/event/number-events.ts';
import { ownTrades } from '../../../src/store/trade/own-trades.ts';
import { tradeStory } from '../../../src/store/trade/story.ts';
import { tradesPage } from '../../../src/store/trade/trades-page.ts';
import { makeCounter, makeOffer, offerNow } from '../../support/bidding.ts';
import { makeOffers as makeCollectionOffers } from '../../support/collection-offers.ts';
import { type Desk, openDesk } from '../../support/desk.ts';
import { type DeskApi, serveDesk } from '../../support/desk-api.ts';
import { QUICK_TIER } from '../../support/offer-signers.ts';
import { list } from '../../support/trade.ts';
import type { Trader } from '../../support/trader.ts';

let desk: Desk;
let api: DeskApi;
let seller: Trader;
let buyer: Trader;
/** An offer, a counter, a collection offer and a listing, which end after `HOURS`. */
let trades: readonly string[];
let inscriptionId: string;
const HOURS = 24;

beforeAll(async () => {
  desk = await openDesk({ tiers: [QUICK_TIER] });
  api = await serveDesk(desk);
  [seller, buyer] = (await desk.traders(['p2wpkh', 'p2wpkh'])) as [Trader, Trader];
  const [wanted, listed] = (await desk.inscribe(seller, 2)) as [string, string];
  inscriptionId = wanted;
  const offer = await makeOffer(desk, buyer, wanted, { validityHours: HOURS });
  const counter = await makeCounter(desk, seller, offer, { validityHours: HOURS });
  const { offerId } = await makeCollectionOffers(desk, buyer, { validityHours: HOURS });
  const [listing] = await list(desk, seller, [listed], 60_000, 1);
  trades = [offer.offerId, counter.offerId, offerId, listing!.listingId];
}, 120_000);
afterAll(async () => {
  await api?.close();
  await desk?.close();
});

const read = async (path: string, who: Trader) => (await api.get(path, who)).body;

/** What each read says of the state of each trade. */
async function statesRead() {
  const { db, clock } = desk.ctx;
  const states = new Set<string>();
  const note = (rows: readonly { readonly status?: string; readonly state?: string }[]) => {
    for (const { status, state } of rows) states.add((status ?? state)!);
  };
  for (const who of [buyer, seller]) {
    note((await read('/me/offers?view=history', who)).events);
    note((await read(`/inscriptions/${inscriptionId}/offers/history`, who)).offers);
    const wanted = { profileId: who.caller.profileId, now: clock.now(), after: null, limit: 10 };
    note(await ownTrades(db, { ...wanted, isOpen: false }));
    note(await tradesPage(db, wanted));
  }
  for (const id of trades) note([(await tradeStory(db, id, clock.now()))!]);
  return [...states].sort();
}

const openTrades = async ({ caller: { profileId } }: Trader) =>
  ownTrades(desk.ctx.db, { profileId, now: desk.clock.now(), isOpen: true, after: null, limit: 10 });

describe('trades that have expired', () => {
  test('have done so in every read, while the follower has not seen it yet', async () => {
    expect(await statesRead()).toEqual(['active', 'buyable']);
    expect(await openTrades(buyer)).toHaveLength(3);
    expect(await openTrades(seller)).toHaveLength(2);
    desk.clock.step(HOURS * HOUR_MS - 1);
    expect(await statesRead()).toEqual(['active', 'buyable']);
    desk.clock.step(1);
    expect(await statesRead()).toEqual(['expired']);
    for (const who of [buyer, seller]) expect(await openTrades(who)).toEqual([]);
  });

  test('have their end in the history of offers, the same before and after it is written', async () => {
    const history = async () => [
      (await read('/me/offers?view=history', buyer)).events,
      (await read('/me/offers?view=history', seller)).events,
    ];
    const before = await history();
    for (const events of before)
      expect(events.map(({ eventType }: { eventType: string }) => eventType)).toEqual([
        'expired',
        'expired',
        'created',
        'created',
      ]);
    await desk.settle();
    expect((await offerNow(desk, { offerId: trades[0]! })).state).toBe('expired');
    expect(await history()).toEqual(before);
  });

  test('are closed, and their events told, also while the node is away', async () => {
    const { offerId } = await makeOffer(desk, buyer, inscriptionId, { validityHours: HOURS });
    const { offerId: bid } = await makeCollectionOffers(desk, buyer, { validityHours: HOURS });
    desk.clock.step(HOURS * HOUR_MS);
    const away = () => Promise.reject(new Refusal('unavailable', 'the node is away'));
    const { ctx, follower } = desk.restarted({ chain: { ...desk.ctx.chain, tip: away } });
    await expect(follower.sync()).rejects.toThrow('the node is away');
    expect((await offerNow(desk, { offerId })).state).toBe('expired');
    expect((await collectionOfferById(ctx.db, bid))!.state).toBe('expired');
    await numberEvents(ctx.db, desk.clock.now());
    const told = (await newestEvents(ctx.db, 10)).filter(({ tradeId }) => tradeId === offerId);
    expect(told.map(({ type }) => type)).toContain('offer.ended');
  });
});
