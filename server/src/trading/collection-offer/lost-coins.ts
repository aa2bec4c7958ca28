/**
 * Collection offers whose coin is spent elsewhere, even unconfirmed.
 *
 *   active ──► invalidated   a coin is spent, or in no block any more
 *          ◄──               it is back
 *   invalidated, for good    the spend is `failureDepth` blocks deep, or the offer has expired
 *
 * As for inscription offers (`../offer/lost-coins.ts`): only offers on touched coins are looked at, and two
 * checks go through the others, a fixed number on each poll.
 */
import { OFFER_VOUT } from '@ordbook/protocol/collection-offer/funding';
import { pageByPage } from '../../base/page-by-page.ts';
import {
  activeCollectionOffersAfter,
  type CollectionOffer,
  closeCollectionOffers,
  collectionOffersOn,
  type FundedOffer,
  lostCollectionOffersAfter,
} from '../../store/collection-offer/collection-offers.ts';
import { collectionOfferMachine } from '../../store/collection-offer/machine.ts';
import type { SpentCoins, TradingContext } from '../context.ts';
import { conflictingSpend, GONE, isDeep, spendsInBlocks, spendText } from '../settlement/spent-coins.ts';
import { canStillBeFilled } from './open-offer.ts';

/** Offers that one call changes at most. */
const AT_ONCE = 100;

/**
 * Checks again the open offers on these coins: invalidates active ones that can no longer be filled, and
 * makes those active again that can. Retry-safe.
 */
export async function recheckCollectionOffers(
  ctx: TradingContext,
  { outpoints, height, atMost = AT_ONCE }: SpentCoins,
): Promise<void> {
  await invalidateBroken(ctx, await collectionOffersOn(ctx.db, outpoints, 'active', atMost), height);
  const lost = await collectionOffersOn(ctx.db, outpoints, 'invalidated', atMost);
  if (lost.length > 0) await reviveWhole(ctx, unexpired(ctx, lost));
}

/** Returns a function that checks the coins of the next `slice` active offers on each call. */
export function createCollectionOfferCheck(ctx: TradingContext, slice: number): () => Promise<void> {
  return pageByPage(
    slice,
    (last: CollectionOffer | null, limit) => activeCollectionOffersAfter(ctx.db, last, limit),
    (offers) => invalidateBroken(ctx, offers, null),
  );
}

/**
 * Returns a function that reviews the next `slice` invalidated offers on each call, as of the tip: those that
 * can be filled become active again, and those that are lost for good lose their secrets.
 */
export function createLostCollectionOfferCheck(
  ctx: TradingContext,
  slice: number,
): (tip: number) => Promise<void> {
  return pageByPage(
    slice,
    (last: FundedOffer | null, limit) => lostCollectionOffersAfter(ctx.db, last, limit),
    (offers, tip: number) => review(ctx, offers, tip),
  );
}

async function invalidateBroken(
  ctx: TradingContext,
  offers: readonly FundedOffer[],
  invalidatedHeight: number | null,
): Promise<void> {
  if (offers.length === 0) return;
  const whole = await canStillBeFilled(ctx, offers);
  const broken = offers.filter((_, i) => !whole[i]).map(({ id }) => id);
  const lost = { closedAt: ctx.clock.now(), closeReason: GONE, invalidatedHeight };
  await collectionOfferMachine.transitionAllIfStill(ctx.db, broken, 'active', 'invalidated', lost);
}

async function review(ctx: TradingContext, offers: readonly FundedOffer[], tip: number): Promise<void> {
  const open = unexpired(ctx, offers);
  const lost = await reviveWhole(ctx, open);
  const isOver = new Set(offers.filter((offer) => !open.includes(offer)));
  const coins = lost.map(({ funding, fundingTxid }) => [
    { txid: fundingTxid, vout: OFFER_VOUT },
    ...funding.payments,
  ]);
  const spends = await spendsInBlocks(ctx, coins.flat());
  const noted = new Map<number | null, string[]>();
  let at = 0;
  for (const [i, offer] of lost.entries()) {
    const own = spends.slice(at, at + coins[i]!.length);
    at += own.length;
    const spend = conflictingSpend(own, [offer.fundingTxid]);
    const height = spend?.height ?? null;
    if (spend && isDeep(ctx, spend, { height: tip })) {
      const final = { closeReason: spendText(spend) };
      await collectionOfferMachine.transitionIfStill(ctx.db, offer.id, 'invalidated', 'invalidated', final);
      isOver.add(offer);
    } else if (height !== offer.invalidatedHeight)
      noted.set(height, [...(noted.get(height) ?? []), offer.id]);
  }
  await closeCollectionOffers(ctx.db, [...isOver], ['invalidated', 'invalidated'], { isFinal: true });
  for (const [invalidatedHeight, ids] of noted) {
    const noting = { invalidatedHeight };
    await collectionOfferMachine.transitionAllIfStill(ctx.db, ids, 'invalidated', 'invalidated', noting);
  }
}

function unexpired(ctx: TradingContext, offers: readonly FundedOffer[]): FundedOffer[] {
  const now = ctx.clock.now();
  return offers.filter(({ expiresAt }) => expiresAt > now);
}

/** Makes those active again that can be filled, and returns the others. */
async function reviveWhole(ctx: TradingContext, offers: readonly FundedOffer[]): Promise<FundedOffer[]> {
  if (offers.length === 0) return [];
  const whole = await canStillBeFilled(ctx, offers);
  const ids = offers.filter((_, i) => whole[i]).map(({ id }) => id);
  const open = { closedAt: null, closeReason: null, invalidatedHeight: null };
  await collectionOfferMachine.transitionAllIfStill(ctx.db, ids, 'invalidated', 'active', open);
  return offers.filter((_, i) => !whole[i]);
}
