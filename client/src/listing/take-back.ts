/**
 * Take-back of a stranded listing, in three calls: `prepareTakeBack`, `signTakeBack`, `submitTakeBack`.
 * `takeListingBack` does all three.
 */

import type { Session } from '../account/sign-in.ts';
import type { Answer, Body } from '../api.ts';
import { recordSignatures } from '../safety/journal.ts';
import { pinnedKeys } from '../safety/pins.ts';
import { signStep } from '../signing/sign-step.ts';
import {
  type CheckedTakeBack,
  checkTakeBack,
  type TakeBackPreflight,
  type TakeBackTerms,
} from './check-take-back.ts';

export interface ListingTakeBackRequest extends Omit<TakeBackTerms, 'wallet'> {
  readonly collectionSlug: string;
}

export interface PreparedTakeBack {
  readonly request: ListingTakeBackRequest;
  readonly preflight: TakeBackPreflight;
  readonly checked: CheckedTakeBack;
}

export interface SignedTakeBack {
  readonly collectionSlug: string;
  readonly listingId: string;
  readonly body: Body<'/collection/{slug}/listings/{listingId}/take-back/submit'>;
}

export type ListingTakenBack = Answer<'/collection/{slug}/listings/{listingId}/take-back/submit'>;

/**
 * Takes an inscription from its passthrough to our ordinals address: that of a listing whose purchase failed
 * after its transfer came into a block. The operator pays the fee; an open listing is cancelled. Throws
 * `ApiError`, and `UnsafePsbt` when the service asks for a signature that a careful seller does not give.
 */
export async function takeListingBack(
  session: Session,
  request: ListingTakeBackRequest,
): Promise<ListingTakenBack> {
  const prepared = await prepareTakeBack(session, request);
  return submitTakeBack(session, await signTakeBack(session, prepared));
}

/** Requests the PSBT and checks it. Changes nothing; retry-safe. */
export async function prepareTakeBack(
  session: Session,
  request: ListingTakeBackRequest,
): Promise<PreparedTakeBack> {
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
  return { request, preflight, checked: checkTakeBack(preflight, terms) };
}

/** Asks the wallet for one signature: the key path of the checked passthrough. */
export async function signTakeBack(
  session: Session,
  { request: { collectionSlug, listingId }, preflight, checked }: PreparedTakeBack,
): Promise<SignedTakeBack> {
  await recordSignatures(session, [checked.step]);
  const signed = await signStep(session.wallet, checked.step, checked.passthrough);
  const { expectedTxid } = preflight;
  return { collectionSlug, listingId, body: { ...asked(session), expectedTxid, signedSteps: [signed] } };
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
