import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../../src/base/clock.ts';
import { collectionOfferById } from '../../../src/store/collection-offer/collection-offers.ts';
import {
  collectionBook,
  previewTarget,
  replacementWarning,
} from '../../../src/trading/collection-offer/book.ts';
import { cancelCollectionOffer } from '../../../src/trading/collection-offer/close.ts';
import {
  preflightCollectionOffers,
  submitCollectionOffers,
} from '../../../src/trading/collection-offer/make.ts';
import { preflightFill } from '../../../src/trading/fill/fill.ts';
import {
  fillBody,
  makeOffers,
  OFFER_SATS,
  offerBody,
  signedOffers,
} from '../../support/collection-offers.ts';
import { type Desk, openDesk, SLUG } from '../../support/desk.ts';
import { QUICK_TIER } from '../../support/offer-signers.ts';
import { refusalOf, refusedWith } from '../../support/trade.ts';
import type { Trader } from '../../support/trader.ts';

let desk: Desk;
let seller: Trader;
let ids: string[];

beforeAll(async () => {
  desk = await openDesk({ tiers: [QUICK_TIER] });
  [seller] = (await desk.traders(['p2wpkh'])) as [Trader];
  ids = await desk.inscribe(seller, 3);
}, 60_000);
afterAll(() => desk?.close());

const buyer = async (coins = 4) => (await desk.traders(['p2wpkh'], coins))[0]!;
const stateOf = async (offerId: string) => (await collectionOfferById(desk.ctx.db, offerId))!.state;
const book = (who: Trader, which: 'all' | 'own') => collectionBook(desk.ctx, who.caller, SLUG, which);

