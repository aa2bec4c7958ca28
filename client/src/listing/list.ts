/**
 * Listing, in three calls: `prepareListing` requests the PSBTs and checks them, `signListing` signs what was
 * checked, `submitListing` submits it. `listInscriptions` does all three.
 */

import { outpointText } from '@ordbook/protocol/outpoint';
import type { Session } from '../account/sign-in.ts';
import { requireOptions, requireSession } from '../arguments.ts';
import { inOneCall, type Prepared } from '../flow/complete.ts';
import { summaryOf } from '../flow/summarise.ts';
import type { Summary } from '../flow/summary.ts';
import type { Answer, Body } from '../operation.ts';
import { limitsOf, locationOfSold } from '../safety/locate.ts';
import { requirePinned } from '../safety/pins.ts';
import { readPsbt } from '../signing/psbt.ts';
import { signSteps } from '../signing/sign-step.ts';
import { demand } from '../signing/unsafe-psbt.ts';
import {
  type CheckedBatch,
  checkListing,
  type ItemToList,
  type ListingPreflight,
  type ListingTerms,
} from './check.ts';
import type { ListingRecord } from './is-revoked.ts';

type Submit = Body<'/collection/{slug}/listings/submit'>;

/** Inscriptions of one collection to list. */
export interface ListingRequest extends Omit<ListingTerms, 'wallet'> {
  readonly collectionSlug: string;
  /** Days until the listing expires. Default: no expiry. */
  readonly durationDays?: NonNullable<Submit['durationDays']>;
}

/** A batch of listings before anything is signed. */
export type PreparedListing = Prepared<ListingRequest, ListingPreflight, CheckedBatch>;

/** A listing by its inscription and its id. */
export interface Listed {
  readonly inscriptionId: string;
  readonly listingId: string;
}

/** A listing with the data that `isRevoked` needs later: keep it. */
export interface ListedForSale extends Listed, ListingRecord {}

/** A batch of listings with its signatures, ready to be submitted. */
export interface SignedListing {
  readonly collectionSlug: string;
  readonly body: Submit;
  /**
   * What was signed, for `isRevoked`: the service can sell with these signatures until the listing is
   * revoked.
   */
  readonly records: readonly (ListingRecord & { readonly inscriptionId: string })[];
}

/**
 * Lists 1..20 inscriptions of one collection. Nothing moves on the chain. Throws `ApiError`, and `UnsafePsbt`
 * when the service requests signatures that are not safe for the seller.
 */
export const listInscriptions = inOneCall({
  prepare: prepareListing,
  sign: signListing,
  submit: submitListing,
});

/** Requests the PSBTs and checks them. Retry-safe. */
export async function prepareListing(session: Session, request: ListingRequest): Promise<PreparedListing> {
  requireSession(session);
  requireOptions(request, ['collectionSlug', 'items.inscriptionId', 'items.priceSats']);
  const { wallet, walletBindingId } = session;
  const items: ItemToList[] = [];
  for (const item of request.items) {
    const location = await locationOfSold(session, item);
    items.push(location ? { ...item, location } : item);
  }
  const preflight = await session.client.post('/collection/{slug}/listings/preflight', {
    path: { slug: request.collectionSlug },
    body: { walletBindingId, ordinalsPublicKey: wallet.ordinalsPublicKey, items: itemsOf(request) },
  });
  const limits = await limitsOf(session, request);
  const checked = checkListing(preflight, { ...request, ...limits, items, wallet });
  await requirePinned(session, checked.operator);
  return { request, preflight, checked, summary: summaryIn(session, checked) };
}

function summaryIn({ wallet }: Session, { listings, recovery }: CheckedBatch): Summary {
  const count = listings.length === 1 ? 'one inscription' : `${listings.length} inscriptions`;
  return summaryOf({
    wallet,
    title: `Listing of ${count}: nothing moves before somebody buys. Delisting ends it.`,
    trades: listings.map(({ steps }) => steps),
    otherwise: [recovery],
    inscribed: listings.map(({ inscriptionId, steps: [transfer] }) => {
      return { inscriptionId, coin: outpointText(transfer.table.inputs[0]!.coin) };
    }),
  });
}

/** Asks the wallet for 2 n + 1 signatures: both steps of each item, and the recovery. */
export async function signListing(
  session: Session,
  { request, preflight, checked }: PreparedListing,
): Promise<SignedListing> {
  const { wallet, walletBindingId } = session;
  const records = preflight.listings.map(recordOf);
  const steps = [...checked.listings.flatMap((listing) => listing.steps), checked.recovery];
  const psbts = await signSteps(session, steps);
  const signed = checked.listings.map(({ inscriptionId }, index) => {
    const own = psbts.slice(2 * index, 2 * index + 2);
    return { inscriptionId, psbts: own.map((step) => ({ inscriptionId, ...step })) };
  });
  const { stepIndex: _, ...recovery } = psbts.at(-1)!;
  return {
    collectionSlug: request.collectionSlug,
    records,
    body: {
      walletBindingId,
      ordinalsPublicKey: wallet.ordinalsPublicKey,
      items: itemsOf(request),
      ...(request.durationDays === undefined ? {} : { durationDays: request.durationDays }),
      anchors: preflight.listings.map(({ inscriptionId, anchorUtxoId }) => ({ inscriptionId, anchorUtxoId })),
      signed,
      signedRecoveryPsbt: recovery,
    },
  };
}

/** Submits signed listings. Retry-safe: a retry returns the same ids. */
export async function submitListing(
  { client }: Session,
  { collectionSlug, body, records }: SignedListing,
): Promise<ListedForSale[]> {
  const answer: Answer<'/collection/{slug}/listings/submit'> = await client.post(
    '/collection/{slug}/listings/submit',
    { path: { slug: collectionSlug }, body },
  );
  return answer.listings.map(({ inscriptionId, listingId }) => {
    const record = records.find((signed) => signed.inscriptionId === inscriptionId);
    demand(record !== undefined, () => `the service listed ${inscriptionId}, which was not signed`);
    return { ...record, listingId };
  });
}

/** The coins that the transfer of a listing spends. */
function recordOf({ inscriptionId, psbts }: ListingPreflight['listings'][number]) {
  const transfer = readPsbt(psbts.find(({ stepIndex }) => stepIndex === 0)!.psbtBase64);
  // `checkListing` has checked that it spends two coins
  const [inscriptionCoin, anchor] = transfer.inputs.map(({ txid, vout }) => ({ txid, vout }));
  return { inscriptionId, transferTxid: transfer.txid, inscriptionCoin: inscriptionCoin!, anchor: anchor! };
}

function itemsOf({ items }: ListingRequest) {
  return items.map(({ inscriptionId, priceSats }) => ({ inscriptionId, priceSats }));
}
