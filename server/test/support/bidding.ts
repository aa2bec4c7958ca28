/** What buyers and owners do with offers, in one call each, as their wallets would. */

import type { Utxo } from '@ordbook/protocol/outpoint';
import { type Offer, offerById } from '../../src/store/offer/offers.ts';
import { preflightAcceptCounter, submitAcceptCounter } from '../../src/trading/counter/accept.ts';
import { preflightCounter, submitCounter } from '../../src/trading/counter/make.ts';
import { preflightAcceptOffer, submitAcceptOffer } from '../../src/trading/offer/accept.ts';
import { preflightOffers, submitOffers } from '../../src/trading/offer/make.ts';
import { type Desk, SLUG } from './desk.ts';
import { signStep, type Trader } from './trader.ts';

/** What a wallet acts through. */
type Parts = Pick<Desk, 'ctx' | 'coinsOf'>;

export interface Bid {
  readonly priceSats?: number;
  readonly validityHours?: number;
  /** Candidates for payment. Default: all coins of the buyer. */
  readonly coins?: readonly Utxo[];
}

/** The bodies of an offer's two calls, signed. */
export async function signedOffer(
  desk: Parts,
  buyer: Trader,
  inscriptionIds: readonly string[],
  bid: Bid = {},
) {
  const body = {
    slug: SLUG,
    walletBindingId: buyer.walletBindingId,
    paymentPublicKey: buyer.payment.publicKey,
    inscriptionIds,
    priceSats: bid.priceSats ?? 50_000,
    ...(bid.validityHours === undefined ? {} : { validityHours: bid.validityHours }),
  };
  const preflight = await preflightOffers(desk.ctx, buyer.caller, {
    ...body,
    spendableUtxos: bid.coins ?? (await desk.coinsOf(buyer)),
  });
  return {
    preflight,
    body: {
      ...body,
      selectedPaymentUtxos: preflight.selectedPaymentUtxos,
      signedItems: preflight.items.map(({ inscriptionId, expectedSettlementTxid, steps }) => ({
        inscriptionId,
        expectedSettlementTxid,
        psbtBase64: signStep(buyer, steps[0]!).psbtBase64,
      })),
    },
  };
}

/** Ids of the offers made, in the order of the inscriptions. */
export async function makeOffers(desk: Parts, buyer: Trader, ids: readonly string[], bid: Bid = {}) {
  const { body } = await signedOffer(desk, buyer, ids, bid);
  const { items } = await submitOffers(desk.ctx, buyer.caller, body);
  return items.map(({ offerId }) => offerId);
}

export async function makeOffer(desk: Parts, buyer: Trader, inscriptionId: string, bid: Bid = {}) {
  const [offerId] = await makeOffers(desk, buyer, [inscriptionId], bid);
  return { inscriptionId, offerId: offerId! };
}

export type OfferRef = Awaited<ReturnType<typeof makeOffer>>;

export async function offerNow(desk: Parts, { offerId }: { readonly offerId: string }): Promise<Offer> {
  const offer = await offerById(desk.ctx.db, offerId);
  if (!offer) throw new Error(`no offer ${offerId}`);
  return offer;
}

/** The body of an acceptance, signed; `feeRate` instead of the preflight's. */
export async function signedAcceptance(desk: Parts, seller: Trader, offer: OfferRef) {
  const body = {
    ...offer,
    walletBindingId: seller.walletBindingId,
    ordinalsPublicKey: seller.ordinals.publicKey,
  };
  const preflight = await preflightAcceptOffer(desk.ctx, seller.caller, body);
  const { targetFeeRateSatVb, expectedSettlementTxid, expectedPayoutTxid, steps } = preflight;
  return {
    preflight,
    body: {
      ...body,
      targetFeeRateSatVb,
      expectedSettlementTxid,
      expectedPayoutTxid,
      signedSteps: steps.map((step) => signStep(seller, step)),
    },
  };
}

export async function acceptOffer(desk: Parts, seller: Trader, offer: OfferRef) {
  const { body } = await signedAcceptance(desk, seller, offer);
  return submitAcceptOffer(desk.ctx, seller.caller, body);
}

/** The body of a counter to a bid, signed. */
export async function signedCounter(desk: Parts, seller: Trader, parent: OfferRef, bid: Bid = {}) {
  const body = {
    ...parent,
    walletBindingId: seller.walletBindingId,
    ordinalsPublicKey: seller.ordinals.publicKey,
    priceSats: bid.priceSats ?? 80_000,
    ...(bid.validityHours === undefined ? {} : { validityHours: bid.validityHours }),
  };
  const preflight = await preflightCounter(desk.ctx, seller.caller, body);
  const { anchorUtxoId, expectedTransferTxid, expectedSettlementTxid, steps } = preflight;
  return {
    preflight,
    body: {
      ...body,
      anchorUtxoId,
      expectedTransferTxid,
      expectedSettlementTxid,
      signedSteps: steps.map((step) => signStep(seller, step)),
    },
  };
}

export async function makeCounter(desk: Parts, seller: Trader, parent: OfferRef, bid: Bid = {}) {
  const { body } = await signedCounter(desk, seller, parent, bid);
  const { offerId } = await submitCounter(desk.ctx, seller.caller, body);
  return { inscriptionId: parent.inscriptionId, offerId };
}

/** The body of a counter's acceptance, signed; `coins` are the candidates for payment, by default all of the buyer. */
export async function signedCounterAcceptance(
  desk: Parts,
  buyer: Trader,
  counter: OfferRef,
  coins?: readonly Utxo[],
) {
  const body = {
    ...counter,
    walletBindingId: buyer.walletBindingId,
    paymentPublicKey: buyer.payment.publicKey,
    spendableUtxos: coins ?? (await desk.coinsOf(buyer)),
  };
  const preflight = await preflightAcceptCounter(desk.ctx, buyer.caller, body);
  const { selectedPaymentUtxos, expectedFundingTxid, expectedSettlementTxid, steps } = preflight;
  return {
    preflight,
    body: {
      ...body,
      selectedPaymentUtxos,
      expectedFundingTxid,
      expectedSettlementTxid,
      signedSteps: steps.map((step) => signStep(buyer, step)),
    },
  };
}

export async function acceptCounter(desk: Parts, buyer: Trader, counter: OfferRef) {
  const { body } = await signedCounterAcceptance(desk, buyer, counter);
  return submitAcceptCounter(desk.ctx, buyer.caller, body);
}
