/**
 * The minimum price of an inscription offer, which is never above the operator's maximum. The rules follow
 * the current book, so a price that passed a preflight may fail at submit.
 */
import { refuse } from '@ordbook/protocol/refusals';
import { type Sats, shareOf } from '@ordbook/protocol/sats';
import { bestCollectionOffers } from '../../store/collection-offer/best-offer.ts';
import { floorOf, liveFloors } from '../../store/offer/offer-floors.ts';
import type { TradingContext } from '../context.ts';

/** Prices are multiples of this. */
export const OFFER_STEP_SATS = 1000;
/** Share of the selected collection's floor price, in bps. */
const FLOOR_SHARE_BPS = 2_000;
/** Share of the best collection offer, in bps, with or without traits. */
const BEST_OFFER_SHARE_BPS = 9_000;

export interface PriceQuestion {
  readonly slug: string;
  readonly inscriptionIds: readonly string[];
  readonly priceSats: Sats;
}

/**
 * Refuses (400) a price outside the operator's limits or off the step, whatever the book; refuses with `code`
 * one that is too low for the current book. `code` null: the offer comes as a PSBT, whose price has neither
 * step nor maximum. Returns the floor of the selected collection.
 */
export async function requireOfferPrice(
  ctx: TradingContext,
  { slug, inscriptionIds, priceSats }: PriceQuestion,
  asked: 'bad_price' | 'price_moved' | null,
): Promise<Sats | null> {
  const { offerMinimumSats, offerMaximumSats } = ctx.settings;
  const code = asked ?? 'bad_price';
  if (asked !== null) requireStep(priceSats);
  if (priceSats < offerMinimumSats)
    refuse('bad_price', `priceSats ${priceSats} is below the minimum of ${offerMinimumSats}`);
  if (asked !== null && priceSats > offerMaximumSats)
    refuse('bad_price', `priceSats ${priceSats} is above the maximum of ${offerMaximumSats}`);

  const now = ctx.clock.now();
  /** However high floors and collection offers are, one price can be offered. */
  const within = (sats: Sats) => Math.min(sats, highest(offerMaximumSats));
  const floorSats = await floorOf(ctx.db, slug, now);
  const least = within(shareOf(floorSats ?? 0, FLOOR_SHARE_BPS));
  if (priceSats < least)
    refuse(
      code,
      `priceSats ${priceSats} is below ${least}, 20% of the floor of ${slug} (${floorSats} sats) within the maximum of ${offerMaximumSats}`,
    );
  for (const floor of await liveFloors(ctx.db, inscriptionIds, now)) {
    const least = within(steppedUp(shareOf(floor.floorSats, floor.liveFloorBps)));
    if (priceSats < least)
      refuse(
        code,
        `priceSats ${priceSats} is below ${least}, the minimum for ${floor.inscriptionId} at the floor of ${floor.slug}`,
      );
  }
  for (const [id, best] of await bestCollectionOffers(ctx.db, inscriptionIds, now)) {
    const least = within(steppedUp(shareOf(best, BEST_OFFER_SHARE_BPS)));
    if (priceSats < least)
      refuse(
        code,
        `priceSats ${priceSats} is below ${least}, the minimum for ${id} while a collection offer pays ${best} sats`,
      );
  }
  return floorSats;
}

/** Refuses (400) a price that is not a multiple of the step. */
export function requireStep(priceSats: Sats): void {
  if (priceSats % OFFER_STEP_SATS !== 0)
    refuse('bad_price', `priceSats ${priceSats} is not a multiple of ${OFFER_STEP_SATS}`);
}

/** The highest price within the operator's maximum. */
function highest(maximumSats: Sats): Sats {
  return Math.floor(maximumSats / OFFER_STEP_SATS) * OFFER_STEP_SATS;
}

function steppedUp(sats: Sats): Sats {
  return Math.ceil(sats / OFFER_STEP_SATS) * OFFER_STEP_SATS;
}