describe('collection offers', () => {
  test("stand in the book and in their maker's list until they are cancelled", async () => {
    const maker = await buyer();
    const { offers, offerId } = await makeOffers(desk, maker, { offerCount: 3, ladderStepSats: 5_000 });
    expect(offers.map(({ priceSats }) => priceSats)).toEqual([50_000, 45_000, 40_000]);
    const own = await book(maker, 'own');
    expect(own).toMatchObject({ totalCount: 3, collectionOfferCount: 3, traitOfferCount: 0 });
    expect(own.rows[0]).toMatchObject({
      id: offerId,
      priceSats: OFFER_SATS,
      actionBindingId: maker.walletBindingId,
    });
    const cancel = (who: Trader) =>
      cancelCollectionOffer(desk.ctx, who.caller, {
        slug: SLUG,
        offerId,
        walletBindingId: who.walletBindingId,
      });
    expect((await refusalOf(cancel(seller))).code).toBe('not_owner');
    expect(await cancel(maker)).toEqual({ offerId, status: 'cancelled' });
    expect(await cancel(maker)).toEqual({ offerId, status: 'cancelled' });
    expect((await book(maker, 'own')).totalCount).toBe(2);
    expect((await collectionOfferById(desk.ctx.db, offerId))!.authSecret).toBeNull();
    const filled = preflightFill(desk.ctx, seller.caller, fillBody(seller, offerId, ids[0]!));
    expect((await refusalOf(filled)).code).toBe('offer_closed');
  });

  test('are cancelled by each of several equal requests at a time, and not once they have expired', async () => {
    const maker = await buyer();
    const { offers } = await makeOffers(desk, maker, { offerCount: 2, validityHours: 6 });
    const cancel = (offerId: string) =>
      cancelCollectionOffer(desk.ctx, maker.caller, {
        slug: SLUG,
        offerId,
        walletBindingId: maker.walletBindingId,
      });
    const [first, second] = offers.map(({ offerId }) => offerId);
    for (const { status } of await Promise.all([1, 2, 3].map(() => cancel(first!))))
      expect(status).toBe('cancelled');
    desk.clock.step(6 * HOUR_MS);
    const sentence = (await refusalOf(cancel(second!))).message;
    expect(sentence).toContain('expired at');
  });

  test('of one call take coins of their own while there are enough', async () => {
    const maker = await buyer(2);
    const { promised } = await signedOffers(desk, maker, { offerCount: 3 });
    const [first, second, third] = promised.offers.map(
      ({ selectedPaymentUtxos }) => selectedPaymentUtxos[0]!.txid + selectedPaymentUtxos[0]!.vout,
    );
    expect(first).not.toBe(second);
    expect([first, second]).toContain(third);
  });

  test('answer the same ids when they are submitted again', async () => {
    const maker = await buyer();
    const { body } = await signedOffers(desk, maker);
    const answer = await submitCollectionOffers(desk.ctx, maker.caller, body);
    expect(await submitCollectionOffers(desk.ctx, maker.caller, body)).toEqual(answer);
  });

  test('replace older ones of the same scope on the same coins, with a warning', async () => {
    const maker = await buyer(1);
    const { offerId } = await makeOffers(desk, maker);
    const spendableUtxos = await desk.coinsOf(maker);
    const body = { ...offerBody(maker, spendableUtxos), spendableUtxos };
    expect(await replacementWarning(desk.ctx, maker.caller, body)).toEqual({
      replacementWarning: { activeOfferCount: 1 },
    });
    const newer = await makeOffers(desk, maker, { priceSats: 60_000 });
    expect(await stateOf(offerId)).toBe('cancelled');
    expect(await stateOf(newer.offerId)).toBe('active');
    const [other] = await desk.traders(['p2tr']);
    const otherBody = {
      ...body,
      walletBindingId: other!.walletBindingId,
      spendableUtxos: await desk.coinsOf(other!),
    };
    expect(await replacementWarning(desk.ctx, other!.caller, otherBody)).toEqual({
      replacementWarning: null,
    });
  });

  // Spec, "Collection offers": Replacement check
  test('are announced as replaced when coins that cannot pay stand before those that preflight selects', async () => {
    const maker = await buyer(1);
    await makeOffers(desk, maker);
    const real = await desk.coinsOf(maker);
    const spent = { txid: 'ab'.repeat(32), vout: 0, valueSats: 90_000_000 };
    const candidates = offerBody(maker, [spent, ...real]);
    const warned = await replacementWarning(desk.ctx, maker.caller, {
      ...candidates,
      spendableUtxos: [spent, ...real],
    });
    expect(warned).toEqual({ replacementWarning: { activeOfferCount: 1 } });
    const { promised } = await signedOffers(desk, maker, { spendableUtxos: [spent, ...real] });
    expect(promised.offers[0]!.selectedPaymentUtxos).toEqual(real);
    const nothing = { ...candidates, spendableUtxos: [spent] };
    expect(await replacementWarning(desk.ctx, maker.caller, nothing)).toEqual({ replacementWarning: null });
  });

  // Spec, "Collection offers": Submit must repeat the same offer count
  test('are refused at submit with another offer count than their preflight had', async () => {
    const maker = await buyer(3);
    const { body } = await signedOffers(desk, maker, { offerCount: 3 });
    for (const kept of [1, 2]) {
      const fewer = { ...body, offerCount: kept, offers: body.offers.slice(0, kept) };
      const sentence = await refusedWith(desk, 'malformed', () =>
        submitCollectionOffers(desk.ctx, maker.caller, fewer),
      );
      expect(sentence).toContain(`offerCount 3, not ${kept}`);
    }
    expect((await submitCollectionOffers(desk.ctx, maker.caller, body)).offers).toHaveLength(3);
  });

  test('are refused at submit with another validity than their preflight had, named or left out', async () => {
    const maker = await buyer();
    const { body } = await signedOffers(desk, maker, { validityHours: 2160 });
    const { validityHours, ...unsaid } = body;
    for (const other of [{ ...body, validityHours: 6 }, unsaid]) {
      const sentence = await refusedWith(desk, 'malformed', () =>
        submitCollectionOffers(desk.ctx, maker.caller, other),
      );
      expect(sentence).toContain(`validityHours ${validityHours}, not`);
    }
    expect((await submitCollectionOffers(desk.ctx, maker.caller, body)).offers).toHaveLength(1);
  });

  test('end with their time, and with the lapse of their preflight', async () => {
    const maker = await buyer();
    const { offerId } = await makeOffers(desk, maker, { validityHours: 6 });
    const { body } = await signedOffers(desk, maker, { priceSats: 70_000 });
    desk.clock.step(7 * HOUR_MS);
    expect((await refusalOf(submitCollectionOffers(desk.ctx, maker.caller, body))).code).toBe('stale');
    const filled = preflightFill(desk.ctx, seller.caller, fillBody(seller, offerId, ids[0]!));
    expect((await refusalOf(filled)).code).toBe('offer_closed');
    await desk.settle();
    expect(await stateOf(offerId)).toBe('expired');
  });

  test('on traits mean the members that have them', async () => {
    const { traits } = (await desk.ctx.ordinals.inscription(ids[0]!))!;
    const target = {
      kind: 'traits',
      traits: traits.map(({ type, value }) => ({ type, values: [value] })),
    } as const;
    const preview = await previewTarget(desk.ctx, SLUG, target);
    expect(preview.eligibleCount).toBeGreaterThan(0);
    expect(preview).toMatchObject({ floorSats: null, collectionFloorSats: null });
    const { promised } = await makeOffers(desk, await buyer(), { target });
    expect(promised.eligibleCount).toBe(preview.eligibleCount);
  });
});

