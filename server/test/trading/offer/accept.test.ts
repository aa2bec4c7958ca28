import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { collectionItems } from '../../../src/store/catalogue/collection-items.ts';
import { inscriptionsByIds } from '../../../src/store/chain/inscriptions.ts';
import { settlementOfOffer } from '../../../src/store/offer/settlements.ts';
import { salesPage } from '../../../src/store/sale/sales.ts';
import { preflightAcceptOffer, submitAcceptOffer } from '../../../src/trading/offer/accept.ts';
import {
  acceptOffer,
  makeOffer,
  makeOffers,
  type OfferRef,
  offerNow,
  signedAcceptance,
} from '../../support/bidding.ts';
import { type Desk, openDesk, SLUG } from '../../support/desk.ts';
import { moveInscription } from '../../support/move-inscription.ts';
import { spendCoins } from '../../support/spend-coins.ts';
import { list, refusalOf } from '../../support/trade.ts';
import { signStep, type Trader, type TraderShape } from '../../support/trader.ts';

let desk: Desk;
let buyer: Trader;
let seller: Trader;
let rival: Trader;
let ids: string[];
const next = () => ids.pop()!;

beforeAll(async () => {
  desk = await openDesk();
  [buyer, seller, rival] = (await desk.traders(['p2wpkh', 'p2wpkh', 'p2wpkh'], 12)) as [
    Trader,
    Trader,
    Trader,
  ];
  ids = await desk.inscribe(seller, 24);
});
afterAll(() => desk?.close());
vi.setConfig({ testTimeout: 90_000 });

const codeOf = async (work: Promise<unknown>) => (await refusalOf(work)).code;
const askedBy = (trader: Trader, offer: OfferRef) => ({
  ...offer,
  walletBindingId: trader.walletBindingId,
  ordinalsPublicKey: trader.ordinals.publicKey,
});

