/**
 * The end of an offer or a counter without a settlement.
 *
 *   active ──► cancelled     who made it asked
 *          ──► rejected      the other party declined
 *          ──► expired       validityHours are over
 *          ──► invalidated   a coin of it is spent elsewhere, in the mempool or in a block; active again when that is undone in time
 *
 * A closed offer loses its signatures; the anchor of a closed counter is retired, so that its transfer can never be valid.
 */

import type { Outpoint } from '@ordbook/protocol/outpoint';
import { refuse } from '@ordbook/protocol/refusals';
import { pageByPage } from '../../base/page-by-page.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { move } from '../../store/database/transition.ts';
import {
  activeOffersAfter,
  activeOffersOn,
  coinsOfOffers,
  forgetOfferSignatures,
  isReplaced,
  type Offer,
  offerById,
  offersDue,
  unsettledOffers,
} from '../../store/offer/offers.ts';
import { retireAnchors } from '../../store/operator-coins/anchors.ts';
import { type Binding, callersBinding } from '../account/wallet-binding.ts';
import type { Caller, TradingContext } from '../context.ts';
import { burialOf, lostInBlocks } from '../settlement/lost-coins.ts';
import { OFFER_MOVES } from './make.ts';

/** Which offer, of which inscription, with which of the caller's wallets. */
export interface OfferAction {
  readonly inscriptionId: string;
  readonly offerId: string;
  readonly walletBindingId: string;
}

/** The maker takes an offer or a counter back. Safe to repeat. Refuses 403 for anybody else, 409 when it is closed otherwise. */
export async function cancelOffer(ctx: TradingContext, caller: Caller, action: OfferAction) {
  const binding = await callersBinding(ctx, caller, action.walletBindingId);
  const offer = await offerOf(ctx, action);
  const makerId = offer.kind === 'buyer_offer' ? offer.buyerBindingId : offer.sellerBindingId;
  if (makerId !== binding.id) refuse('not_owner', `offer ${offer.id} was not made by wallet ${binding.id}`);
  return close(ctx, offer, 'cancelled', 'its maker took it back');
}

/** The owner declines a buyer's offer. Safe to repeat. Refuses as `cancelOffer`. */
export async function rejectOffer(ctx: TradingContext, caller: Caller, action: OfferAction) {
  const binding = await callersBinding(ctx, caller, action.walletBindingId);
  const offer = await offerOf(ctx, action);
  requireSeller(offer, binding);
  if (offer.kind !== 'buyer_offer') refuse('not_found', `${offer.id} is a counter, not a buyer's offer`);
  return close(ctx, offer, 'rejected', 'the owner declined it');
}

/** The buyer declines a counter. Safe to repeat. Refuses as `cancelOffer`. */
export async function rejectCounter(ctx: TradingContext, caller: Caller, action: OfferAction) {
  const binding = await callersBinding(ctx, caller, action.walletBindingId);
  const offer = await offerOf(ctx, action);
  requireBuyer(offer, binding);
  if (offer.kind !== 'seller_counter') refuse('not_found', `${offer.id} is a buyer's offer, not a counter`);
  return close(ctx, offer, 'rejected', 'the buyer declined it');
}

/** The offer named. Refuses (404) an unknown one and one on another inscription alike. */
export async function offerOf(
  ctx: TradingContext,
  { inscriptionId, offerId }: Pick<OfferAction, 'inscriptionId' | 'offerId'>,
): Promise<Offer> {
  const offer = await offerById(ctx.db, offerId);
  if (offer?.inscriptionId !== inscriptionId)
    refuse('not_found', `no offer ${offerId} on inscription ${inscriptionId}`);
  return offer;
}

/** Refuses (403) a wallet that does not hold the inscription of the offer. */
export function requireSeller(offer: Offer, binding: Binding): void {
  const isMaker = offer.sellerBindingId === null || offer.sellerBindingId === binding.id;
  if (binding.ordinalsAddress !== offer.sellerAddress || !isMaker)
    refuse('not_owner', `offer ${offer.id} was not made to wallet ${binding.id}`);
}

/** Refuses (403) a wallet other than the one that bids. */
export function requireBuyer(offer: Offer, binding: Binding): void {
  if (offer.buyerBindingId !== binding.id)
    refuse('not_owner', `wallet ${binding.id} is not the buyer of offer ${offer.id}`);
}

/** Refuses (409) an offer that is closed or over its time, whether or not the clock has closed it yet. */
export async function requireActive(ctx: TradingContext, offer: Offer): Promise<void> {
  if (offer.state !== 'active') refuse('offer_closed', `offer ${offer.id} is ${offer.state}`);
  if (offer.expiresAt > ctx.clock.now()) return;
  await expireOffers(ctx);
  refuse('offer_closed', `offer ${offer.id} expired at ${offer.expiresAt.toISOString()}`);
}

