/**
 * Closing a listing: delisted by its seller, expired, or invalidated because the inscription moved.
 *
 *   pending_public, buyable ──► cancelled    its seller delisted it
 *                           ──► expired      durationDays have passed
 *                           ──► invalidated  its coin is spent elsewhere; live again if that spend is undone
 *   hidden_locked           ──► cancelled    its seller delisted it while its purchase is stalled
 *
 * A closed listing loses its signatures and its anchor is retired: the pool spends it within `revokeWithinMs`
 * (`anchors.ts`). Once a block has that spend, the transfer can never become valid again, even for a party
 * that kept a copy and has the keys. A listing whose transfer was already sent goes through recovery first
 * (`recover.ts`).
 */
import { refuse } from '@ordbook/protocol/refusals';
import { pageByPage } from '../../base/page-by-page.ts';
import { collectionBySlug, membersAmong } from '../../store/catalogue/collections.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import {
  closeListings,
  deleteListingSignatures,
  endLockedListings,
  type Listing,
  listingsByIds,
  listingsDue,
  listingsInState,
  liveListingsOn,
  relistedAmong,
  stalledAmong,
} from '../../store/listing/listings.ts';
import { listingMachine } from '../../store/listing/machine.ts';
import type { ListingState } from '../../store/listing/schema.ts';
import { chargeNobody, retireAnchors } from '../../store/operator-coins/anchors.ts';
import type { Database } from '../../store/port.ts';
import { callersBinding } from '../account/wallet-binding.ts';
import type { Caller, SpentCoins, TradingContext } from '../context.ts';
import { GONE, isDeep, spendText } from '../settlement/spent-coins.ts';
import { confirmationsOf, lossesOf } from './listed-coins.ts';

/** Listings that expire on one poll. */
const EXPIRED_PER_POLL = 100;
/** Listings that one statement of `endListings` ends. */
const ENDED_AT_ONCE = 500;

const idsOf = (listings: readonly Pick<Listing, 'id'>[]): string[] => listings.map(({ id }) => id);

export interface DelistBody {
  readonly slug: string;
  readonly walletBindingId: string;
  readonly listings: readonly { readonly inscriptionId: string; readonly listingId: string }[];
}

/**
 * Delists 1..20 listings of one profile, all or none, under any of its wallets. Retry-safe: a listing that
 * its seller already cancelled is returned again. Refuses 403 for another profile's listing, 409 for an
 * unknown one, one that is being bought (until that stalls) and one that was closed for another reason.
 */
export async function delistListings(ctx: TradingContext, caller: Caller, body: DelistBody) {
  const { listings } = body;
  // Read again when another request was faster, perhaps an equal one.
  while (!(await closeAll(ctx, await openAmong(ctx, caller, body), 'delisted by its seller')));
  return { listings: listings.map(({ inscriptionId, listingId }) => ({ inscriptionId, listingId })) };
}

/** Those of the listings that are not cancelled yet. Refuses as `delistListings`. */
async function openAmong(ctx: TradingContext, caller: Caller, body: DelistBody): Promise<Listing[]> {
  await callersBinding(ctx, caller, body.walletBindingId);
  const found = await listingsByIds(
    ctx.db,
    body.listings.map((entry) => entry.listingId),
  );
  // a listing's own collection exists
  const isElsewhere = found.some((listing) => listing?.collectionSlug !== body.slug);
  if (isElsewhere && !(await collectionBySlug(ctx.db, body.slug)))
    refuse('not_found', `no collection ${body.slug}`);
  const ids = isElsewhere ? body.listings.map((entry) => entry.inscriptionId) : [];
  const members = isElsewhere ? await membersAmong(ctx.db, body.slug, ids) : new Set<string>();
  const stalled = await stalledAmong(
    ctx.db,
    found.filter((listing) => listing !== null),
  );
  return body.listings.flatMap((entry, i): Listing[] => {
    const listing = found[i];
    if (!listing) refuse('unknown_listing', `no listing ${entry.listingId}; fetch the listings again`);
    if (listing.sellerProfileId !== caller.profileId)
      refuse('not_owner', `listing ${entry.listingId} was not made by a wallet of yours`);
    if (!listing.items.some((item) => item.id === entry.inscriptionId))
      refuse('malformed', `listing ${entry.listingId} does not hold inscription ${entry.inscriptionId}`);
    if (listing.collectionSlug !== body.slug && !members.has(entry.inscriptionId))
      refuse('not_found', `listing ${entry.listingId} is not in collection ${body.slug}`);
    if (listing.state === 'cancelled') return [];
    const isOpen = listing.state === 'pending_public' || listing.state === 'buyable';
    if (!isOpen && !stalled.has(listing.id))
      refuse('not_buyable', `listing ${entry.listingId} is ${listing.state} and cannot be delisted`);
    return [listing];
  });
}

