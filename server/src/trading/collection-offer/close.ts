/**
 * The end of a collection offer without a fill.
 *
 *   active ──► cancelled     its maker asked, or made a newer one on the same coins
 *          ──► expired       validityHours are over
 *          ──► invalidated   a coin of it is spent elsewhere, in the mempool or in a block; active again when that is undone in time
 *
 * A closed offer loses its secret and the buyer's signatures: nobody can fill it any more, whoever kept a copy of the rest.
 */

import { OFFER_VOUT } from '@ordbook/protocol/collection-offer/funding';
import type { Outpoint } from '@ordbook/protocol/outpoint';
import { refuse } from '@ordbook/protocol/refusals';
import { DAY_MS } from '../../base/clock.ts';
import { pageByPage } from '../../base/page-by-page.ts';
import {
  activeCollectionOffersAfter,
  type CollectionOffer,
  collectionOfferById,
  collectionOffersDue,
  collectionOffersOn,
  deleteLapsedDrafts,
  forgetOfferSecrets,
  unsettledCollectionOffers,
} from '../../store/collection-offer/collection-offers.ts';
import { forgetEligibleSets } from '../../store/collection-offer/eligible-sets.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { move } from '../../store/database/transition.ts';
import { callersBinding } from '../account/wallet-binding.ts';
import type { Caller, TradingContext } from '../context.ts';
import { burialOf, lostInBlocks } from '../settlement/lost-coins.ts';
import { COLLECTION_OFFER_MOVES } from './make.ts';

export interface CancelBody {
  readonly slug: string;
  readonly offerId: string;
  readonly walletBindingId: string;
}

/** The maker takes an offer back. Safe to repeat. Refuses 403 for anybody else, 409 while it is filled or when it is closed otherwise. */
export async function cancelCollectionOffer(ctx: TradingContext, caller: Caller, body: CancelBody) {
  const binding = await callersBinding(ctx, caller, body.walletBindingId);
  const offer = await collectionOfferOf(ctx, body.slug, body.offerId);
  if (offer.makerProfileId !== caller.profileId || offer.makerBindingId !== binding.id)
    refuse('not_owner', `offer ${offer.id} was not made by wallet ${binding.id}`);
  if (offer.state !== 'cancelled') {
    if (offer.state !== 'active' && offer.state !== 'invalidated')
      refuse('offer_closed', `offer ${offer.id} is ${offer.state} and cannot be cancelled`);
    const closed = await close(ctx, offer, offer.state, 'cancelled', 'its maker took it back');
    if (!closed) refuse('stale', `offer ${offer.id} changed meanwhile; fetch the offers again`);
  }
  return { offerId: offer.id, status: 'cancelled' as const };
}

/** Refuses (404) an unknown offer and one of another collection alike. */
export async function collectionOfferOf(
  ctx: TradingContext,
  slug: string,
  offerId: string,
): Promise<CollectionOffer> {
  const offer = await collectionOfferById(ctx.db, offerId);
  if (offer?.slug !== slug) refuse('not_found', `no collection offer ${offerId} in ${slug}`);
  return offer;
}

/** Expires offers whose time is over, and forgets lapsed drafts and sets. Runs at every look of the follower; safe to repeat. */
export async function expireCollectionOffers(ctx: TradingContext): Promise<void> {
  const now = ctx.clock.now();
  for (const offer of await collectionOffersDue(ctx.db, now))
    await close(ctx, offer, 'active', 'expired', 'its time was over');
  await deleteLapsedDrafts(ctx.db, now);
  await forgetEligibleSets(ctx.db, new Date(now.getTime() - DAY_MS));
}

/**
 * Looks again at the active offers on `outpoints`: coins that a block or the mempool spent. `height`: of the block, null for the
 * mempool. Safe to repeat.
 */
export async function recheckCollectionOffers(
  ctx: TradingContext,
  outpoints: readonly Outpoint[],
  height: number | null,
): Promise<void> {
  const offers = await collectionOffersOn(ctx.db, outpoints);
  await takeOutBroken(
    ctx,
    offers.filter(({ state }) => state === 'active'),
    height,
  );
}

