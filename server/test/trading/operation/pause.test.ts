import { Refusal } from '@ordbook/protocol/refusals';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { actsPage } from '../../../src/store/operation/acts.ts';
import { listPauses } from '../../../src/store/operation/stops.ts';
import { cancelCollectionOffer } from '../../../src/trading/collection-offer/close.ts';
import {
  preflightCollectionOffers,
  submitCollectionOffers,
} from '../../../src/trading/collection-offer/make.ts';
import { preflightAcceptCounter, submitAcceptCounter } from '../../../src/trading/counter/accept.ts';
import { preflightCounter, submitCounter } from '../../../src/trading/counter/make.ts';
import { rejectCounter } from '../../../src/trading/counter/reject.ts';
import { preflightFill, submitFill } from '../../../src/trading/fill/fill.ts';
import { delistListings } from '../../../src/trading/listing/delist.ts';
import { preflightListing, submitListing } from '../../../src/trading/listing/list.ts';
import { preflightAcceptOffer, submitAcceptOffer } from '../../../src/trading/offer/accept.ts';
import { cancelOffer, rejectOffer } from '../../../src/trading/offer/close.ts';
import { preflightOffers, submitOffers } from '../../../src/trading/offer/make.ts';
import { pauseTrading, resumeTrading } from '../../../src/trading/operation/pause.ts';
import { preflightPurchase, submitPurchase } from '../../../src/trading/purchase/buy.ts';
import {
  makeCounter,
  makeOffer,
  signedAcceptance,
  signedCounter,
  signedCounterAcceptance,
  signedOffer,
} from '../../support/bidding.ts';
import { makeOffers, signedFill, signedOffers } from '../../support/collection-offers.ts';
import { type Desk, SLUG } from '../../support/desk.ts';
import { type OperatedDesk, openOperatedDesk } from '../../support/operated-desk.ts';
import { by } from '../../support/operator.ts';
import { signedTakeBack, strandedListing } from '../../support/stranded-listing.ts';
import {
  buy,
  list,
  listingBody,
  refusalOf,
  refusedWith,
  signedListing,
  signedPurchase,
} from '../../support/trade.ts';
import type { Trader } from '../../support/trader.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let desk: Desk;
let seller: Trader;
let nextId: OperatedDesk['nextId'];
let nextBuyer: OperatedDesk['nextTrader'];

beforeAll(async () => {
  const buyers = Array.from({ length: 23 }, () => 'p2wpkh' as const);
  ({ desk, seller, nextId, nextTrader: nextBuyer } = await openOperatedDesk(25, buyers));
});
afterAll(() => desk?.close());

interface Prepared {
  preflight(): Promise<unknown>;
  submit(): Promise<unknown>;
}

