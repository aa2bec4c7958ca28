import type { Utxo } from '@ordbook/protocol/outpoint';
import {
  type CollectionOfferBody,
  preflightCollectionOffers,
  type SignedCollectionOfferBody,
  submitCollectionOffers,
} from '../../src/trading/collection-offer/make.ts';
import {
  type FillBody,
  preflightFill,
  type SignedFillBody,
  submitFill,
} from '../../src/trading/fill/fill.ts';
import { type Desk, SLUG } from './desk.ts';
import { signStep, type Trader } from './trader.ts';

export const OFFER_SATS = 50_000;

export function offerBody(
  buyer: Trader,
  spendableUtxos: readonly Utxo[],
  more: Partial<CollectionOfferBody> = {},
): CollectionOfferBody {
  return {
    slug: SLUG,
    walletBindingId: buyer.walletBindingId,
    ordinalsPublicKey: buyer.ordinals.publicKey,
    paymentPublicKey: buyer.payment.publicKey,
    target: { kind: 'all' },
    priceSats: OFFER_SATS,
    spendableUtxos,
    ...more,
  };
}

/** Preflight and signatures: the body of a submit, and what the preflight promised. */
export async function signedOffers(
  desk: Pick<Desk, 'ctx' | 'coinsOf'>,
  buyer: Trader,
  more: Partial<CollectionOfferBody> = {},
) {
  const body = offerBody(buyer, more.spendableUtxos ?? (await desk.coinsOf(buyer)), more);
  const promised = await preflightCollectionOffers(desk.ctx, buyer.caller, body);
  const signed: SignedCollectionOfferBody = {
    ...body,
    offers: promised.offers.map((offer) => ({
      selectedPaymentUtxos: offer.selectedPaymentUtxos,
      expectedFundingParentTxid: offer.expectedFundingParentTxid,
      signedFundingParentStep: signStep(buyer, offer.fundingParentStep),
    })),
  };
  return { promised, body: signed };
}

/** Makes offers, and answers what preflight and submit said. */
export async function makeOffers(
  desk: Pick<Desk, 'ctx' | 'coinsOf'>,
  buyer: Trader,
  more: Partial<CollectionOfferBody> = {},
) {
  const { promised, body } = await signedOffers(desk, buyer, more);
  const { offers } = await submitCollectionOffers(desk.ctx, buyer.caller, body);
  return { promised, body, offers, offerId: offers[0]!.offerId };
}

export function fillBody(seller: Trader, offerId: string, inscriptionId: string): FillBody {
  return {
    slug: SLUG,
    offerId,
    walletBindingId: seller.walletBindingId,
    ordinalsPublicKey: seller.ordinals.publicKey,
    inscriptionId,
  };
}

/** Preflight and signature: the body of a submit, and what the preflight promised. */
export async function signedFill(
  desk: Pick<Desk, 'ctx'>,
  seller: Trader,
  offerId: string,
  inscriptionId: string,
) {
  const body = fillBody(seller, offerId, inscriptionId);
  const promised = await preflightFill(desk.ctx, seller.caller, body);
  const signed: SignedFillBody = {
    ...body,
    expectedSettlementTxid: promised.expectedSettlementTxid,
    admissionAnchorUtxoId: promised.admissionAnchorUtxoId,
    psbtBase64: signStep(seller, promised.sellerStep).psbtBase64,
  };
  return { promised, body: signed };
}

/** Fills, and answers what preflight and submit said. */
export async function fill(desk: Pick<Desk, 'ctx'>, seller: Trader, offerId: string, inscriptionId: string) {
  const { promised, body } = await signedFill(desk, seller, offerId, inscriptionId);
  return { promised, body, answer: await submitFill(desk.ctx, seller.caller, body) };
}
