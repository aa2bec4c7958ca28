import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { HOUR_MS } from '../../../src/base/clock.ts';
import { cancelCollectionOffer } from '../../../src/trading/collection-offer/close.ts';
import { submitCollectionOffers } from '../../../src/trading/collection-offer/make.ts';
import { submitCounter } from '../../../src/trading/counter/make.ts';
import { rejectCounter } from '../../../src/trading/counter/reject.ts';
import { submitFill } from '../../../src/trading/fill/fill.ts';
import { delistListings } from '../../../src/trading/listing/delist.ts';
import { submitListing } from '../../../src/trading/listing/list.ts';
import { submitAcceptOffer } from '../../../src/trading/offer/accept.ts';
import { cancelOffer, rejectOffer } from '../../../src/trading/offer/close.ts';
import { submitOffers } from '../../../src/trading/offer/make.ts';
import { submitPurchase } from '../../../src/trading/purchase/buy.ts';
import { makeOffer, signedAcceptance, signedCounter, signedOffer } from '../../support/bidding.ts';
import { makeOffers, signedFill, signedOffers } from '../../support/collection-offers.ts';
import { type Desk, OTHER_SLUG, openDesk, SLUG } from '../../support/desk.ts';
import { QUICK_TIER } from '../../support/offer-signers.ts';
import { list, listingBody, refusalOf, signedListing, signedPurchase } from '../../support/trade.ts';
import type { Trader } from '../../support/trader.ts';

vi.setConfig({ testTimeout: 90_000 });

let desk: Desk;
let seller: Trader;
let buyer: Trader;
let ids: string[];
const next = () => ids.pop()!;

beforeAll(async () => {
  desk = await openDesk({ tiers: [QUICK_TIER] });
  [seller, buyer] = (await desk.traders(['p2wpkh', 'p2wpkh'], 8)) as [Trader, Trader];
  ids = await desk.inscribe(seller, 12);
}, 120_000);
afterAll(() => desk?.close());

const acting = (trader: Trader, offer: { inscriptionId: string; offerId: string }) => ({
  ...offer,
  walletBindingId: trader.walletBindingId,
});

/** A submit is answered, its repeat the same; then it ends, and a further repeat is refused with why. */
async function refusedAfter<Answer>(
  submit: () => Promise<Answer>,
  end: (answer: Answer) => unknown,
  why: string,
) {
  const answer = await submit();
  expect(await submit()).toEqual(answer);
  await end(answer);
  const refusal = await refusalOf(submit());
  expect(refusal).toMatchObject({ code: 'trade_ended', status: 409 });
  expect(refusal.message).toContain(why);
}

describe('a repeat after the end', () => {
  test.each([
    ['cancelled', () => cancelOffer, () => buyer, 'is cancelled (cancelled by its maker)'],
    ['rejected', () => rejectOffer, () => seller, 'is rejected (declined by the owner)'],
  ] as const)('of an offer that was %s is refused', async (_state, close, by, why) => {
    const { body } = await signedOffer(desk, buyer, [next()]);
    await refusedAfter(
      () => submitOffers(desk.ctx, buyer.caller, body),
      ({ items }) => close()(desk.ctx, by().caller, acting(by(), items[0]!)),
      why,
    );
  });

  test('of an offer that has expired is refused, before that is written, and it may be made again', async () => {
    const { body } = await signedOffer(desk, buyer, [next()], { validityHours: 6 });
    const submit = () => submitOffers(desk.ctx, buyer.caller, body);
    await refusedAfter(submit, () => desk.clock.step(6 * HOUR_MS), 'is expired');
    await signedOffer(desk, buyer, body.inscriptionIds, { validityHours: 6 });
    expect((await submit()).status).toBe('active');
  });

  test('of a counter that was declined is refused', async () => {
    const offer = await makeOffer(desk, buyer, next());
    const { body } = await signedCounter(desk, seller, offer);
    await refusedAfter(
      () => submitCounter(desk.ctx, seller.caller, body),
      ({ offerId }) => rejectCounter(desk.ctx, buyer.caller, acting(buyer, { ...offer, offerId })),
      'counter',
    );
  });

  test('of listings is refused once all of them were delisted', async () => {
    const body = await signedListing(desk.ctx, seller, listingBody(seller, [next(), next()]));
    const submit = () => submitListing(desk.ctx, seller.caller, body);
    const { walletBindingId } = seller;
    await refusedAfter(
      submit,
      async ({ listings }) => {
        for (const listing of listings) {
          expect(await submit()).toEqual({ listings });
          const delisted = { slug: SLUG, walletBindingId, listings: [listing] };
          await delistListings(desk.ctx, seller.caller, delisted);
        }
      },
      'delisted by its seller',
    );
  });

  test('of a collection offer that was cancelled is refused', async () => {
    const { body } = await signedOffers(desk, buyer);
    await refusedAfter(
      () => submitCollectionOffers(desk.ctx, buyer.caller, body),
      ({ offers }) =>
        cancelCollectionOffer(desk.ctx, buyer.caller, {
          slug: SLUG,
          offerId: offers[0]!.offerId,
          walletBindingId: buyer.walletBindingId,
        }),
      'collection offer',
    );
  });
});

