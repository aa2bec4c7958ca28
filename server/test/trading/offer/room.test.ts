import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { submitOffers } from '../../../src/trading/offer/make.ts';
import { MOST_ON_INSCRIPTION, MOST_PAID_BY_COIN } from '../../../src/trading/offer/room.ts';
import { makeOffer, makeOffers, offerNow, signedOffer } from '../../support/bidding.ts';
import { makeOffers as makeCollectionOffers } from '../../support/collection-offers.ts';
import { type Desk, openDesk } from '../../support/desk.ts';
import { floodOffers } from '../../support/flood.ts';
import { QUICK_TIER } from '../../support/offer-signers.ts';
import { refusalOf } from '../../support/trade.ts';
import type { Trader } from '../../support/trader.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let desk: Desk;
let buyer: Trader;
let other: Trader;
let ids: string[];

beforeAll(async () => {
  desk = await openDesk({ tiers: [QUICK_TIER] });
  const [seller, ...buyers] = (await desk.traders(['p2wpkh', 'p2wpkh', 'p2wpkh'], 2)) as Trader[];
  [buyer, other] = buyers as [Trader, Trader];
  ids = await desk.inscribe(seller!, 4);
});
afterEach(() => sql`truncate offers, collection_offers, submissions cascade`.execute(desk.ctx.db));
afterAll(() => desk?.close());

const withMost = (profileMaxOffers: number) => ({
  ...desk,
  ctx: { ...desk.ctx, settings: { ...desk.ctx.settings, profileMaxOffers } },
});

test('a profile has at most so many open inscription offers, and as many collection offers', async () => {
  const few = withMost(2);
  await makeOffers(few, buyer, ids.slice(0, 2));
  const refusal = await refusalOf(makeOffer(few, buyer, ids[2]!));
  expect(refusal).toMatchObject({ code: 'too_many_offers', status: 409 });
  expect(refusal.message).toBe(
    'you have 2 open inscription offers, and 1 more would be above 2; cancel some, or wait until they expire',
  );
  await makeOffer(few, other, ids[2]!);
  const [one, two] = await desk.coinsOf(buyer);
  await makeCollectionOffers(few, buyer, { spendableUtxos: [one!] });
  const traits = {
    target: { kind: 'all' as const },
    priceSats: 60_000,
    offerCount: 2,
    ladderStepSats: 5_000,
  };
  expect(
    await refusalOf(makeCollectionOffers(few, buyer, { spendableUtxos: [two!], ...traits })),
  ).toMatchObject({
    code: 'too_many_offers',
  });
});

test('an invalidated offer that may come back is open too', async () => {
  const few = withMost(1);
  const offer = await makeOffer(few, buyer, ids[0]!);
  await sql`update offers set state = 'invalidated', closed_at = now() where id = ${offer.offerId}::uuid`.execute(
    desk.ctx.db,
  );
  expect(await refusalOf(makeOffer(few, buyer, ids[1]!))).toMatchObject({ code: 'too_many_offers' });
});

test('two submits at once do not exceed it', async () => {
  const few = withMost(2);
  const bodies = [];
  for (const id of ids.slice(0, 3)) bodies.push((await signedOffer(few, buyer, [id])).body);
  const made = await Promise.allSettled(bodies.map((body) => submitOffers(few.ctx, buyer.caller, body)));
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
});

test('a coin pays at most so many open offers', async () => {
  const [coin] = await desk.coinsOf(buyer);
  const { offerId } = await makeOffer(desk, buyer, ids[0]!, { coins: [coin!] });
  await floodOffers(desk.ctx.db, offerId, MOST_PAID_BY_COIN - 2);
  await sql`update offers set inscription_id = inscription_id || 'x' where id <> ${offerId}::uuid`.execute(
    desk.ctx.db,
  );
  await makeOffer(desk, buyer, ids[1]!, { coins: [coin!] });
  const refusal = await refusalOf(makeOffer(desk, buyer, ids[2]!, { coins: [coin!] }));
  expect(refusal).toMatchObject({ code: 'too_many_offers' });
  expect(refusal.message).toContain(`coin ${coin!.txid}:${coin!.vout} pays ${MOST_PAID_BY_COIN} open`);
});

test('a full inscription refuses an offer that pays no more, and one that does takes the place of the lowest', async () => {
  const low = await makeOffer(desk, buyer, ids[0]!, { priceSats: 50_000 });
  const kept = await makeOffer(desk, buyer, ids[0]!, { priceSats: 60_000 });
  await floodOffers(desk.ctx.db, kept.offerId, MOST_ON_INSCRIPTION - 2);
  const refusal = await refusalOf(makeOffer(desk, other, ids[0]!, { priceSats: 50_000 }));
  expect(refusal.message).toBe(
    `inscription ${ids[0]} has ${MOST_ON_INSCRIPTION} active offers of 50000 sats or more, and priceSats is 50000; offer more`,
  );
  await makeOffer(desk, other, ids[0]!, { priceSats: 51_000 });
  expect(await offerNow(desk, low)).toMatchObject({
    state: 'cancelled',
    closeReason: `${MOST_ON_INSCRIPTION} offers on the inscription pay more`,
    signatures: null,
  });
  expect((await offerNow(desk, kept)).state).toBe('active');
});