/** Expires offers and counters whose time is over. Runs at every look of the follower; safe to repeat. */
export async function expireOffers(ctx: TradingContext): Promise<void> {
  for (const offer of await offersDue(ctx.db, ctx.clock.now())) {
    await end(ctx, offer, 'expired', 'its time was over', offer.expiresAt);
  }
}

/**
 * Looks again at the active offers and counters on `outpoints`: coins that a block or the mempool spent. Takes out those of which a
 * coin is gone. `height`: of the block that spent them, null for the mempool. Safe to repeat.
 */
export async function recheckOffers(
  ctx: TradingContext,
  outpoints: readonly Outpoint[],
  height: number | null,
): Promise<void> {
  await takeOutBroken(ctx, await activeOffersOn(ctx.db, outpoints), height);
}

/**
 * Looks at the next `slice` active offers at each call. A reorg can take away a coin that nobody spends: the transaction that made it
 * is in no block of the new branch.
 */
export function createOfferCheck(ctx: TradingContext, slice: number): () => Promise<void> {
  return pageByPage(
    slice,
    (last: Offer | null, limit) => activeOffersAfter(ctx.db, last, limit),
    (offers) => takeOutBroken(ctx, offers, null),
  );
}

async function takeOutBroken(
  ctx: TradingContext,
  offers: readonly Offer[],
  height: number | null,
): Promise<void> {
  const whole = await areWhole(ctx, await coinsOf(ctx, offers));
  for (const [i, offer] of offers.entries()) {
    if (whole[i]) continue;
    await move(ctx.db, 'offers', OFFER_MOVES, offer.id, 'active', 'invalidated', {
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
export async function settleInvalidatedOffers(ctx: TradingContext, tip: number): Promise<void> {
  const now = ctx.clock.now();
  const offers = await unsettledOffers(ctx.db);
  const outpoints = await coinsOf(ctx, offers);
  const whole = await areWhole(ctx, outpoints);
  for (const [i, offer] of offers.entries()) {
    const isOver = offer.expiresAt <= now || offer.signatures === null;
    if (isOver) await forget(ctx, offer);
    else if (!whole[i]) {
      const isLost = (await lostInBlocks(ctx, outpoints[i]!)).includes(true);
      const { height, isDeep } = burialOf(ctx, isLost, offer.invalidatedHeight, tip);
      if (isDeep) await forget(ctx, offer);
      else if (height !== offer.invalidatedHeight)
        await move(ctx.db, 'offers', OFFER_MOVES, offer.id, 'invalidated', 'invalidated', {
          invalidatedHeight: height,
        });
    } else if (!(await isReplaced(ctx.db, offer))) {
      await move(ctx.db, 'offers', OFFER_MOVES, offer.id, 'invalidated', 'active', {
        closedAt: null,
        closeReason: null,
        invalidatedHeight: null,
      });
    }
  }
}

/** For each offer, the coins that its settlement spends. */
async function coinsOf(ctx: TradingContext, offers: readonly Offer[]): Promise<Outpoint[][]> {
  const coins = await coinsOfOffers(
    ctx.db,
    offers.map(({ id }) => id),
  );
  return offers.map(({ id }) => coins.get(id)!);
}

/** For each list of coins: are all of them unspent, in the chain and in the mempool? */
async function areWhole(ctx: TradingContext, outpoints: readonly Outpoint[][]): Promise<boolean[]> {
  const found = await ctx.chain.unspents(outpoints.flat());
  let at = 0;
  return outpoints.map((own) => {
    const isWhole = own.every((_, i) => found[at + i] !== null);
    at += own.length;
    return isWhole;
  });
}

async function close(ctx: TradingContext, offer: Offer, to: 'cancelled' | 'rejected', reason: string) {
  if (offer.state !== to) {
    await requireActive(ctx, offer);
    if (!(await end(ctx, offer, to, reason, ctx.clock.now())))
      refuse('offer_closed', `offer ${offer.id} was closed meanwhile; fetch it again`);
  }
  return { offerId: offer.id, status: to };
}

async function end(
  ctx: TradingContext,
  offer: Offer,
  to: 'cancelled' | 'rejected' | 'expired',
  closeReason: string,
  closedAt: Date,
): Promise<boolean> {
  return inTransaction(ctx.db, async (db) => {
    const moved = await move(db, 'offers', OFFER_MOVES, offer.id, 'active', to, { closedAt, closeReason });
    if (moved) await forget({ ...ctx, db }, offer);
    return moved;
  });
}

/** The signatures go, and the anchor of a counter that was never accepted is given to the pool to be spent. */
export async function forget(ctx: Pick<TradingContext, 'db' | 'clock'>, offer: Offer): Promise<void> {
  await forgetOfferSignatures(ctx.db, offer.id);
  if (offer.anchorId !== null) await retireAnchors(ctx.db, [offer.anchorId], ctx.clock.now());
}
