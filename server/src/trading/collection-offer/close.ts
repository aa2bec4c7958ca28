/**
 * The end of a collection offer without a fill.
 *
 *   active ──► cancelled     its maker cancelled it, or made a newer one on the same coins; also while a
 *                            fill of it was not sent yet
 *          ──► expired       validityHours have passed
 *          ──► invalidated   a coin is spent elsewhere, even unconfirmed; active again if undone in time
 *
 * A closed offer loses its secret and the buyer's signatures. Nobody can fill it any more, even with a copy
 * of the rest.
 */

import { OFFER_VOUT } from '@ordbook/protocol/collection-offer/funding';
import { Refusal, refuse } from '@ordbook/protocol/refusals';
import { DAY_MS } from '../../base/clock.ts';
import { pageByPage } from '../../base/page-by-page.ts';
import {
  activeCollectionOffersAfter,
  type CollectionOffer,
  collectionOffersDue,
  collectionOffersOn,
  deleteLapsedDrafts,
  deleteOfferSecrets,
  unsettledCollectionOffers,
} from '../../store/collection-offer/collection-offers.ts';
import { deleteUnusedEligibleSets } from '../../store/collection-offer/eligible-sets.ts';
import { collectionOfferMachine } from '../../store/collection-offer/machine.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { callersBinding } from '../account/wallet-binding.ts';
import type { Caller, SpentCoins, TradingContext } from '../context.ts';
import { endFillForMaker } from '../fill/end.ts';
import {
  foreignSpend,
  GONE,
  isDeep,
  type Spend,
  spendsInBlocks,
  spendText,
} from '../settlement/spent-coins.ts';
import { canStillBeFilled, collectionOfferOf } from './open-offer.ts';

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
    if (state === 'active' && offer.expiresAt <= ctx.clock.now()) {
      await expireCollectionOffers(ctx);
      continue;
    }
    if (state !== 'cancelled' && state !== 'active' && state !== 'filling' && state !== 'invalidated')
      refuse('offer_closed', `offer ${id} is ${state} and cannot be cancelled`);
    if (state === 'cancelled' || (await closeOffer(ctx, offer, state, 'cancelled', 'cancelled by its maker')))
      return { offerId: id, status: 'cancelled' as const };
  }
}

/**
 * Closes offers that have expired, and deletes expired drafts and unused sets (`Flow.expire`). Retry-safe.
 */
export async function expireCollectionOffers(ctx: TradingContext): Promise<void> {
  const now = ctx.clock.now();
  for (const offer of await collectionOffersDue(ctx.db, now))
    await closeOffer(ctx, offer, 'active', 'expired', 'its validity ended');
  await deleteLapsedDrafts(ctx.db, now);
  await deleteUnusedEligibleSets(ctx.db, new Date(now.getTime() - DAY_MS));
}

/**
 * Checks again the active offers on these coins, and invalidates those that can no longer be filled.
 * Retry-safe.
 */
export async function recheckCollectionOffers(
  ctx: TradingContext,
  { outpoints, height }: SpentCoins,
): Promise<void> {
  const offers = await collectionOffersOn(ctx.db, outpoints);
  await invalidateBroken(
    ctx,
    offers.filter(({ state }) => state === 'active'),
    height,
  );
}

/**
 * Returns a function that checks the coins of the next `slice` active offers on each call. A reorg can remove
 * a coin that nobody spends.
 */
export function createCollectionOfferCheck(ctx: TradingContext, slice: number): () => Promise<void> {
  return pageByPage(
    slice,
    (last: CollectionOffer | null, limit) => activeCollectionOffersAfter(ctx.db, last, limit),
    (offers) => invalidateBroken(ctx, offers, null),
  );
}

async function invalidateBroken(
  ctx: TradingContext,
  offers: readonly CollectionOffer[],
  height: number | null,
): Promise<void> {
  if (offers.length === 0) return;
  const whole = await canStillBeFilled(ctx, offers);
  for (const [i, offer] of offers.entries()) {
    if (whole[i]) continue;
    await collectionOfferMachine.transitionIfStill(ctx.db, offer.id, 'active', 'invalidated', {
      closedAt: ctx.clock.now(),
      closeReason: GONE,
      invalidatedHeight: height,
    });
  }
}

