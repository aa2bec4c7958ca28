/** What is quoted and what is stored while the mempool's minimum is above what transfers, or anybody, may pay. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { preflightFill, submitFill } from '../../../src/trading/fill/fill.ts';
import { preflightAcceptOffer } from '../../../src/trading/offer/accept.ts';
import { preflightPurchase, submitPurchase } from '../../../src/trading/purchase/buy.ts';
import { makeOffer, signedAcceptance } from '../../support/bidding.ts';
import { fillBody, makeOffers as makeCollectionOffers, signedFill } from '../../support/collection-offers.ts';
import { type Desk, openDesk } from '../../support/desk.ts';
import { QUICK_TIER } from '../../support/offer-signers.ts';
import { list, purchaseBody, refusalOf, refusedWith, signedPurchase } from '../../support/trade.ts';
import type { Trader } from '../../support/trader.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

let desk: Desk;
let seller: Trader;
let buyer: Trader;
let ids: string[];
/** Of the node's mempool, sat/vB. */
let minimum: number;

beforeAll(async () => {
  desk = await openDesk({ tiers: [QUICK_TIER], settings: { maxFeeRate: 200 } });
  const { chain } = desk.ctx;
  Object.assign(chain, { feeRates: async () => ({ minimum, estimate: null }) });
  minimum = 1;
  [seller, buyer] = (await desk.traders(['p2tr', 'p2wpkh'], 12)) as [Trader, Trader];
  ids = await desk.inscribe(seller, 10);
});
afterAll(() => desk?.close());
beforeEach(() => {
  minimum = 1;
});

const next = () => ids.pop()!;

test('a purchase that was quoted before the minimum rose above its rate is refused, and quoted anew', async () => {
  const refs = await list(desk, seller, [next()]);
  const { body } = await signedPurchase(desk, buyer, refs);
  minimum = 5;
  const sentence = await refusedWith(desk, 'stale', () => submitPurchase(desk.ctx, buyer.caller, body));
  expect(sentence).toContain('the mempool minimum is 5 sat/vB, above the 1 that was quoted');
  const again = await signedPurchase(desk, buyer, refs);
  expect(again.promised.targetFeeRateSatVb).toBe(5);
  await submitPurchase(desk.ctx, buyer.caller, again.body);
});

test('a purchase of two is not stored once their transfers do not pass alone, whatever rate was quoted', async () => {
  const refs = await list(desk, seller, [next(), next()]);
  Object.assign(desk.ctx.settings, { minFeeRate: 10 });
  const { body } = await signedPurchase(desk, buyer, refs);
  Object.assign(desk.ctx.settings, { minFeeRate: 1 });
  minimum = 2;
  await refusedWith(desk, 'mempool_busy', () => submitPurchase(desk.ctx, buyer.caller, body));
});

test('a fill that was quoted before the minimum rose above its rate leaves its offer open', async () => {
  const { offerId } = await makeCollectionOffers(desk, buyer);
  const { body } = await signedFill(desk, seller, offerId, next());
  minimum = 5;
  await refusedWith(desk, 'stale', () => submitFill(desk.ctx, seller.caller, body));
});

test('an acceptance is not quoted below the minimum: another preflight would not raise it', async () => {
  const offer = await makeOffer(desk, buyer, next());
  minimum = 20;
  const { body } = await signedAcceptance(desk, seller, offer);
  minimum = 21;
  const refusal = await refusalOf(preflightAcceptOffer(desk.ctx, seller.caller, body));
  expect([refusal.code, refusal.message]).toEqual([
    'mempool_busy',
    expect.stringContaining('more than the 20 that this acceptance can pay'),
  ]);
});

test('nothing is quoted above the highest rate: no party signs what no signer completes', async () => {
  const refs = await list(desk, seller, [next()]);
  const { offerId } = await makeCollectionOffers(desk, buyer, {
    priceSats: 900_000,
    spendableUtxos: (await desk.coinsOf(buyer)).slice(0, 1),
  });
  const body = purchaseBody(buyer, refs, await desk.coinsOf(buyer));
  minimum = 200;
  expect((await preflightPurchase(desk.ctx, buyer.caller, body)).targetFeeRateSatVb).toBe(200);
  minimum = 200.1;
  const refusal = await refusalOf(preflightPurchase(desk.ctx, buyer.caller, body));
  expect([refusal.code, refusal.message]).toEqual([
    'mempool_busy',
    'the mempool minimum is 200.1 sat/vB, and nothing is sent at more than 200; try again when fees are lower',
  ]);
  const filling = preflightFill(desk.ctx, seller.caller, fillBody(seller, offerId, next()));
  expect((await refusalOf(filling)).code).toBe('mempool_busy');
});
