/**
 * The end of an offer or a counter without a settlement.
 *
 *   active ──► cancelled     its maker cancelled it
 *          ──► rejected      the other party declined
 *          ──► expired       validityHours have passed
 *          ──► invalidated   a coin is spent elsewhere, even unconfirmed; active again if undone in time
 *
 * A closed offer loses its signatures. The anchor of a closed counter is retired, so its transfer can never
 * become valid.
 */

import type { Outpoint } from '@ordbook/protocol/outpoint';
import { refuse } from '@ordbook/protocol/refusals';
import { pageByPage } from '../../base/page-by-page.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { offerMachine } from '../../store/offer/machine.ts';
import {
  activeOffersAfter,
  activeOffersOn,
  coinsOfOffers,
  deleteOfferSignatures,
  isReplaced,
  type Offer,
  offerById,
  offersDue,
  unsettledOffers,
} from '../../store/offer/offers.ts';
import { retireAnchors } from '../../store/operator-coins/anchors.ts';
import { callersBinding } from '../account/wallet-binding.ts';
import type { Caller, SpentCoins, TradingContext } from '../context.ts';
import { foreignSpend, GONE, isDeep, spendsInBlocks, spendText } from '../settlement/spent-coins.ts';
import { type OfferAction, offerOf, requireMaker, requireOwner } from './open-offer.ts';

/** Offers that `endOffers` reads at once. */
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

/** Closes offers and counters that have expired (`Flow.expire`). Retry-safe. */
export async function expireOffers(ctx: TradingContext): Promise<void> {
  for (const offer of await offersDue(ctx.db, ctx.clock.now())) {
    await closeOffer(ctx, offer, 'expired', 'its validity ended', offer.expiresAt);
  }
}

/**
 * Checks again the active offers and counters on these coins, and invalidates those that have lost a coin.
 * Retry-safe.
 */
export async function recheckOffers(ctx: TradingContext, { outpoints, height }: SpentCoins): Promise<void> {
  await invalidateBroken(ctx, await activeOffersOn(ctx.db, outpoints), height);
}

/**
 * Returns a function that checks the next `slice` active offers on each call. A reorg can remove a coin that
 * nobody spends: the transaction that created it is in no block of the new branch.
 */
export function createOfferCheck(ctx: TradingContext, slice: number): () => Promise<void> {
  return pageByPage(
    slice,
    (last: Offer | null, limit) => activeOffersAfter(ctx.db, last, limit),
    (offers) => invalidateBroken(ctx, offers, null),
  );
}

async function invalidateBroken(
  ctx: TradingContext,
  offers: readonly Offer[],
  height: number | null,
): Promise<void> {
  if (offers.length === 0) return;
  const whole = await areWhole(ctx, await coinsOf(ctx, offers));
  for (const [i, offer] of offers.entries()) {
    if (whole[i]) continue;
    await offerMachine.transitionIfStill(ctx.db, offer.id, 'active', 'invalidated', {
      closedAt: ctx.clock.now(),
      closeReason: GONE,
      invalidatedHeight: height,
    });
  }
}

/**
 * Makes invalidated offers active again when the conflicting spend was undone in time. Voids them once they
 * have expired or the spend is `failureDepth` blocks deep. Runs on every poll of the follower. Retry-safe.
 */
export async function reviewInvalidatedOffers(ctx: TradingContext, tip: number): Promise<void> {
  const now = ctx.clock.now();
  const offers = await unsettledOffers(ctx.db);
  const outpoints = await coinsOf(ctx, offers);
  const whole = await areWhole(ctx, outpoints);
  for (const [i, offer] of offers.entries()) {
    const isOver = offer.expiresAt <= now || offer.signatures === null;
    if (isOver) await voidOffer(ctx, offer);
    else if (!whole[i]) {
      const spend = foreignSpend(await spendsInBlocks(ctx, outpoints[i]!), []);
      const height = spend?.height ?? null;
      if (spend && isDeep(ctx, spend, { height: tip })) await makeFinal(ctx, offer, spendText(spend));
      else if (height !== offer.invalidatedHeight)
        await offerMachine.transitionIfStill(ctx.db, offer.id, 'invalidated', 'invalidated', {
          invalidatedHeight: height,
        });
    } else if (!(await isReplaced(ctx.db, offer))) {
      await offerMachine.transitionIfStill(ctx.db, offer.id, 'invalidated', 'active', {
        closedAt: null,
        closeReason: null,
        invalidatedHeight: null,
      });
    }
  }
}