/** Every way to make a trade, by the flow that it belongs to; each signed and ready to be submitted. */
const TRADES: Readonly<Record<string, { flow: string; prepare(): Promise<Prepared> }>> = {
  'a listing': {
    flow: 'listing',
    async prepare() {
      const wanted = listingBody(seller, [nextId()]);
      const body = await signedListing(desk.ctx, seller, wanted);
      return {
        preflight: () => preflightListing(desk.ctx, seller.caller, wanted),
        submit: () => submitListing(desk.ctx, seller.caller, body),
      };
    },
  },
  'a purchase': {
    flow: 'purchase',
    async prepare() {
      const buyer = nextBuyer();
      const { body } = await signedPurchase(desk, buyer, await list(desk, seller, [nextId()]));
      return {
        preflight: () => preflightPurchase(desk.ctx, buyer.caller, body),
        submit: () => submitPurchase(desk.ctx, buyer.caller, body),
      };
    },
  },
  'an inscription offer': {
    flow: 'offer',
    async prepare() {
      const buyer = nextBuyer();
      const { body } = await signedOffer(desk, buyer, [nextId()]);
      const spendableUtxos = await desk.coinsOf(buyer);
      return {
        preflight: () => preflightOffers(desk.ctx, buyer.caller, { ...body, spendableUtxos }),
        submit: () => submitOffers(desk.ctx, buyer.caller, body),
      };
    },
  },
  'an acceptance': {
    flow: 'offer',
    async prepare() {
      const offer = await makeOffer(desk, nextBuyer(), nextId());
      const { body } = await signedAcceptance(desk, seller, offer);
      return {
        preflight: () => preflightAcceptOffer(desk.ctx, seller.caller, body),
        submit: () => submitAcceptOffer(desk.ctx, seller.caller, body),
      };
    },
  },
  'a counter': {
    flow: 'counter',
    async prepare() {
      const { body } = await signedCounter(desk, seller, await makeOffer(desk, nextBuyer(), nextId()));
      return {
        preflight: () => preflightCounter(desk.ctx, seller.caller, body),
        submit: () => submitCounter(desk.ctx, seller.caller, body),
      };
    },
  },
  'the acceptance of a counter': {
    flow: 'counter',
    async prepare() {
      const buyer = nextBuyer();
      const counter = await makeCounter(desk, seller, await makeOffer(desk, buyer, nextId()));
      await desk.mine();
      const { body } = await signedCounterAcceptance(desk, buyer, counter);
      return {
        preflight: () => preflightAcceptCounter(desk.ctx, buyer.caller, body),
        submit: () => submitAcceptCounter(desk.ctx, buyer.caller, body),
      };
    },
  },
  'a collection offer': {
    flow: 'collection-offer',
    async prepare() {
      const buyer = nextBuyer();
      const { body } = await signedOffers(desk, buyer);
      return {
        preflight: () => preflightCollectionOffers(desk.ctx, buyer.caller, body),
        submit: () => submitCollectionOffers(desk.ctx, buyer.caller, body),
      };
    },
  },
  'a fill': {
    flow: 'fill',
    async prepare() {
      const { offerId } = await makeOffers(desk, nextBuyer(), { priceSats: 60_000 });
      const { body } = await signedFill(desk, seller, offerId, nextId());
      return {
        preflight: () => preflightFill(desk.ctx, seller.caller, body),
        submit: () => submitFill(desk.ctx, seller.caller, body),
      };
    },
  },
};