/**
 * Makes invalidated offers active again when the conflicting spend was undone in time. Deletes their secrets
 * once they have expired or the spend is `failureDepth` blocks deep. Runs on every poll of the follower.
 * Retry-safe.
 */
export async function reviewInvalidatedCollectionOffers(ctx: TradingContext, tip: number): Promise<void> {
  const now = ctx.clock.now();
  const offers = await unsettledCollectionOffers(ctx.db);
  const whole = await canStillBeFilled(ctx, offers);
  for (const [i, offer] of offers.entries()) {
    const loss = whole[i] ? null : await lossOf(ctx, offer);
    const height = loss?.height ?? null;
    if (offer.expiresAt <= now || (loss && isDeep(ctx, loss, { height: tip }))) {
      await makeFinal(ctx, offer, loss && spendText(loss));
    } else if (whole[i]) {
      await collectionOfferMachine.transitionIfStill(ctx.db, offer.id, 'invalidated', 'active', {
        closedAt: null,
        closeReason: null,
        invalidatedHeight: null,
      });
    } else if (height !== offer.invalidatedHeight) {
      const noted = { invalidatedHeight: height };
      await collectionOfferMachine.transitionIfStill(ctx.db, offer.id, 'invalidated', 'invalidated', noted);
    }
  }
}

/** Offers that `endCollectionOffers` reads at once. */
const ENDED_AT_ONCE = 500;

/** Cancels every active offer, and every one that might come back (`Flow.endOpen`). */
export async function endCollectionOffers(
  ctx: Pick<TradingContext, 'db' | 'clock'>,
  reason: string,
): Promise<number> {
  let ended = 0;
  for (;;) {
    const offers = await activeCollectionOffersAfter(ctx.db, null, ENDED_AT_ONCE);
    if (offers.length === 0) break;
    for (const offer of offers) await closeOffer(ctx, offer, 'active', 'cancelled', reason);
    ended += offers.length;
  }
  for (const offer of await unsettledCollectionOffers(ctx.db))
    await closeOffer(ctx, offer, 'invalidated', 'cancelled', reason);
  return ended;
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
    return await closeOffer(ctx, offer, state, 'cancelled', reason);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'offer_closed') return false;
    throw error;
  }
}

/** Ends an invalidated offer that cannot come back. */
async function makeFinal(ctx: TradingContext, { id, closeReason }: CollectionOffer, lossText: string | null) {
  await inTransaction(ctx.db, async (db) => {
    const final = { isFinal: true, closeReason: lossText ?? closeReason };
    // Its maker may have cancelled it since, which also deletes the secret.
    if (await collectionOfferMachine.transition(db, id, 'invalidated', 'invalidated', final))
      await deleteOfferSecrets(db, id);
  });
}

/**
 * The spend of the offer output, or of a coin that funds it by another transaction than its funding parent.
 */
async function lossOf(ctx: TradingContext, { funding, fundingTxid }: CollectionOffer): Promise<Spend | null> {
  const output = { txid: fundingTxid, vout: OFFER_VOUT };
  return foreignSpend(await spendsInBlocks(ctx, [output, ...funding.payments]), [fundingTxid]);
}

/** Returns false when the offer is no longer in `from`. */
async function closeOffer(
  ctx: Pick<TradingContext, 'db' | 'clock'>,
  offer: CollectionOffer,
  from: 'active' | 'filling' | 'invalidated',
  to: 'cancelled' | 'expired',
  closeReason: string,
): Promise<boolean> {
  return inTransaction(ctx.db, async (db) => {
    if (from === 'filling') await endFillForMaker(db, offer.id);
    const closed = { closedAt: ctx.clock.now(), closeReason };
    const isClosed = await collectionOfferMachine.transition(db, offer.id, from, to, closed);
    if (isClosed) await deleteOfferSecrets(db, offer.id);
    return isClosed;
  });
}
