/**
 * Counter, in three calls: `prepareCounter`, `signCounter`, `submitCounter`. `makeCounter` does all three.
 */

import { outpointText } from '@ordbook/protocol/outpoint';
import type { Session } from '../account/sign-in.ts';
import { requireOptions, requireSession } from '../arguments.ts';
import { inOneCall, type Prepared } from '../flow/complete.ts';
import { summaryOf } from '../flow/summarise.ts';
import type { OfferRef } from '../offer/accept.ts';
import type { Answer, Body } from '../operation.ts';
import { limitsOf, locationOfSold } from '../safety/locate.ts';
import { requirePinned } from '../safety/pins.ts';
import { signSteps } from '../signing/sign-step.ts';
import { type CheckedCounter, type CounterPreflight, type CounterTerms, checkCounter } from './check.ts';

type Submit = Body<'/inscriptions/{id}/offers/{offerId}/counter/submit'>;

/** `offerId`: the buyer's offer. */
export interface CounterRequest extends Omit<CounterTerms, 'wallet'>, OfferRef {
  /** Ids of further inscriptions on its output, which are sold with it. */
  readonly soldWith?: readonly string[];
  /** Hours until the counter expires. Default 168. */
  readonly validityHours?: NonNullable<Submit['validityHours']>;
}

/** A counter before anything is signed. */
export type PreparedCounter = Prepared<CounterRequest, CounterPreflight, CheckedCounter>;

/** The counter that stands now. */
export type CounterMade = Answer<'/inscriptions/{id}/offers/{offerId}/counter/submit'>;

/**
 * Counters an inscription offer with our price. Nothing moves on chain until the buyer accepts. Throws
 * `ApiError`, and `UnsafePsbt` when the service requests signatures that are not safe for the seller.
 */
export const makeCounter = inOneCall({
  prepare: prepareCounter,
  sign: signCounter,
  submit: submitCounter,
});

/** Requests the PSBTs and checks them. Retry-safe. */
export async function prepareCounter(session: Session, request: CounterRequest): Promise<PreparedCounter> {
  requireSession(session);
  requireOptions(request, ['inscriptionId', 'offerId', 'priceSats']);
  const location = await locationOfSold(session, request);
  const preflight = await session.client.post('/inscriptions/{id}/offers/{offerId}/counter/preflight', {
    path: { id: request.inscriptionId, offerId: request.offerId },
    body: asked(session, request),
  });
  const limits = await limitsOf(session, request);
  const terms = { ...request, ...limits, ...(location ? { location } : {}), wallet: session.wallet };
  const checked = checkCounter(preflight, terms);
  await requirePinned(session, checked.operator);
  const [transfer, settlement, recovery] = checked.steps;
  const summary = summaryOf({
    wallet: session.wallet,
    title: 'Counter to an offer: nothing moves before the buyer accepts.',
    trades: [[transfer!, settlement!]],
    otherwise: [recovery!],
    inscribed: [
      { inscriptionId: request.inscriptionId, coin: outpointText(transfer!.table.inputs[0]!.coin) },
    ],
  });
  return { request, preflight, checked, summary };
}

/** Asks the wallet for three signatures: transfer, settlement and recovery. */
export async function signCounter(
  session: Session,
  { request, preflight, checked }: PreparedCounter,
): Promise<OfferRef & { body: Submit }> {
  const { anchorUtxoId, expectedTransferTxid, expectedSettlementTxid } = preflight;
  return {
    inscriptionId: request.inscriptionId,
    offerId: request.offerId,
    body: {
      ...asked(session, request),
      anchorUtxoId,
      expectedTransferTxid,
      expectedSettlementTxid,
      signedSteps: await signSteps(session, checked.steps),
    },
  };
}

/** Submits a signed counter. Retry-safe: a retry returns the same id while it is active. */
export function submitCounter(
  { client }: Session,
  { inscriptionId, offerId, body }: OfferRef & { readonly body: Submit },
): Promise<CounterMade> {
  return client.post('/inscriptions/{id}/offers/{offerId}/counter/submit', {
    path: { id: inscriptionId, offerId },
    body,
  });
}

function asked({ wallet, walletBindingId }: Session, { priceSats, validityHours }: CounterRequest) {
  return {
    walletBindingId,
    ordinalsPublicKey: wallet.ordinalsPublicKey,
    priceSats,
    ...(validityHours === undefined ? {} : { validityHours }),
  };
}
