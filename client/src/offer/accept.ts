/**
 * Acceptance of an offer, in three calls: `prepareAcceptance`, `signAcceptance`, `submitAcceptance`.
 * `acceptOffer` does all three.
 */

import { outpointText } from '@ordbook/protocol/outpoint';
import type { Session } from '../account/sign-in.ts';
import { requireOptions, requireSession } from '../arguments.ts';
import { inOneCall, type Prepared } from '../flow/complete.ts';
import { summaryOf } from '../flow/summarise.ts';
import type { Answer, Body } from '../operation.ts';
import { limitsOf, locationOfSold } from '../safety/locate.ts';
import { signSteps } from '../signing/sign-step.ts';
import { type AcceptPreflight, type AcceptTerms, type CheckedAcceptance, checkAcceptance } from './check.ts';

type Submit = Body<'/inscriptions/{id}/offers/{offerId}/accept/submit'>;

/** An offer or a counter, and the inscription that it is for. */
export interface OfferRef {
  readonly inscriptionId: string;
  readonly offerId: string;
}

/** An offer to accept, and the price that the seller saw. */
export interface AcceptRequest extends Omit<AcceptTerms, 'wallet'>, OfferRef {
  /** Ids of further inscriptions on its output, which are sold with it. */
  readonly soldWith?: readonly string[];
}

/** The acceptance of an offer before anything is signed. */
export type PreparedAcceptance = Prepared<AcceptRequest, AcceptPreflight, CheckedAcceptance>;

/** What became of an accepted offer: a sale, broadcast. */
export type OfferAccepted = Answer<'/inscriptions/{id}/offers/{offerId}/accept/submit'>;

/**
 * Sells an inscription to the buyer of an offer; settlement and payout are broadcast. Throws `ApiError`, and
 * `UnsafePsbt` when the service requests signatures that are not safe for the seller.
 */
export const acceptOffer = inOneCall({
  prepare: prepareAcceptance,
  sign: signAcceptance,
  submit: submitAcceptance,
});

/** Requests the PSBTs and checks them. Retry-safe. */
export async function prepareAcceptance(
  session: Session,
  request: AcceptRequest,
): Promise<PreparedAcceptance> {
  requireSession(session);
  requireOptions(request, ['inscriptionId', 'offerId', 'priceSats']);
  const { wallet, walletBindingId, client } = session;
  const location = await locationOfSold(session, request);
  const preflight = await client.post('/inscriptions/{id}/offers/{offerId}/accept/preflight', {
    path: { id: request.inscriptionId, offerId: request.offerId },
    body: { walletBindingId, ordinalsPublicKey: wallet.ordinalsPublicKey },
  });
  const terms = {
    ...request,
    ...(await limitsOf(session, request)),
    ...(location ? { location } : {}),
    wallet,
  };
  const checked = checkAcceptance(preflight, terms);
  const summary = summaryOf({
    wallet,
    title: 'Acceptance of an offer: it is broadcast at once.',
    trades: [checked.steps],
    inscribed: [
      {
        inscriptionId: request.inscriptionId,
        coin: outpointText(checked.settlement.inputs[0]!.coin),
      },
    ],
  });
  return { request, preflight, checked, summary };
}

/** Asks the wallet for one or two signatures: the settlement, and the payout if there is one. */
export async function signAcceptance(
  session: Session,
  { request, preflight, checked }: PreparedAcceptance,
): Promise<OfferRef & { body: Submit }> {
  const { wallet, walletBindingId } = session;
  return {
    inscriptionId: request.inscriptionId,
    offerId: request.offerId,
    body: {
      walletBindingId,
      ordinalsPublicKey: wallet.ordinalsPublicKey,
      targetFeeRateSatVb: preflight.targetFeeRateSatVb,
      expectedSettlementTxid: preflight.expectedSettlementTxid,
      expectedPayoutTxid: preflight.expectedPayoutTxid,
      signedSteps: await signSteps(session, checked.steps),
    },
  };
}

/** Submits a signed acceptance. Retry-safe: a retry returns the same txids. */
export function submitAcceptance(
  { client }: Session,
  { inscriptionId, offerId, body }: OfferRef & { readonly body: Submit },
): Promise<OfferAccepted> {
  return client.post('/inscriptions/{id}/offers/{offerId}/accept/submit', {
    path: { id: inscriptionId, offerId },
    body,
  });
}
