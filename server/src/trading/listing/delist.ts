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
import { ahead } from '../../base/ahead.ts';
import { collectionBySlug, membersAmong } from '../../store/catalogue/collections.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import {
  closeListings,
  deleteListingSignatures,
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
import { retireAnchors } from '../../store/operator-coins/anchors.ts';
import type { Database } from '../../store/port.ts';
import { callersBinding } from '../account/wallet-binding.ts';
import type { Caller, SpentCoins, TradingContext } from '../context.ts';
import { isDeep } from '../settlement/spent-coins.ts';
import { confirmationsOf, lossOf, MOVED } from './listed-coins.ts';

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
  const binding = ahead(callersBinding(ctx, caller, body.walletBindingId));
  const found = await listingsByIds(
    ctx.db,
    body.listings.map((entry) => entry.listingId),
  );
  await binding;
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
  const open = body.listings.flatMap((entry, i): Listing[] => {
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
  await closeAll(ctx, open, 'delisted by its seller');
  return { listings: body.listings.map(({ inscriptionId, listingId }) => ({ inscriptionId, listingId })) };
}

/** Closes listings that have expired. Runs on every poll of the follower. Retry-safe. */
export async function expireListings(ctx: TradingContext): Promise<void> {
  const now = ctx.clock.now();
  for (const listing of await listingsDue(ctx.db, now)) {
    await closeListing(ctx, listing, 'expired', 'its duration ended');
  }
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
    const lost = { closeReason: MOVED, invalidatedHeight: height };
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
 * Makes invalidated listings pending again when the conflicting spend was undone. Closes them once that spend
 * is `failureDepth` blocks deep, or the inscription has been listed again. Runs on every poll of the
 * follower. Retry-safe.
 */
export async function reviewInvalidatedListings(ctx: TradingContext, tip: number): Promise<void> {
  const listings = await listingsInState(ctx.db, 'invalidated');
  const confirmations = await confirmationsOf(ctx, listings);
  const relisted = await relistedAmong(
    ctx.db,
    listings.map(({ id }) => id),
  );
  for (const [i, listing] of listings.entries()) {
    if (relisted.has(listing.id)) {
      await closeInvalidated(ctx, listing);
      continue;
    }
    if (confirmations[i] !== null) {
      await listingMachine.transitionIfStill(ctx.db, listing.id, 'invalidated', 'pending_public', {
        closeReason: null,
        invalidatedHeight: null,
      });
      continue;
    }
    const loss = await lossOf(ctx, listing);
    const height = loss?.height ?? null;
    if (loss && isDeep(ctx, loss, { height: tip })) await closeInvalidated(ctx, listing);
    else if (height !== listing.invalidatedHeight) {
      const noted = { invalidatedHeight: height };
      await listingMachine.transitionIfStill(ctx.db, listing.id, 'invalidated', 'invalidated', noted);
    }
  }
}

/** Cancels open listings, all or none. Refuses 409, naming one, when that has changed since it was read. */
async function closeAll(
  { db, clock }: Pick<TradingContext, 'db' | 'clock'>,
  listings: readonly Listing[],
  closeReason: string,
): Promise<void> {
  if (listings.length === 0) return;
  const ids = listings.map(({ id }) => id);
  const open = await closeListings(db, ids, 'cancelled', { closedAt: clock.now(), closeReason });
  const changed = ids.find((id) => !open.includes(id));
  if (changed !== undefined) refuse('stale', `listing ${changed} has changed; fetch it again`);
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

/** Cancels every listing that is live, and closes those that might come back (`Flow.endOpen`). */
export async function endListings(
  ctx: Pick<TradingContext, 'db' | 'clock'>,
  reason: string,
): Promise<number> {
  const live = [
    ...(await listingsInState(ctx.db, 'pending_public')),
    ...(await listingsInState(ctx.db, 'buyable')),
  ];
  for (const listing of live) await closeListing(ctx, listing, 'cancelled', reason);
  for (const listing of await listingsInState(ctx.db, 'invalidated')) await closeInvalidated(ctx, listing);
  return live.length;
}

/**
 * Ends one listing for the operator, whether it is live or might be again. Returns false when it is being
 * bought (until that stalls), or closed. Retry-safe.
 */
export async function endListing(
  ctx: Pick<TradingContext, 'db' | 'clock'>,
  listing: Listing,
  reason: string,
): Promise<boolean> {
  if (listing.closedAt !== null) return false;
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
