/**
 * The end of an offer or a counter without a settlement.
 *
 *   active ──► cancelled     its maker cancelled it
 *          ──► rejected      the other party declined
 *          ──► expired       validityHours have passed
 *          ──► invalidated   a coin is spent elsewhere: `lost-coins.ts`
 *
 * A closed offer loses its signatures. The anchor of a closed counter is retired, so its transfer can never
 * become valid.
 */

import { refuse } from '@ordbook/protocol/refusals';
import { activeOffersAfter, type Offer, offerById, offersDue } from '../../store/offer/offers.ts';
import { closeOffers, lostOffersAfter, voidOffers } from '../../store/offer/open-offers.ts';
import { chargeNobody } from '../../store/operator-coins/anchors.ts';
import { callersBinding } from '../account/wallet-binding.ts';
import type { Caller, TradingContext } from '../context.ts';
import { type OfferAction, offerOf, requireMaker, requireOwner } from './open-offer.ts';

/** Offers that expire on one poll. */
const EXPIRED_PER_POLL = 100;
/** Offers that one statement of `endOffers` ends. */
const ENDED_AT_ONCE = 500;

/**
 * The maker cancels an offer or a counter, under any of their wallets. Retry-safe. Refuses 403 for another
 * profile, 409 when it was closed for another reason.
 */
export async function cancelOffer(ctx: TradingContext, caller: Caller, action: OfferAction) {
  await callersBinding(ctx, caller, action.walletBindingId);
  const offer = await offerOf(ctx, action);
  await requireMaker(ctx, offer, caller);
  return closeOnRequest(ctx, offer, 'cancelled', 'cancelled by its maker');
}

/** The owner declines a buyer's offer. Retry-safe. Refuses as `cancelOffer` does. */
export async function rejectOffer(ctx: TradingContext, caller: Caller, action: OfferAction) {
  await callersBinding(ctx, caller, action.walletBindingId);
  const offer = await offerOf(ctx, action);
  await requireOwner(ctx, offer, caller);
  if (offer.kind !== 'buyer_offer') refuse('not_found', `${offer.id} is a counter, not a buyer's offer`);
  return closeOnRequest(ctx, offer, 'rejected', 'declined by the owner');
}

/** Closes the next offers and counters that have expired (`Flow.expire`). Retry-safe. */
export async function expireOffers(ctx: TradingContext): Promise<void> {
  const now = ctx.clock.now();
  const due = await offersDue(ctx.db, now, EXPIRED_PER_POLL);
  await closeOffers(ctx.db, due, 'expired', { closeReason: 'its validity ended', now });
}

/** The response of a cancellation or a rejection. Retry-safe. */
export async function closeOnRequest(
  ctx: TradingContext,
  offer: Offer,
  to: 'cancelled' | 'rejected',
  reason: string,
) {
  if (offer.state !== to) {
    await requireActive(ctx, offer);
    if (!(await closeOffer(ctx, offer, to, reason))) {
      // another request was faster, perhaps an equal one
      const now = await offerById(ctx.db, offer.id);
      if (now?.state !== to) refuse('offer_closed', `offer ${offer.id} is ${now?.state ?? 'gone'}`);
    }
  }
  return { offerId: offer.id, status: to };
}

/** Cancels every active offer and counter, and voids those that might come back (`Flow.endOpen`). */
export async function endOffers(ctx: Pick<TradingContext, 'db' | 'clock'>, reason: string): Promise<number> {
  let ended = 0;
  for (;;) {
    const offers = await activeOffersAfter(ctx.db, null, ENDED_AT_ONCE);
    if (offers.length === 0) break;
    await closeOffers(ctx.db, offers, 'cancelled', { closeReason: reason, now: ctx.clock.now() });
    ended += offers.length;
  }
  for (;;) {
    const lost = await lostOffersAfter(ctx.db, null, ENDED_AT_ONCE);
    if (lost.length === 0) break;
    await voidOffers(ctx.db, lost, ctx.clock.now());
  }
  return ended;
}

/**
 * Ends one offer or counter for the operator, whether it is active or might be again; its maker is not
 * charged. Returns false when it is accepted or closed. Retry-safe.
 */
export async function endOffer(
  ctx: Pick<TradingContext, 'db' | 'clock'>,
  offer: Offer,
  reason: string,
): Promise<boolean> {
  if (offer.anchorId !== null) await chargeNobody(ctx.db, [offer.anchorId]);
  if (offer.state === 'active') return closeOffer(ctx, offer, 'cancelled', reason);
  if (offer.state !== 'invalidated' || offer.isFinal) return false;
  await voidOffer(ctx, offer);
  return true;
}

/** Closes an active offer. Returns false when it is in another state by now. */
async function closeOffer(
  ctx: Pick<TradingContext, 'db' | 'clock'>,
  offer: Offer,
  to: 'cancelled' | 'rejected',
  closeReason: string,
): Promise<boolean> {
  const closed = await closeOffers(ctx.db, [offer], to, { closeReason, now: ctx.clock.now() });
  return closed.length === 1;
}

/** Makes a closed offer worthless: deletes its signatures and retires the anchor of a counter. Retry-safe. */
export async function voidOffer(ctx: Pick<TradingContext, 'db' | 'clock'>, offer: Offer): Promise<void> {
  await voidOffers(ctx.db, [offer], ctx.clock.now());
}

/** Refuses (409) an offer that is closed or expired, whether or not the follower has closed it yet. */
export async function requireActive(ctx: TradingContext, offer: Offer): Promise<void> {
  if (offer.state !== 'active') refuse('offer_closed', `offer ${offer.id} is ${offer.state}`);
  if (offer.expiresAt > ctx.clock.now()) return;
  await expireOffers(ctx);
  refuse('offer_closed', `offer ${offer.id} expired at ${offer.expiresAt.toISOString()}`);
}
