import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { inscriptionsByIds } from '../../../src/store/chain/inscriptions.ts';
import { settlementOfOffer } from '../../../src/store/offer/settlements.ts';
import { preflightAcceptCounter, submitAcceptCounter } from '../../../src/trading/counter/accept.ts';
import { preflightCounter, submitCounter } from '../../../src/trading/counter/make.ts';
import { rejectCounter } from '../../../src/trading/counter/reject.ts';
import { readOfferHistory, readOffers } from '../../../src/trading/offer/book.ts';
import { cancelOffer, rejectOffer } from '../../../src/trading/offer/close.ts';
import {
  acceptCounter,
  acceptOffer,
  makeCounter,
  makeOffer,
  type OfferRef,
  offerNow,
  signedCounter,
  signedCounterAcceptance,
} from '../../support/bidding.ts';
import { type Desk, openDesk } from '../../support/desk.ts';
import { spendCoins } from '../../support/spend-coins.ts';
import { list, refusalOf } from '../../support/trade.ts';
import type { Trader, TraderShape } from '../../support/trader.ts';

let desk: Desk;
let buyer: Trader;
let seller: Trader;
let rival: Trader;
let ids: string[];
const next = () => ids.pop()!;

beforeAll(async () => {
  desk = await openDesk();
  [buyer, seller, rival] = (await desk.traders(['p2wpkh', 'p2wpkh', 'p2tr'], 12)) as [Trader, Trader, Trader];
  ids = await desk.inscribe(seller, 24);
});
afterAll(() => desk?.close());
vi.setConfig({ testTimeout: 90_000 });

const codeOf = async (work: Promise<unknown>) => (await refusalOf(work)).code;
const actionOf = (trader: Trader, offer: OfferRef) => ({ ...offer, walletBindingId: trader.walletBindingId });

describe('a counter', () => {
  test('moves nothing and is seen by its two parties only', async () => {
    const id = next();
    const offer = await makeOffer(desk, buyer, id, { priceSats: 50_000 });
    const counter = await makeCounter(desk, seller, offer, { priceSats: 70_000 });
    expect(await desk.ctx.chain.mempoolTxids()).toEqual([]);
    expect(await offerNow(desk, counter)).toMatchObject({
      kind: 'seller_counter',
      state: 'active',
      parentOfferId: offer.offerId,
    });
    for (const [trader, seen] of [
      [buyer, 2],
      [seller, 2],
      [rival, 1],
    ] as const) {
      const book = await readOffers(desk.ctx, trader.caller, id);
      expect(book).toMatchObject({ liveOfferCount: seen, topOfferSats: 50_000 });
      expect((await readOfferHistory(desk.ctx, trader.caller, id, 0)).offers).toHaveLength(seen);
    }
  });

  test("must be at least 1,000 sats above the buyer's offer, a multiple of 1,000, and the only one", async () => {
    const offer = await makeOffer(desk, buyer, next(), { priceSats: 50_000 });
    for (const priceSats of [50_000, 50_500, 51_500])
      expect(await codeOf(signedCounter(desk, seller, offer, { priceSats }))).toBe('bad_price');
    await makeCounter(desk, seller, offer, { priceSats: 51_000 });
    expect(await codeOf(makeCounter(desk, seller, offer, { priceSats: 52_000 }))).toBe('offer_exists');
  });

  test('that is submitted again answers the same id', async () => {
    const offer = await makeOffer(desk, buyer, next());
    const { body } = await signedCounter(desk, seller, offer);
    const first = await submitCounter(desk.ctx, seller.caller, body);
    const before = await desk.dump();
    expect(await submitCounter(desk.ctx, seller.caller, body)).toEqual(first);
    expect(await desk.dump()).toBe(before);
  });

  test('is made by the owner, declined by the buyer, taken back by the owner, and by nobody else', async () => {
    const offer = await makeOffer(desk, buyer, next());
    const { ctx } = desk;
    const asked = {
      ...actionOf(buyer, offer),
      ordinalsPublicKey: buyer.ordinals.publicKey,
      priceSats: 80_000,
    };
    expect(await codeOf(preflightCounter(ctx, buyer.caller, asked))).toBe('not_owner');
    const counter = await makeCounter(desk, seller, offer);
    for (const stranger of [seller, rival]) {
      expect(await codeOf(rejectCounter(ctx, stranger.caller, actionOf(stranger, counter)))).toBe(
        'not_owner',
      );
      const paying = { ...actionOf(stranger, counter), paymentPublicKey: stranger.payment.publicKey };
      expect(await codeOf(preflightAcceptCounter(ctx, stranger.caller, paying))).toBe('not_owner');
    }
    expect(await codeOf(cancelOffer(ctx, buyer.caller, actionOf(buyer, counter)))).toBe('not_owner');
    expect(await codeOf(rejectOffer(ctx, buyer.caller, actionOf(buyer, counter)))).toBe('not_owner');
    expect((await rejectCounter(ctx, buyer.caller, actionOf(buyer, counter))).status).toBe('rejected');
    const second = await makeCounter(desk, seller, offer);
    expect((await cancelOffer(ctx, seller.caller, actionOf(seller, second))).status).toBe('cancelled');
    expect(await codeOf(signedCounterAcceptance(desk, buyer, second))).toBe('offer_closed');
    expect((await offerNow(desk, offer)).state).toBe('active');
  });
});