/** Closes the next listings that have expired (`Flow.expire`). Retry-safe. */
export async function expireListings(ctx: TradingContext): Promise<void> {
  const now = ctx.clock.now();
  const ids = await listingsDue(ctx.db, now, EXPIRED_PER_POLL);
  const closed = { closedAt: now, closeReason: 'its duration ended' };
  if (ids.length > 0) await closeListings(ctx.db, ids, 'expired', closed, 'some');
}

/**
 * Checks again the live listings on these coins. A listing is invalidated when its coin went anywhere but
 * into its own transfer. It returns to pending_public when its coin or anchor is unconfirmed. Retry-safe.
 */
export async function recheckListings(ctx: TradingContext, { outpoints, height }: SpentCoins): Promise<void> {
  // A listing whose anchor alone is spent cannot be bought either: after a restore nobody knows who spent it.
  const listings = await liveListingsOn(ctx.db, outpoints);
  if (listings.length === 0) return;
  const confirmations = await confirmationsOf(ctx, listings);
  const idsWith = (wanted: 0 | null) =>
    listings.filter((_, i) => confirmations[i] === wanted).map(({ id }) => id);
  const lookAgain = async (db: Database) => {
    const lost = { closeReason: GONE, invalidatedHeight: height };
    // In either state, whichever it was when it was read: a submit may have made it buyable since.
    for (const state of ['pending_public', 'buyable'] as const) {
      await listingMachine.transitionAllIfStill(db, idsWith(null), state, 'invalidated', lost);
    }
    await listingMachine.transitionAllIfStill(db, idsWith(0), 'buyable', 'pending_public');
  };
  // A power cut may lose these transitions. It then loses the block too, which is stored after them, and both
  // are made again.
  await inTransaction(ctx.db, lookAgain, { mayBeLost: height !== null });
}

/**
 * Returns a function that reviews the next `slice` invalidated listings on each call, as of the tip: makes
 * them pending again when the conflicting spend was undone, and closes them once that spend is
 * `failureDepth` blocks deep, or the inscription has been listed again.
 */
export function createLostListingCheck(ctx: TradingContext, slice: number): (tip: number) => Promise<void> {
  return pageByPage(
    slice,
    (last: Listing | null, limit) => listingsInState(ctx.db, 'invalidated', last, limit),
    (listings, tip: number) => review(ctx, listings, tip),
  );
}

async function review(ctx: TradingContext, listings: readonly Listing[], tip: number): Promise<void> {
  const relisted = await relistedAmong(
    ctx.db,
    listings.map(({ id }) => id),
  );
  const confirmations = await confirmationsOf(ctx, listings);
  const lost = listings.filter(({ id }, i) => confirmations[i] === null && !relisted.has(id));
  const found = listings.filter(({ id }, i) => confirmations[i] !== null && !relisted.has(id));
  // one of an output: the others then find it listed again
  const back = [...new Map(found.map((one) => [`${one.utxoTxid}:${one.utxoVout}`, one])).values()];
  const open = { closeReason: null, invalidatedHeight: null };
  await listingMachine.transitionAllIfStill(ctx.db, idsOf(back), 'invalidated', 'pending_public', open);
  const losses = await lossesOf(ctx, lost);
  for (const listing of listings) if (relisted.has(listing.id)) await closeInvalidated(ctx, listing);
  for (const [i, listing] of lost.entries()) {
    const loss = losses[i];
    const noted = { invalidatedHeight: loss?.height ?? null };
    if (loss && isDeep(ctx, loss, { height: tip })) await closeInvalidated(ctx, listing, spendText(loss));
    else if (noted.invalidatedHeight !== listing.invalidatedHeight)
      await listingMachine.transitionIfStill(ctx.db, listing.id, 'invalidated', 'invalidated', noted);
  }
}

