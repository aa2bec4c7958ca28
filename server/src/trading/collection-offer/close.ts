/**
 * The end of a collection offer without a fill.
 *
 *   active ──► cancelled     its maker cancelled it, or made a newer one on the same coins; also while a
 *                            fill of it was not sent yet
 *          ──► expired       validityHours have passed
 *          ──► invalidated   a coin is spent elsewhere: `lost-coins.ts`
 *
 * A closed offer loses its secret and the buyer's signatures. Nobody can fill it any more, even with a copy
 * of the rest.
 */

import { Refusal, refuse } from '@ordbook/protocol/refusals';
import { DAY_MS } from '../../base/clock.ts';
import {
  activeCollectionOffersAfter,
  type CollectionOffer,
  closeCollectionOffers,
  collectionOffersDue,
  deleteExpiredDrafts,
  lostCollectionOffersAfter,
} from '../../store/collection-offer/collection-offers.ts';
import { deleteUnusedEligibleSets } from '../../store/collection-offer/eligible-sets.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { callersBinding } from '../account/wallet-binding.ts';
import type { Caller, TradingContext } from '../context.ts';
import { endFillForMaker } from '../fill/end.ts';
import { collectionOfferOf } from './open-offer.ts';

/** Offers that expire on one poll. */
const EXPIRED_PER_POLL = 100;
/** Offers that one statement of `endCollectionOffers` ends. */
const ENDED_AT_ONCE = 500;

export interface CancelBody {
  readonly slug: string;
  readonly offerId: string;
  readonly walletBindingId: string;
}

/**
 * The maker cancels an offer, under any wallet. A fill that was not sent yet ends with it. Retry-safe.
 * Refuses 403 for another profile, 409 once a fill was sent, or when the offer was closed for another reason.
 */
export async function cancelCollectionOffer(ctx: TradingContext, caller: Caller, body: CancelBody) {
  await callersBinding(ctx, caller, body.walletBindingId);
  for (;;) {
    // Read again when it has changed meanwhile, perhaps by an equal request.
    const offer = await collectionOfferOf(ctx, body.slug, body.offerId);
    if (offer.makerProfileId !== caller.profileId)
      refuse('not_owner', `offer ${offer.id} was not made by a wallet of yours`);
    const { id, state } = offer;
    if (state === 'active' && offer.expiresAt <= ctx.clock.now())
      refuse('offer_closed', `offer ${id} expired at ${offer.expiresAt.toISOString()}`);
    if (state !== 'cancelled' && state !== 'active' && state !== 'filling' && state !== 'invalidated')
      refuse('offer_closed', `offer ${id} is ${state} and cannot be cancelled`);
    if (state === 'cancelled' || (await closeOffer(ctx, offer, state, 'cancelled by its maker')))
      return { offerId: id, status: 'cancelled' as const };
  }
}

/**
/**
 * Closes the next offers that have expired, and deletes expired drafts and unused sets (`Flow.expire`).
 * Retry-safe.
 */
export async function expireCollectionOffers(ctx: TradingContext): Promise<void> {
  const now = ctx.clock.now();
  const due = await collectionOffersDue(ctx.db, now, EXPIRED_PER_POLL);
  const expired = { closedAt: now, closeReason: 'its validity ended' };
  await closeCollectionOffers(ctx.db, due, ['active', 'expired'], expired);
  await deleteExpiredDrafts(ctx.db, now);
  await deleteUnusedEligibleSets(ctx.db, new Date(now.getTime() - DAY_MS), now);
}

/** Cancels every active offer, and every one that might come back (`Flow.endOpen`). */
export async function endCollectionOffers(
  ctx: Pick<TradingContext, 'db' | 'clock'>,
  reason: string,
): Promise<number> {
  let ended = 0;
  const closed = { closedAt: ctx.clock.now(), closeReason: reason };
  for (;;) {
    const offers = await activeCollectionOffersAfter(ctx.db, null, ENDED_AT_ONCE);
    if (offers.length === 0) break;
    await closeCollectionOffers(ctx.db, offers, ['active', 'cancelled'], closed);
    ended += offers.length;
  }
  for (;;) {
    const lost = await lostCollectionOffersAfter(ctx.db, null, ENDED_AT_ONCE);
    if (lost.length === 0) return ended;
    await closeCollectionOffers(ctx.db, lost, ['invalidated', 'cancelled'], closed);
  }
}

/**
 * Ends one collection offer for the operator, as its maker may cancel it; a fill that was not sent yet ends
 * with it. Returns false when it is closed or its fill was sent. Retry-safe.
 */
export async function endCollectionOffer(
  ctx: Pick<TradingContext, 'db' | 'clock'>,
  offer: CollectionOffer,
  reason: string,
): Promise<boolean> {
  const { state } = offer;
  if (state !== 'active' && state !== 'filling' && state !== 'invalidated') return false;
  try {
    return await closeOffer(ctx, offer, state, reason);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'offer_closed') return false;
    throw error;
  }
}

/** Cancels an offer. Returns false when it is no longer in `from`. */
async function closeOffer(
  ctx: Pick<TradingContext, 'db' | 'clock'>,
  offer: CollectionOffer,
  from: 'active' | 'filling' | 'invalidated',
  closeReason: string,
): Promise<boolean> {
  return inTransaction(ctx.db, async (db) => {
    if (from === 'filling') await endFillForMaker(db, offer.id);
    const cancelled = { closedAt: ctx.clock.now(), closeReason };
    return (await closeCollectionOffers(db, [offer], [from, 'cancelled'], cancelled)).length === 1;
  });
}