describe('while the operator has paused', () => {
  test.each(Object.keys(TRADES))(
    '%s is refused with the reason, at preflight and submit, and goes on afterwards',
    async (name) => {
      const { flow, prepare } = TRADES[name]!;
      const { preflight, submit } = await prepare();
      for (const scope of ['everything', `flow:${flow}`, `collection:${SLUG}`]) {
        await pauseTrading(desk.ctx, by('the index is rebuilt'), scope);
        for (const work of [preflight, submit])
          expect(await refusedWith(desk, 'paused', work)).toContain('the index is rebuilt');
        await resumeTrading(desk.ctx, by('done'), scope);
      }
      // Another flow and another collection do not concern it.
      await pauseTrading(desk.ctx, by('the index is rebuilt'), 'collection:elsewhere');
      await pauseTrading(desk.ctx, by('the index is rebuilt'), flow === 'fill' ? 'flow:offer' : 'flow:fill');
      const { status } = new Refusal('paused', '');
      expect(status).toBe(503);
      await submit();
      for (const { scope } of await listPauses(desk.ctx.db)) await resumeTrading(desk.ctx, by('done'), scope);
      await desk.mine();
    },
  );

  test('every user can get out, and what is stored settles', async () => {
    const bidder = nextBuyer();
    const [toDelist, toSell] = await list(desk, seller, [nextId(), nextId()]);
    const id = nextId();
    const toCancel = await makeOffer(desk, bidder, id);
    const toReject = await makeOffer(desk, nextBuyer(), id);
    const countered = await makeOffer(desk, nextBuyer(), id, { priceSats: 51_000 });
    const counter = await makeCounter(desk, seller, toCancel);
    const another = nextBuyer();
    const { offerId } = await makeOffers(desk, another);
    const { body, answer } = await buy(desk, nextBuyer(), [toSell!]);
    await desk.mine();
    const stranded = await strandedListing(desk, seller, nextBuyer(), nextId());
    await pauseTrading(desk.ctx, by('an incident'), 'everything');

    const wallet = (trader: Trader) => ({ walletBindingId: trader.walletBindingId });
    await delistListings(desk.ctx, seller.caller, { slug: SLUG, ...wallet(seller), listings: [toDelist!] });
    await rejectCounter(desk.ctx, bidder.caller, { ...counter, ...wallet(bidder) });
    await cancelOffer(desk.ctx, bidder.caller, { ...toCancel, ...wallet(bidder) });
    await rejectOffer(desk.ctx, seller.caller, { ...toReject, ...wallet(seller) });
    await rejectOffer(desk.ctx, seller.caller, { ...countered, ...wallet(seller) });
    await cancelCollectionOffer(desk.ctx, another.caller, { slug: SLUG, offerId, ...wallet(another) });
    await (await signedTakeBack(desk, seller, stranded)).submit();
    await desk.mine();
    expect((await desk.listing(stranded.listingId)).state).toBe('cancelled');
    expect((await desk.listing(toSell!.listingId)).state).toBe('sold');
    expect((await desk.listing(toDelist!.listingId)).state).toBe('cancelled');
    // The same submit again returns what it made before the pause.
    const buyerOf = await desk.ctx.db
      .selectFrom('purchases')
      .select('buyerProfileId')
      .where('settlementTxid', '=', answer.settlementTxid)
      .executeTakeFirstOrThrow();
    expect(await submitPurchase(desk.ctx, { profileId: buyerOf.buyerProfileId }, body)).toEqual(answer);
    await resumeTrading(desk.ctx, by('over'), 'everything');
  });

  test('a trade that is being signed meanwhile is not stored', async () => {
    const buyer = nextBuyer();
    const { body } = await signedPurchase(desk, buyer, await list(desk, seller, [nextId()]));
    const ctx = {
      ...desk.ctx,
      signer: {
        ...desk.ctx.signer,
        signSale: async (request: Parameters<typeof desk.ctx.signer.signSale>[0]) => {
          await pauseTrading(desk.ctx, by('stop'), 'flow:purchase');
          return desk.ctx.signer.signSale(request);
        },
      },
    };
    expect((await refusalOf(submitPurchase(ctx, buyer.caller, body))).code).toBe('paused');
    const purchases = await desk.ctx.db
      .selectFrom('purchases')
      .select('id')
      .where('buyerProfileId', '=', buyer.caller.profileId)
      .execute();
    expect(purchases).toEqual([]);
    await resumeTrading(desk.ctx, by('go on'), 'flow:purchase');
    await submitPurchase(desk.ctx, buyer.caller, body);
    await desk.mine();
  });
});

describe('a pause', () => {
  test('is logged with who, why, before and after, and so is its end', async () => {
    await pauseTrading(desk.ctx, by('first', 'ada'), 'flow:listing');
    await pauseTrading(desk.ctx, by('second', 'ben'), 'flow:listing');
    await resumeTrading(desk.ctx, by('over', 'ada'), 'flow:listing');
    const acts = await actsPage(desk.ctx.db, { before: null, limit: 3, subject: 'flow:listing' });
    expect(acts).toMatchObject([
      { act: 'resume', actor: 'ada', reason: 'over', before: { reason: 'second' }, after: null },
      {
        act: 'pause',
        actor: 'ben',
        reason: 'second',
        before: { reason: 'first' },
        after: { reason: 'second' },
      },
      { act: 'pause', actor: 'ada', reason: 'first', before: null, after: { actor: 'ada' } },
    ]);
    expect(acts[0]!.actedAt).toEqual(desk.clock.now());
  });

  test('of an unknown flow or collection, and the end of none, are refused', async () => {
    for (const [scope, code] of [
      ['flow:nothing', 'malformed'],
      ['purchases', 'malformed'],
      ['collection:nowhere', 'not_found'],
    ] as const)
      await refusedWith(desk, code, () => pauseTrading(desk.ctx, by('why not'), scope));
    await refusedWith(desk, 'not_found', () => resumeTrading(desk.ctx, by('why not'), 'everything'));
  });

  test('is in a log that nobody changes', async () => {
    await expect(desk.ctx.db.deleteFrom('operatorActs').execute()).rejects.toThrow(
      /neither changed nor deleted/,
    );
    await expect(desk.ctx.db.updateTable('operatorActs').set({ actor: 'x' }).execute()).rejects.toThrow(
      /neither changed nor deleted/,
    );
  });
});
