import type { MarketInfo } from '@ordbook/client/market';

/** What the service takes as a price, sats. */
export interface Rule {
  readonly least: number;
  readonly step: number;
  /** Of the floor, at the least. */
  readonly floorShare: number;
  /** A multiple of the step; null: no price is too high. */
  readonly most: number | null;
}

/** The operator's own prices; null: not loaded yet. */
type Prices = Pick<MarketInfo, 'listingMinimumSats' | 'offerMinimumSats' | 'offerMaximumSats'> | null;

/** Of an offer on an inscription, and of its counter, sats. */
export const OFFER_STEP = 1_000;

/** Of a listing. */
export function listingRule(prices: Prices): Rule {
  return { least: prices?.listingMinimumSats ?? 1, step: 1, floorShare: 0, most: null };
}

/** Of an offer on an inscription. */
export function offerRule(prices: Prices): Rule {
  const rule = { step: OFFER_STEP, floorShare: 0.2 };
  if (!prices) return { ...rule, least: OFFER_STEP, most: null };
  const { offerMinimumSats, offerMaximumSats } = prices;
  const most = Math.floor(offerMaximumSats / OFFER_STEP) * OFFER_STEP;
  return { ...rule, least: Math.ceil(offerMinimumSats / OFFER_STEP) * OFFER_STEP, most };
}

/** Of an offer on a collection. */
export const BID_RULE: Rule = { least: 10_000, step: 5_000, floorShare: 0, most: null };

/** The least price, sats, a multiple of the step. `floorSats` null: nothing is for sale. */
export function leastOf({ least, step, floorShare, most }: Rule, floorSats: number | null): number {
  const share = Math.ceil(((floorSats ?? 0) * floorShare) / step) * step;
  return Math.max(least, Math.min(share, most ?? share));
}
