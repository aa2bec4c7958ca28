/**
 * Take-back of a stranded listing, in three calls: `prepareTakeBack`, `signTakeBack`, `submitTakeBack`.
 * `takeListingBack` does all three.
 */

import { outpointText } from '@ordbook/protocol/outpoint';
import type { Session } from '../account/sign-in.ts';
import { requireOptions, requireSession } from '../arguments.ts';
import { inOneCall, type Prepared } from '../flow/complete.ts';
import { summaryOf } from '../flow/summarise.ts';
import type { Answer, Body } from '../operation.ts';
import { pinnedKeys } from '../safety/pins.ts';
import { signSteps } from '../signing/sign-step.ts';
import {
  type CheckedTakeBack,
  checkTakeBack,
  type TakeBackPreflight,
  type TakeBackTerms,
} from './check-take-back.ts';

/** A listing to take back: its inscription moved into the passthrough output, and no sale followed. */
export interface ListingTakeBackRequest extends Omit<TakeBackTerms, 'wallet'> {
  readonly collectionSlug: string;
}

/** A take-back before anything is signed. */
export type PreparedTakeBack = Prepared<ListingTakeBackRequest, TakeBackPreflight, CheckedTakeBack>;

/** A take-back with its signature, ready to be submitted. */
export interface SignedTakeBack {
  readonly collectionSlug: string;
  readonly listingId: string;
  readonly body: Body<'/collection/{slug}/listings/{listingId}/take-back/submit'>;
}

/** The transaction that brings the inscription home. */
export type ListingTakenBack = Answer<'/collection/{slug}/listings/{listingId}/take-back/submit'>;

/**
 * Takes an inscription from its passthrough to our ordinals address: that of a listing whose purchase failed
 * after its transfer came into a block. The operator pays the fee; an open listing is cancelled. Throws
 * `ApiError`, and `UnsafePsbt` when the service asks for a signature that a careful seller does not give.
 */
export const takeListingBack = inOneCall({
  prepare: prepareTakeBack,
  sign: signTakeBack,
  submit: submitTakeBack,
});

/** Requests the PSBT and checks it. Changes nothing; retry-safe. */
export async function prepareTakeBack(
  session: Session,
  request: ListingTakeBackRequest,
): Promise<PreparedTakeBack> {
  requireSession(session);
  requireOptions(request, ['collectionSlug', 'listingId']);
  const { collectionSlug, listingId } = request;
  const preflight = await session.client.post('/collection/{slug}/listings/{listingId}/take-back/preflight', {
    path: { slug: collectionSlug, listingId },
    body: asked(session),
  });
  const market = request.marketPublicKey ?? (await pinnedKeys(session)).market;
  const terms = {
    ...request,
    wallet: session.wallet,
    ...(market === undefined ? {} : { marketPublicKey: market }),
  };
  const checked = checkTakeBack(preflight, terms);
  const { inscriptionId, passthrough, step } = checked;
  const summary = summaryOf({
    wallet: session.wallet,
    title: 'Take-back: the inscription leaves its passthrough, and the operator pays the fee.',
    trades: [[step]],
    inscribed: [{ inscriptionId, coin: outpointText(passthrough) }],
  });
  return { request, preflight, checked, summary };
}

/** Asks the wallet for one signature: the key path of the checked passthrough. */
export async function signTakeBack(
  session: Session,
  { request: { collectionSlug, listingId }, preflight, checked }: PreparedTakeBack,
): Promise<SignedTakeBack> {
  const signedSteps = await signSteps(session, [checked.step], checked.passthrough);
  const { expectedTxid } = preflight;
  return { collectionSlug, listingId, body: { ...asked(session), expectedTxid, signedSteps } };
}

/** Submits a signed take-back. Retry-safe: a retry returns the same txid. */
export function submitTakeBack(
  { client }: Session,
  { collectionSlug, listingId, body }: SignedTakeBack,
): Promise<ListingTakenBack> {
  return client.post('/collection/{slug}/listings/{listingId}/take-back/submit', {
    path: { slug: collectionSlug, listingId },
    body,
  });
}

function asked({ wallet, walletBindingId }: Session) {
  return { walletBindingId, ordinalsPublicKey: wallet.ordinalsPublicKey };
}