describe('a repeat after the settlement', () => {
  const answeredAlike = async <Answer>(submit: () => Promise<Answer>) => {
    const answer = await submit();
    expect(await submit()).toEqual(answer);
    await desk.mine();
    return { answer, later: await submit() };
  };

  test('of an offer, its acceptance, a listing and its purchase is answered as before', async () => {
    const id = next();
    const { body: offered } = await signedOffer(desk, buyer, [id]);
    const made = await submitOffers(desk.ctx, buyer.caller, offered);
    const acceptance = await signedAcceptance(desk, seller, made.items[0]!);
    const accepted = await answeredAlike(() => submitAcceptOffer(desk.ctx, seller.caller, acceptance.body));
    expect(accepted.later).toEqual(accepted.answer);
    expect(await submitOffers(desk.ctx, buyer.caller, offered)).toEqual(made);

    const listed = await signedListing(desk.ctx, seller, listingBody(seller, [next()]));
    const { listings } = await submitListing(desk.ctx, seller.caller, listed);
    const { body } = await signedPurchase(desk, buyer, listings);
    const bought = await answeredAlike(() => submitPurchase(desk.ctx, buyer.caller, body));
    expect(bought.later).toEqual(bought.answer);
    expect(await submitListing(desk.ctx, seller.caller, listed)).toEqual({ listings });
  });

  test('of a fill says that it is in a block', async () => {
    const { offerId } = await makeOffers(desk, buyer);
    const { body } = await signedFill(desk, seller, offerId, next());
    const filled = await answeredAlike(() => submitFill(desk.ctx, seller.caller, body));
    expect(filled.later).toEqual({ ...filled.answer, status: 'accepted' });
  });
});

describe('no repeat', () => {
  test('is a submit with other PSBTs, or in the path of another collection', async () => {
    const body = await signedListing(desk.ctx, seller, listingBody(seller, [next()]));
    const { listings } = await submitListing(desk.ctx, seller.caller, body);
    const [signed] = body.signed;
    const unsigned = {
      ...signed!,
      psbts: signed!.psbts.map((step) => ({ ...step, psbtBase64: 'cHNidP8=' })),
    };
    for (const other of [
      { ...body, signed: [unsigned] },
      { ...body, slug: OTHER_SLUG },
    ])
      expect((await refusalOf(submitListing(desk.ctx, seller.caller, other))).status).toBeGreaterThan(399);
    const [ref] = await list(desk, seller, [next()]);
    const { body: bought } = await signedPurchase(desk, buyer, [ref!]);
    await submitPurchase(desk.ctx, buyer.caller, bought);
    const elsewhere = { ...bought, slug: OTHER_SLUG };
    expect((await refusalOf(submitPurchase(desk.ctx, buyer.caller, elsewhere))).status).toBeGreaterThan(399);
    expect(listings).toHaveLength(1);
  });
});