/** Cancels open listings, all or none. Returns false when one of them is not open by now. */
async function closeAll(
  { db, clock }: Pick<TradingContext, 'db' | 'clock'>,
  listings: readonly Listing[],
  closeReason: string,
): Promise<boolean> {
  if (listings.length === 0) return true;
  const ids = listings.map(({ id }) => id);
  const open = await closeListings(db, ids, 'cancelled', { closedAt: clock.now(), closeReason });
  return ids.every((id) => open.includes(id));
}

/**
 * Closes an open listing. Returns false when it is in another state by now. A listing whose transfer was sent
 * keeps its signatures for recovery.
 */
export async function closeListing(
  { db, clock }: Pick<TradingContext, 'db' | 'clock'>,
  { id }: Pick<Listing, 'id'>,
  to: Extract<ListingState, 'cancelled' | 'expired'>,
  closeReason: string,
): Promise<boolean> {
  return (await closeListings(db, [id], to, { closedAt: clock.now(), closeReason })).length === 1;
}

/**
 * Cancels every listing that is live, and closes those that might come back (`Flow.endOpen`). One that is
 * being bought is cancelled when its purchase fails.
 */
export async function endListings(
  ctx: Pick<TradingContext, 'db' | 'clock'>,
  reason: string,
): Promise<number> {
  let ended = 0;
  const closed = { closedAt: ctx.clock.now(), closeReason: reason };
  await endLockedListings(ctx.db, reason);
  for (const state of ['pending_public', 'buyable'] as const) {
    for (;;) {
      const ids = idsOf(await listingsInState(ctx.db, state, null, ENDED_AT_ONCE));
      if (ids.length === 0) break;
      ended += (await closeListings(ctx.db, ids, 'cancelled', closed, 'some')).length;
    }
  }
  for (;;) {
    const lost = await listingsInState(ctx.db, 'invalidated', null, ENDED_AT_ONCE);
    if (lost.length === 0) return ended;
    for (const listing of lost) await closeInvalidated(ctx, listing);
  }
}

/**
 * Ends one listing for the operator, whether it is live or might be again; its seller is not charged. Returns
 * false when it is being bought (until that stalls), or closed. Retry-safe.
 */
export async function endListing(
  ctx: Pick<TradingContext, 'db' | 'clock'>,
  listing: Listing,
  reason: string,
): Promise<boolean> {
  if (listing.closedAt !== null) return false;
  await chargeNobody(ctx.db, [listing.anchorId]);
  if (listing.state === 'invalidated') return closeInvalidated(ctx, listing, reason);
  return closeListing(ctx, listing, 'cancelled', reason);
}

/** Final. `recoverListings` continues with a listing whose transfer was sent. */
async function closeInvalidated(
  ctx: Pick<TradingContext, 'db' | 'clock'>,
  listing: Listing,
  closeReason?: string,
): Promise<boolean> {
  return inTransaction(ctx.db, async (db) => {
    const why = closeReason === undefined ? {} : { closeReason };
    const closed = { closedAt: ctx.clock.now(), invalidatedHeight: null, ...why };
    const isClosed = await listingMachine.transition(db, listing.id, 'invalidated', 'invalidated', closed);
    if (isClosed && !listing.transferSentAt) await voidListing({ ...ctx, db }, listing);
    return isClosed;
  });
}

/** Makes a closed listing worthless: deletes its signatures and retires its anchor. Retry-safe. */
export async function voidListing(
  ctx: Pick<TradingContext, 'db' | 'clock'>,
  listing: Listing,
): Promise<void> {
  await deleteListingSignatures(ctx.db, listing.id);
  await retireAnchors(ctx.db, [listing.anchorId], ctx.clock.now());
}
