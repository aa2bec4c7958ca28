/**
 * Offers and counters whose coin is spent elsewhere, even unconfirmed.
 *
 *   active ──► invalidated   a coin is spent, or in no block any more
 *          ◄──               it is back
 *   invalidated, for good    the spend is `failureDepth` blocks deep, or the offer has expired
 *
 * Blocks, the mempool and rollbacks name the coins that they touched, and only offers on those are looked
 * at. Two checks go through the others, a fixed number on each poll: a coin may go without being spent, and
 * a process that starts does not know what came before. A call changes at most `AT_ONCE` rows, so that
 * nobody waits for the offers of somebody else; the checks find what is left.
 */
import { type Outpoint, outpointText } from '@ordbook/protocol/outpoint';
import { pageByPage } from '../../base/page-by-page.ts';
import { offerMachine } from '../../store/offer/machine.ts';
import { activeOffersAfter, coinsOfOffers, type Offer } from '../../store/offer/offers.ts';
import {
  coinsOf,
  coinsWithOffers,
  invalidateOffersOn,
  type LostOffer,
  lostOffersAfter,
  lostOffersOn,
  reviveOffers,
  voidOffers,
} from '../../store/offer/open-offers.ts';
import type { SpentCoins, TradingContext } from '../context.ts';
import {
  conflictingSpend,
  GONE,
  isDeep,
  missingAmong,
  spendsInBlocks,
  spendText,
} from '../settlement/spent-coins.ts';

/** Offers that one call changes at most. Each writes events, so more would keep a block waiting. */
const AT_ONCE = 100;

/**
 * Checks again the open offers and counters on these coins: invalidates active ones that have lost a coin,
 * and makes those active again whose coins are back. Retry-safe.
 */
export async function recheckOffers(
  ctx: TradingContext,
  { outpoints, height, atMost = AT_ONCE }: SpentCoins,
): Promise<void> {
  const coins = await coinsWithOffers(ctx.db, outpoints);
  const missing = await missingAmong(ctx, coins);
  await invalidateOn(ctx, missing, height, atMost);
  const there = coins.filter((coin) => !missing.includes(coin));
  if (there.length === 0) return;
  const lost = await lostOffersOn(ctx.db, there, atMost);
  await reviveWhole(ctx, unexpired(ctx, lost));
}

/** Returns a function that checks the coins of the next `slice` active offers on each call. */
export function createOfferCheck(ctx: TradingContext, slice: number): () => Promise<void> {
  return pageByPage(
    slice,
    (last: Offer | null, limit) => activeOffersAfter(ctx.db, last, limit),
    async (offers) => invalidateOn(ctx, await missingAmong(ctx, await coinsOf(ctx.db, offers)), null),
  );
}

/**
 * Returns a function that reviews the next `slice` invalidated offers on each call, as of the tip: those that
 * are whole become active again, and those that are lost for good lose their signatures.
 */
export function createLostOfferCheck(ctx: TradingContext, slice: number): (tip: number) => Promise<void> {
  return pageByPage(
    slice,
    (last: LostOffer | null, limit) => lostOffersAfter(ctx.db, last, limit),
    (offers, tip: number) => review(ctx, offers, tip),
  );
}

/** An offer that its other party cannot accept, since a coin of it is spent. Retry-safe. */
export async function invalidateOffer(ctx: TradingContext, { id }: Pick<Offer, 'id'>): Promise<void> {
  await offerMachine.transitionIfStill(ctx.db, id, 'active', 'invalidated', lostAt(ctx, null));
}

async function invalidateOn(
  ctx: TradingContext,
  coins: readonly Outpoint[],
  height: number | null,
  atMost = AT_ONCE,
): Promise<void> {
  if (coins.length > 0) await invalidateOffersOn(ctx.db, coins, lostAt(ctx, height), atMost);
}

function lostAt(ctx: TradingContext, invalidatedHeight: number | null) {
  return { closedAt: ctx.clock.now(), closeReason: GONE, invalidatedHeight };
}

async function review(ctx: TradingContext, offers: readonly LostOffer[], tip: number): Promise<void> {
  const now = ctx.clock.now();
  const open = unexpired(ctx, offers);
  const lost = await reviveWhole(ctx, open);
  const spends = await spendsInBlocks(
    ctx,
    lost.flatMap(({ coins }) => coins),
  );
  const isOver = new Set(offers.filter((offer) => !open.includes(offer)));
  const noted = new Map<number | null, string[]>();
  let at = 0;
  for (const { offer, coins } of lost) {
    const spend = conflictingSpend(spends.slice(at, at + coins.length), []);
    at += coins.length;
    const height = spend?.height ?? null;
    if (spend && isDeep(ctx, spend, { height: tip })) {
      const final = { closeReason: spendText(spend) };
      await offerMachine.transitionIfStill(ctx.db, offer.id, 'invalidated', 'invalidated', final);
      isOver.add(offer);
    } else if (height !== offer.invalidatedHeight)
      noted.set(height, [...(noted.get(height) ?? []), offer.id]);
  }
  await voidOffers(ctx.db, [...isOver], now);
  for (const [invalidatedHeight, ids] of noted)
    await offerMachine.transitionAllIfStill(ctx.db, ids, 'invalidated', 'invalidated', { invalidatedHeight });
}

function unexpired(ctx: TradingContext, offers: readonly LostOffer[]): LostOffer[] {
  const now = ctx.clock.now();
  return offers.filter(({ expiresAt }) => expiresAt > now);
}

/** Makes those active again that have all of their coins, and returns the others with their coins. */
async function reviveWhole(ctx: TradingContext, offers: readonly LostOffer[]) {
  const coins = await coinsOfOffers(
    ctx.db,
    offers.map(({ id }) => id),
  );
  const missing = new Set((await missingAmong(ctx, [...coins.values()].flat())).map(outpointText));
  const isWhole = ({ id }: LostOffer) => !coins.get(id)!.some((coin) => missing.has(outpointText(coin)));
  const whole = offers.filter(isWhole);
  if (whole.length > 0) await reviveOffers(ctx.db, whole);
  return offers.filter((offer) => !isWhole(offer)).map((offer) => ({ offer, coins: coins.get(offer.id)! }));
}
