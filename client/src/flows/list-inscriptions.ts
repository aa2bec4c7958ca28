/**
 * Listing, in three calls: `prepareListing` asks for the PSBTs and checks them, `signListing` signs what was checked,
 * `submitListing` hands it over. `listInscriptions` does all of it.
 */
import type { Answer, Body } from '../api.ts';
import {
  type CheckedListing,
  checkListing,
  type ListingPreflight,
  type ListingTerms,
} from '../checks/listing.ts';
import type { Session } from './sign-in.ts';
import { signStep, signSteps } from './sign-step.ts';

type Submit = Body<'/collection/{slug}/listings/submit'>;

export interface ListingRequest extends Omit<ListingTerms, 'wallet'> {
  readonly collectionSlug: string;
  /** Days until the listing ends; left out: no end. */
  readonly durationDays?: NonNullable<Submit['durationDays']>;
}

export interface PreparedListing {
  readonly request: ListingRequest;
  readonly preflight: ListingPreflight;
  /** What the PSBTs do, as verified. */
  readonly checked: readonly CheckedListing[];
}

export interface Listed {
  readonly inscriptionId: string;
  readonly listingId: string;
}

/**
 * Lists 1..20 inscriptions of one collection. Nothing moves on the chain. Throws `ApiError`, and `UnsafePsbt` when the service asks for
 * signatures that a careful seller does not give.
 */
export async function listInscriptions(session: Session, request: ListingRequest): Promise<Listed[]> {
  const prepared = await prepareListing(session, request);
  return submitListing(session, await signListing(session, prepared));
}

/** Asks for the PSBTs and checks them. Safe to repeat. */
export async function prepareListing(session: Session, request: ListingRequest): Promise<PreparedListing> {
  const { wallet, walletBindingId } = session;
  const preflight = await session.client.post('/collection/{slug}/listings/preflight', {
    path: { slug: request.collectionSlug },
    body: { walletBindingId, ordinalsPublicKey: wallet.ordinalsPublicKey, items: itemsOf(request) },
  });
  return { request, preflight, checked: checkListing(preflight, { ...request, wallet }) };
}

/** Signs both steps of each item, and the recovery: 2 n + 1 signings. */
export async function signListing(
  { wallet, walletBindingId }: Session,
  { request, preflight }: PreparedListing,
): Promise<{ collectionSlug: string; body: Submit }> {
  const signed: Submit['signed'] = [];
  for (const { inscriptionId, psbts } of preflight.listings) {
    signed.push({ inscriptionId, psbts: await signSteps(wallet, psbts) });
  }
  return {
    collectionSlug: request.collectionSlug,
    body: {
      walletBindingId,
      ordinalsPublicKey: wallet.ordinalsPublicKey,
      items: itemsOf(request),
      ...(request.durationDays === undefined ? {} : { durationDays: request.durationDays }),
      anchors: preflight.listings.map(({ inscriptionId, anchorUtxoId }) => ({ inscriptionId, anchorUtxoId })),
      signed,
      signedRecoveryPsbt: await signStep(wallet, preflight.recoveryPsbt),
    },
  };
}

/** Hands signed listings over. Safe to repeat: the same ones answer the same ids. */
export async function submitListing(
  { client }: Session,
  { collectionSlug, body }: { readonly collectionSlug: string; readonly body: Submit },
): Promise<Listed[]> {
  const answer: Answer<'/collection/{slug}/listings/submit'> = await client.post(
    '/collection/{slug}/listings/submit',
    { path: { slug: collectionSlug }, body },
  );
  return answer.listings;
}

function itemsOf({ items }: ListingRequest) {
  return items.map(({ inscriptionId, priceSats }) => ({ inscriptionId, priceSats }));
}