describe('collection offers are refused', () => {
  test.each([
    ['a price below 10,000', { priceSats: 5_000 }, 'bad_price'],
    ['a price off the step', { priceSats: 52_000 }, 'bad_price'],
    ['a ladder that goes below', { priceSats: 15_000, offerCount: 3, ladderStepSats: 5_000 }, 'bad_price'],
    ['eleven at once', { offerCount: 11 }, 'malformed'],
    [
      'traits that nobody has',
      { target: { kind: 'traits', traits: [{ type: 'No', values: ['Such'] }] } },
      'nothing_eligible',
    ],
    ['no coins', { spendableUtxos: [] }, 'insufficient_funds'],
    ['an unknown collection', { slug: 'nowhere' }, 'not_found'],
  ] as const)('for %s', async (_what, more, code) => {
    const maker = await buyer(1);
    const body = offerBody(maker, await desk.coinsOf(maker), more as object);
    expect((await refusalOf(preflightCollectionOffers(desk.ctx, maker.caller, body))).code).toBe(code);
  });

  test('for a funding parent that was tampered with, other coins, another price', async () => {
    const maker = await buyer(2);
    const { body } = await signedOffers(desk, maker);
    const [offer] = body.offers;
    const submit = (change: object, top: object = {}) =>
      refusalOf(
        submitCollectionOffers(desk.ctx, maker.caller, {
          ...body,
          ...top,
          offers: [{ ...offer!, ...change }],
        }),
      );
    const bytes = Buffer.from(offer!.signedFundingParentStep.psbtBase64, 'base64');
    bytes[60]! ^= 1;
    expect((await submit({ signedFundingParentStep: { psbtBase64: bytes.toString('base64') } })).code).toBe(
      'bad_psbt',
    );
    expect((await submit({ selectedPaymentUtxos: [] })).code).toBe('malformed');
    expect((await submit({ expectedFundingParentTxid: '0'.repeat(64) })).code).toBe('stale');
    expect((await submit({}, { priceSats: 55_000 })).code).toBe('malformed');
    expect((await submit({}, { offerCount: 2 })).code).toBe('malformed');
  });
});

test('offers that are submitted three times at the same moment are made once, and each submit is told the same', async () => {
  const maker = await buyer();
  const { body } = await signedOffers(desk, maker);
  const submit = () => submitCollectionOffers(desk.ctx, maker.caller, body);
  const [first, ...others] = await Promise.all([submit(), submit(), submit()]);
  for (const other of others) expect(other).toEqual(first);
  expect((await book(maker, 'own')).totalCount).toBe(1);
});
