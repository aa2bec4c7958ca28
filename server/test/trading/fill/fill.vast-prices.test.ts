import { MAX_SATS } from '@ordbook/protocol/sats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { preflightCounter } from '../../../src/trading/counter/make.ts';
import { preflightListing } from '../../../src/trading/listing/list.ts';
import { preflightPurchase } from '../../../src/trading/purchase/buy.ts';
import { makeCounter, makeOffer, signedCounterAcceptance } from '../../support/bidding.ts';
import { type Desk, openDesk } from '../../support/desk.ts';
import { list, listingBody, purchaseBody, refusalOf } from '../../support/trade.ts';
import type { Trader } from '../../support/trader.ts';

let desk: Desk;
let buyer: Trader;
let seller: Trader;
let ids: string[];

beforeAll(async () => {
  desk = await openDesk();
  [buyer, seller] = (await desk.traders(['p2wpkh', 'p2wpkh'])) as [Trader, Trader];
  ids = await desk.inscribe(seller, 8);
}, 60_000);
afterAll(() => desk?.close());

describe('prices that nobody can pay', () => {
  async function purchaseOf(prices: readonly number[]) {
    const refs = [];
    for (const price of prices) refs.push(...(await list(desk, seller, [ids.pop()!], price)));
    await desk.mine();
    return refusalOf(
      preflightPurchase(desk.ctx, buyer.caller, purchaseBody(buyer, refs, await desk.coinsOf(buyer))),
    );
  }

  test('are no prices of counters', async () => {
    // First, while the collection has no floor that a bid must follow.
    const bid = await makeOffer(desk, buyer, ids.pop()!);
    const body = {
      ...bid,
      walletBindingId: seller.walletBindingId,
      ordinalsPublicKey: seller.ordinals.publicKey,
      priceSats: MAX_SATS,
    };
    expect(await refusalOf(preflightCounter(desk.ctx, seller.caller, body))).toMatchObject({
      code: 'bad_price',
    });
    const counter = await makeCounter(desk, seller, bid, { priceSats: MAX_SATS / 2 });
    const refusal = await refusalOf(signedCounterAcceptance(desk, buyer, counter));
    expect(refusal).toMatchObject({ code: 'insufficient_funds' });
  });

  test('are refused to the buyer with what they ask in all', async () => {
    // 1.5% for the buyer, and the 10,000 sats of each inscription's output
    const one = await purchaseOf([MAX_SATS]);
    expect(one).toMatchObject({ code: 'insufficient_funds' });
    expect(one.message).toContain('2131500000010000 sats');
    const two = await purchaseOf([1_100_000_000_000_000, 1_100_000_000_000_000]);
    expect(two).toMatchObject({ code: 'insufficient_funds' });
    expect(two.message).toContain('2233000000020000 sats');
  });

  test('are no prices of listings when the seller would get more than there is', async () => {
    const fees = { sellerBps: 0, buyerBps: 0, minimumSats: 0, sellerRoyaltyBps: 0, buyerRoyaltyBps: 0 };
    const ctx = { ...desk.ctx, settings: { ...desk.ctx.settings, fees } };
    const asked = preflightListing(ctx, seller.caller, listingBody(seller, [ids.pop()!], MAX_SATS));
    expect(await refusalOf(asked)).toMatchObject({ code: 'bad_price' });
  });
});