/** Looks at the coins of the next `slice` active offers at each call: a reorg can take away a coin that nobody spends. */
export function createCollectionOfferCheck(ctx: TradingContext, slice: number): () => Promise<void> {
  return pageByPage(
    slice,
    (last: CollectionOffer | null, limit) => activeCollectionOffersAfter(ctx.db, last, limit),
    (offers) => takeOutBroken(ctx, offers, null),
  );
}

async function takeOutBroken(
  ctx: TradingContext,
  offers: readonly CollectionOffer[],
  height: number | null,
): Promise<void> {
  const whole = await canStillBeFilled(ctx, offers);
  for (const [i, offer] of offers.entries()) {
    if (whole[i]) continue;
    await move(ctx.db, 'collectionOffers', COLLECTION_OFFER_MOVES, offer.id, 'active', 'invalidated', {
      closedAt: ctx.clock.now(),
      closeReason: 'a coin of it was spent elsewhere',
      invalidatedHeight: height,
    });
  }
}

/**
 * Brings invalidated offers back when the foreign spend was undone and their time is not over; forgets them once it is over, or the
 * spend is buried `failureDepth` blocks deep. Runs at every look of the follower; safe to repeat.
 */
export async function settleInvalidatedCollectionOffers(ctx: TradingContext, tip: number): Promise<void> {
  const now = ctx.clock.now();
  const offers = await unsettledCollectionOffers(ctx.db);
  const whole = await canStillBeFilled(ctx, offers);
  for (const [i, offer] of offers.entries()) {
    const patch = (more: object) =>
      move(ctx.db, 'collectionOffers', COLLECTION_OFFER_MOVES, offer.id, 'invalidated', 'invalidated', more);
    const { height, isDeep } = burialOf(
      ctx,
      !whole[i] && (await isLost(ctx, offer)),
      offer.invalidatedHeight,
      tip,
    );
    if (offer.expiresAt <= now || isDeep) {
      await patch({ isFinal: true });
      await forgetOfferSecrets(ctx.db, offer.id);
    } else if (whole[i]) {
      await move(ctx.db, 'collectionOffers', COLLECTION_OFFER_MOVES, offer.id, 'invalidated', 'active', {
        closedAt: null,
        closeReason: null,
        invalidatedHeight: null,
      });
    } else if (height !== offer.invalidatedHeight) await patch({ invalidatedHeight: height });
  }
}

/** Per offer: are its coins unspent, or, once its funding parent is known, is the offer output? */
export async function canStillBeFilled(
  ctx: TradingContext,
  offers: readonly Pick<CollectionOffer, 'funding' | 'fundingTxid'>[],
): Promise<boolean[]> {
  const asked = offers.flatMap(({ funding, fundingTxid }) => [
    { txid: fundingTxid, vout: OFFER_VOUT },
    ...funding.payments,
  ]);
  const coins = await ctx.chain.unspents(asked);
  let at = 0;
  return offers.map(({ funding }) => {
    const output = coins[at];
    const payments = coins.slice(at + 1, at + 1 + funding.payments.length);
    at += 1 + funding.payments.length;
    return output !== null || payments.every((coin) => coin !== null);
  });
}

/** Do the blocks lack the offer output and, so that it cannot be made again, a coin that funds it? */
async function isLost(ctx: TradingContext, { funding, fundingTxid }: CollectionOffer): Promise<boolean> {
  const output = { txid: fundingTxid, vout: OFFER_VOUT };
  const [lostOutput, ...lostPayments] = await lostInBlocks(ctx, [output, ...funding.payments]);
  return lostOutput === true && lostPayments.includes(true);
}

async function close(
  ctx: TradingContext,
  offer: CollectionOffer,
  from: 'active' | 'invalidated',
  to: 'cancelled' | 'expired',
  closeReason: string,
): Promise<boolean> {
  return inTransaction(ctx.db, async (db) => {
    const closed = { closedAt: ctx.clock.now(), closeReason };
    const moved = await move(db, 'collectionOffers', COLLECTION_OFFER_MOVES, offer.id, from, to, closed);
    if (moved) await forgetOfferSecrets(db, offer.id);
    return moved;
  });
}