/** Ends an invalidated offer that cannot come back. */
async function makeFinal(ctx: TradingContext, offer: Offer, closeReason: string): Promise<void> {
  await inTransaction(ctx.db, async (db) => {
    await offerMachine.transitionIfStill(db, offer.id, 'invalidated', 'invalidated', { closeReason });
    await voidOffer({ ...ctx, db }, offer);
  });
}

/** For each offer, the coins that its settlement spends. */
async function coinsOf(ctx: TradingContext, offers: readonly Offer[]): Promise<Outpoint[][]> {
  const coins = await coinsOfOffers(
    ctx.db,
    offers.map(({ id }) => id),
  );
  return offers.map(({ id }) => coins.get(id)!);
}

/** For each list of coins, whether all of them are unspent, in the chain and the mempool. */
async function areWhole(ctx: TradingContext, outpoints: readonly Outpoint[][]): Promise<boolean[]> {
  const found = await ctx.chain.unspents(outpoints.flat());
  let at = 0;
  return outpoints.map((own) => {
    const isWhole = own.every((_, i) => found[at + i] !== null);
    at += own.length;
    return isWhole;
  });
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
    if (!(await closeOffer(ctx, offer, to, reason, ctx.clock.now()))) {
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
    for (const offer of offers) await closeOffer(ctx, offer, 'cancelled', reason, ctx.clock.now());
    ended += offers.length;
  }
  for (const offer of await unsettledOffers(ctx.db)) await voidOffer(ctx, offer);
  return ended;
}

/**
 * Ends one offer or counter for the operator, whether it is active or might be again. Returns false when it
 * is accepted or closed. Retry-safe.
 */
export async function endOffer(
  ctx: Pick<TradingContext, 'db' | 'clock'>,
  offer: Offer,
  reason: string,
): Promise<boolean> {
  if (offer.state === 'active') return closeOffer(ctx, offer, 'cancelled', reason, ctx.clock.now());
  if (offer.state !== 'invalidated' || offer.isFinal) return false;
  await voidOffer(ctx, offer);
  return true;
}

/** Closes an active offer. Returns false when it is in another state by now. */
async function closeOffer(
  ctx: Pick<TradingContext, 'db' | 'clock'>,
  offer: Offer,
  to: 'cancelled' | 'rejected' | 'expired',
  closeReason: string,
  closedAt: Date,
): Promise<boolean> {
  return inTransaction(ctx.db, async (db) => {
    const isClosed = await offerMachine.transition(db, offer.id, 'active', to, { closedAt, closeReason });
    if (isClosed) await voidOffer({ ...ctx, db }, offer);
    return isClosed;
  });
}

/** Makes a closed offer worthless: deletes its signatures and retires the anchor of a counter. Retry-safe. */
export async function voidOffer(ctx: Pick<TradingContext, 'db' | 'clock'>, offer: Offer): Promise<void> {
  await deleteOfferSignatures(ctx.db, offer.id);
  if (offer.anchorId !== null) await retireAnchors(ctx.db, [offer.anchorId], ctx.clock.now());
}

/** Refuses (409) an offer that is closed or expired, whether or not the follower has closed it yet. */
export async function requireActive(ctx: TradingContext, offer: Offer): Promise<void> {
  if (offer.state !== 'active') refuse('offer_closed', `offer ${offer.id} is ${offer.state}`);
  if (offer.expiresAt > ctx.clock.now()) return;
  await expireOffers(ctx);
  refuse('offer_closed', `offer ${offer.id} expired at ${offer.expiresAt.toISOString()}`);
}