describe('an acceptance', () => {
  test('hides a listing of the inscription while it is on its way, and ends it with the block', async () => {
    const id = next();
    const [ref] = await list(desk, seller, [id]);
    const item = async () =>
      (
        await collectionItems(desk.ctx.db, {
          now: desk.clock.now(),
          slug: SLUG,
          sort: 'newest',
          after: null,
          limit: 100,
        })
      ).find((one) => one.id === id);
    expect(await item()).toMatchObject({ listingId: ref!.listingId, listingState: 'buyable' });
    await acceptOffer(desk, seller, await makeOffer(desk, buyer, id, { priceSats: 100_000 }));
    expect(await item()).toMatchObject({ listingId: ref!.listingId, listingState: 'hidden_locked' });
    await desk.mine();
    expect(await item()).toMatchObject({ listingId: null, listingState: null });
  });

  test('brings the inscription to the buyer, the proceeds to the payment address, and a sale to the record', async () => {
    const id = next();
    const offer = await makeOffer(desk, buyer, id, { priceSats: 100_000 });
    const accepted = await acceptOffer(desk, seller, offer);
    expect(await offerNow(desk, offer)).toMatchObject({ state: 'accepted' });
    const sold = async () =>
      (await salesPage(desk.ctx.db, { after: null, limit: 100 })).filter((sale) => sale.inscriptionId === id);
    expect(await sold()).toEqual([]);
    await desk.mine();
    expect(await sold()).toMatchObject([
      { saleType: 'internal', txid: accepted.settlementTxid, priceSats: 100_000 },
    ]);
    const [moved] = await inscriptionsByIds(desk.ctx.db, [id]);
    expect(moved).toMatchObject({ ownerAddress: buyer.ordinals.address, lastSaleSats: 100_000 });
    const paid = (await desk.coinsOf(seller)).find(({ txid }) => txid === accepted.payoutTxid);
    expect(paid?.valueSats).toBeGreaterThan(108_000);
  });

  const shapes: TraderShape[] = ['p2wpkh', 'p2sh-p2wpkh', 'p2tr', 'same'];
  test.each(shapes)('works for a buyer and an owner of %s at 1 and at 20 sat/vB', async (shape) => {
    const [bidder, owner] = (await desk.traders([shape, shape])) as [Trader, Trader];
    const wanted = await desk.inscribe(owner, 2);
    for (const [i, rate] of [1, 20].entries()) {
      const offer = await makeOffer(desk, bidder, wanted[i]!);
      const body = await acceptanceAt(offer, owner, rate);
      const { settlementTxid, payoutTxid } = await submitAcceptOffer(desk.ctx, owner.caller, body);
      expect(await packageRate([settlementTxid, payoutTxid])).toBeGreaterThanOrEqual(rate);
      await desk.mine();
      expect((await offerNow(desk, offer)).state).toBe('accepted');
    }
  });

  test('leaves the payout out when the owner is paid where the inscription lies and no bump is needed', async () => {
    const [owner] = (await desk.traders(['same'])) as [Trader];
    const [id] = await desk.inscribe(owner);
    const body = await acceptanceAt(await makeOffer(desk, buyer, id!), owner, 1);
    expect(body.expectedPayoutTxid).toBeNull();
    expect(await submitAcceptOffer(desk.ctx, owner.caller, body)).toMatchObject({ payoutTxid: null });
    await desk.mine();
  });

  test('that is submitted again answers the same txids', async () => {
    const offer = await makeOffer(desk, buyer, next());
    const { body } = await signedAcceptance(desk, seller, offer);
    const first = await submitAcceptOffer(desk.ctx, seller.caller, body);
    const before = await desk.dump();
    expect(await submitAcceptOffer(desk.ctx, seller.caller, body)).toEqual(first);
    expect(await desk.dump()).toBe(before);
    await desk.mine();
  });

  test('by anybody but the owner is refused', async () => {
    const offer = await makeOffer(desk, buyer, next());
    for (const stranger of [buyer, rival])
      expect(await codeOf(preflightAcceptOffer(desk.ctx, stranger.caller, askedBy(stranger, offer)))).toBe(
        'not_owner',
      );
    const theirs = { ...askedBy(seller, offer), walletBindingId: rival.walletBindingId };
    expect(await codeOf(preflightAcceptOffer(desk.ctx, seller.caller, theirs))).toBe('not_owner');
    const missing = { ...askedBy(seller, offer), offerId: '3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11' };
    expect(await codeOf(preflightAcceptOffer(desk.ctx, seller.caller, missing))).toBe('unknown_offer');
  });

  test('at another rate or with other txids than were built is refused', async () => {
    const offer = await makeOffer(desk, buyer, next());
    const { body } = await signedAcceptance(desk, seller, offer);
    for (const change of [
      { targetFeeRateSatVb: body.targetFeeRateSatVb + 1 },
      { expectedPayoutTxid: null },
      { expectedSettlementTxid: 'ab'.repeat(32) },
    ])
      expect(await codeOf(submitAcceptOffer(desk.ctx, seller.caller, { ...body, ...change }))).toBe('stale');
    expect((await offerNow(desk, offer)).state).toBe('active');
  });
});