describe('an accepted counter', () => {
  const shapes: TraderShape[] = ['p2wpkh', 'p2sh-p2wpkh', 'p2tr', 'same'];
  test.each(shapes)('settles for a buyer and an owner of %s', async (shape) => {
    const [bidder, owner] = (await desk.traders([shape, shape])) as [Trader, Trader];
    const [id] = await desk.inscribe(owner);
    const offer = await makeOffer(desk, bidder, id!);
    const [listed] = await list(desk, owner, [id!], 200_000);
    const counter = await makeCounter(desk, owner, offer);
    const { body, preflight } = await signedCounterAcceptance(desk, bidder, counter);
    const accepted = await submitAcceptCounter(desk.ctx, bidder.caller, body);
    expect(accepted).toEqual({
      offerId: counter.offerId,
      settlementTxid: preflight.expectedSettlementTxid,
      payoutTxid: null,
      status: 'accepted',
    });
    expect(await submitAcceptCounter(desk.ctx, bidder.caller, body)).toEqual(accepted);
    expect((await offerNow(desk, offer)).state).toBe('invalidated');
    expect((await desk.listing(listed!.listingId)).state).toBe('invalidated');
    await desk.mine();
    const [moved] = await inscriptionsByIds(desk.ctx.db, [id!]);
    expect(moved).toMatchObject({ ownerAddress: bidder.ordinals.address, lastSaleSats: 80_000 });
  });

  test('leaves the buyer with what was announced', async () => {
    const [bidder] = (await desk.traders(['p2wpkh'], 2)) as [Trader];
    const offer = await makeOffer(desk, bidder, next());
    const counter = await makeCounter(desk, seller, offer, { priceSats: 100_000 });
    const before = sum(await desk.coinsOf(bidder));
    const { body, preflight } = await signedCounterAcceptance(desk, bidder, counter);
    await submitAcceptCounter(desk.ctx, bidder.caller, body);
    await desk.mine();
    const lost = before - sum(await desk.coinsOf(bidder));
    expect(lost).toBe(101_500 + 10_000 + preflight.estimatedNetworkFeeSats);
  });

  test('gives the inscription back when the transfer confirmed and the settlement never can', async () => {
    const [bidder] = (await desk.traders(['p2wpkh'], 1)) as [Trader];
    const id = next();
    const counter = await makeCounter(desk, seller, await makeOffer(desk, bidder, id));
    const foreign = await spendCoins(desk, bidder, await desk.coinsOf(bidder), { send: false });
    await acceptCounter(desk, bidder, counter);
    const settlement = (await settlementOfOffer(desk.ctx.db, counter.offerId))!;
    await desk.miner.mineOnly([settlement.package[0]!, foreign]);
    await desk.settle();
    // One sync each: the conflict is buried, the recovery is sent, a block has it.
    for (let block = 0; block < 4; block += 1) await desk.mine();
    const [back] = await inscriptionsByIds(desk.ctx.db, [id]);
    expect(back).toMatchObject({ ownerAddress: seller.ordinals.address, valueSats: 10_000 });
    expect((await offerNow(desk, counter)).state).toBe('invalidated');
    await desk.mine(desk.ctx.settings.failureDepth + 2);
    expect(await settlementOfOffer(desk.ctx.db, counter.offerId)).toMatchObject({
      state: 'failed',
      recovered: true,
    });
  });

  test('wins over the offer that it answers, and loses against it, whichever is accepted', async () => {
    const offer = await makeOffer(desk, buyer, next());
    const counter = await makeCounter(desk, seller, offer);
    await acceptOffer(desk, seller, offer);
    expect((await offerNow(desk, counter)).state).toBe('invalidated');
    expect(await codeOf(signedCounterAcceptance(desk, buyer, counter))).toBe('offer_closed');
    await desk.mine();
  });
});

function sum(coins: readonly { readonly valueSats: number }[]): number {
  return coins.reduce((total, { valueSats }) => total + valueSats, 0);
}
