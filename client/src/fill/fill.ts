/**
 * Fill of a collection offer, in three calls: `prepareFill`, `signFill`, `submitFill`. `fillCollectionOffer`
 * does all three.
 */

import { outpointText } from '@ordbook/protocol/outpoint';
import type { Session } from '../account/sign-in.ts';
import { requireOptions, requireSession } from '../arguments.ts';
import { inOneCall, type Prepared } from '../flow/complete.ts';
import { summaryOf } from '../flow/summarise.ts';
import type { Answer, Body } from '../operation.ts';
import { limitsOf, locationOfSold } from '../safety/locate.ts';
import { signSteps } from '../signing/sign-step.ts';
import { type CheckedFill, checkFill, type FillPreflight, type FillTerms } from './check.ts';

type Submit = Body<'/collection/{slug}/collection-offers/{offerId}/fill/submit'>;

/** An inscription to sell to a collection offer. */
export interface FillRequest extends Omit<FillTerms, 'wallet'> {
  /** Ids of further inscriptions on its output, which are sold with it. */
  readonly soldWith?: readonly string[];
  readonly collectionSlug: string;
}

/** A fill before anything is signed. */
export type PreparedFill = Prepared<FillRequest, FillPreflight, CheckedFill>;

/** A fill with its signature, ready to be submitted. */
export interface SignedFill {
  readonly collectionSlug: string;
  readonly offerId: string;
  readonly body: Submit;
}

/** What became of a fill: a sale, broadcast. */
export type Filled = Answer<'/collection/{slug}/collection-offers/{offerId}/fill/submit'>;

/**
 * Sells an inscription to a collection offer; the offer's funding and the settlement are broadcast. Throws
 * `ApiError`, and `UnsafePsbt` when the service requests a signature that is not safe for the seller, and
 * `BelowTopOffer`, which is one, when another offer pays more.
 */
export const fillCollectionOffer = inOneCall({
  prepare: prepareFill,
  sign: signFill,
  submit: submitFill,
});

/** Requests the settlement and checks it. Retry-safe. */
export async function prepareFill(session: Session, request: FillRequest): Promise<PreparedFill> {
  requireSession(session);
  requireOptions(request, ['collectionSlug', 'inscriptionId', 'offerId', 'priceSats']);
  const { wallet, walletBindingId, client } = session;
  const location = await locationOfSold(session, request);
  const preflight = await client.post('/collection/{slug}/collection-offers/{offerId}/fill/preflight', {
    path: { slug: request.collectionSlug, offerId: request.offerId },
    body: {
      walletBindingId,
      ordinalsPublicKey: wallet.ordinalsPublicKey,
      inscriptionId: request.inscriptionId,
    },
  });
  const terms = {
    ...request,
    ...(await limitsOf(session, request)),
    ...(location ? { location } : {}),
    wallet,
  };
  const checked = checkFill(preflight, terms);
  const summary = summaryOf({
    wallet,
    title: 'Sale to a collection offer: it is broadcast at once.',
    trades: [[checked.step]],
    inscribed: [
      { inscriptionId: request.inscriptionId, coin: outpointText(checked.step.table.inputs[0]!.coin) },
    ],
  });
  return { request, preflight, checked, summary };
}

/** Asks the wallet for one signature. */
export async function signFill(
  session: Session,
  { request, preflight, checked }: PreparedFill,
): Promise<SignedFill> {
  const { wallet, walletBindingId } = session;
  const { expectedSettlementTxid, admissionAnchorUtxoId, belowTopOfferWarning } = preflight;
  const [signed] = await signSteps(session, [checked.step]);
  const { stepIndex: _, ...signedSellerStep } = signed!;
  return {
    collectionSlug: request.collectionSlug,
    offerId: request.offerId,
    body: {
      walletBindingId,
      ordinalsPublicKey: wallet.ordinalsPublicKey,
      inscriptionId: request.inscriptionId,
      expectedSettlementTxid,
      admissionAnchorUtxoId,
      signedSellerStep,
      ...(belowTopOfferWarning ? { belowTopOfferConfirmation: belowTopOfferWarning } : {}),
    },
  };
}

/** Submits a signed fill. Retry-safe: a retry returns the same ids. */
export function submitFill(
  { client }: Session,
  { collectionSlug, offerId, body }: SignedFill,
): Promise<Filled> {
  return client.post('/collection/{slug}/collection-offers/{offerId}/fill/submit', {
    path: { slug: collectionSlug, offerId },
    body,
  });
}