describe('what an acceptance takes with it', () => {
  test('are all offers on the same coins, and the listing of the inscription', async () => {
    const [first, second] = [next(), next()];
    const [listed] = await list(desk, seller, [first], 60_000);
    const [won, lost] = await makeOffers(desk, buyer, [first, second]);
    const beaten = await makeOffer(desk, rival, first);
    await acceptOffer(desk, seller, { inscriptionId: first, offerId: won! });
    for (const offerId of [lost!, beaten.offerId])
      expect((await offerNow(desk, { offerId })).state).toBe('invalidated');
    expect((await desk.listing(listed!.listingId)).state).toBe('invalidated');
    await desk.mine();
  });

  test('is at most one of two offers accepted at the same moment', async () => {
    const id = next();
    const offers = [await makeOffer(desk, buyer, id), await makeOffer(desk, rival, id)];
    const bodies = await Promise.all(offers.map((offer) => signedAcceptance(desk, seller, offer)));
    const results = await Promise.allSettled(
      bodies.map(({ body }) => submitAcceptOffer(desk.ctx, seller.caller, body)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await desk.mine();
    const states = await Promise.all(offers.map(async (offer) => (await offerNow(desk, offer)).state));
    expect(states.sort()).toEqual(['accepted', 'invalidated']);
  });

  test('is nothing when the buyer spent the coins before: 409, and the offer is invalidated', async () => {
    const [bidder] = (await desk.traders(['p2wpkh'], 1)) as [Trader];
    const offer = await makeOffer(desk, bidder, next());
    const { body } = await signedAcceptance(desk, seller, offer);
    await spendCoins(desk, bidder, await desk.coinsOf(bidder));
    expect(await codeOf(submitAcceptOffer(desk.ctx, seller.caller, body))).toBe('coins_spent');
    expect((await offerNow(desk, offer)).state).toBe('invalidated');
    await desk.mine();
  });

  test('is nothing when the owner moved the inscription: 409, and the offer is invalidated', async () => {
    const id = next();
    const offer = await makeOffer(desk, buyer, id);
    const { body } = await signedAcceptance(desk, seller, offer);
    await moveInscription(desk, seller, id, rival.ordinals.address);
    expect(await codeOf(submitAcceptOffer(desk.ctx, seller.caller, body))).toBe('coins_spent');
    expect((await offerNow(desk, offer)).state).toBe('invalidated');
    await desk.mine();
  });
});

describe('the follower', () => {
  test('takes a sale back with its block and finds it again', async () => {
    const id = next();
    const offer = await makeOffer(desk, buyer, id);
    const { settlementTxid } = await acceptOffer(desk, seller, offer);
    await desk.mine();
    await desk.reorg(1);
    expect(await settlementOfOffer(desk.ctx.db, offer.offerId)).toMatchObject({ state: 'pending' });
    expect((await offerNow(desk, offer)).state).toBe('accepted');
    await desk.mine();
    expect(await settlementOfOffer(desk.ctx.db, offer.offerId)).toMatchObject({ state: 'confirmed' });
    const sales = await salesPage(desk.ctx.db, { after: null, limit: 100 });
    expect(sales.map(({ txid }) => txid)).toContain(settlementTxid);
  });

  test('invalidates an accepted offer once a foreign spend of its coins is buried', async () => {
    const [bidder] = (await desk.traders(['p2wpkh'], 1)) as [Trader];
    const offer = await makeOffer(desk, bidder, next());
    await acceptOffer(desk, seller, offer);
    const raw = await spendCoins(desk, bidder, await unspentOf(bidder, offer), { send: false });
    await desk.miner.mineOnly([raw]);
    await desk.settle();
    expect((await offerNow(desk, offer)).state).toBe('accepted');
    await desk.mine(desk.ctx.settings.failureDepth + 1);
    expect(await offerNow(desk, offer)).toMatchObject({ state: 'invalidated', isFinal: true });
    expect(await settlementOfOffer(desk.ctx.db, offer.offerId)).toMatchObject({
      state: 'failed',
      recovered: true,
    });
  });
});

async function unspentOf(_bidder: Trader, ref: OfferRef) {
  const offer = await offerNow(desk, ref);
  return offer.kind === 'buyer_offer' ? offer.terms.payments : [];
}

/** An acceptance signed for a rate of the client's own. */
async function acceptanceAt(ref: OfferRef, owner: Trader, feeRate: number) {
  const { ctx } = desk;
  const { settings } = ctx;
  const priced = { ...ctx, settings: { ...settings, minFeeRate: feeRate, maxFeeRate: feeRate } };
  const preflight = await preflightAcceptOffer(priced, owner.caller, askedBy(owner, ref));
  expect(preflight.targetFeeRateSatVb).toBe(feeRate);
  return {
    ...askedBy(owner, ref),
    targetFeeRateSatVb: feeRate,
    expectedSettlementTxid: preflight.expectedSettlementTxid,
    expectedPayoutTxid: preflight.expectedPayoutTxid,
    signedSteps: preflight.steps.map((step) => signStep(owner, step)),
  };
}

/** sat/vB that mempool transactions pay together. */
async function packageRate(txids: readonly (string | null)[]): Promise<number> {
  let [fees, size] = [0, 0];
  for (const txid of txids) {
    if (txid === null) continue;
    const entry = (await desk.call('getmempoolentry', [txid])) as { vsize: number; fees: { base: number } };
    fees += Math.round(entry.fees.base * 1e8);
    size += entry.vsize;
  }
  return fees / size;
}
