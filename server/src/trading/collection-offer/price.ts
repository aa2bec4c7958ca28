import { MAX_OFFERS_PER_CALL } from '@ordbook/api/collection-offer/collection-offer';
import { MINIMUM_PRICE_SATS, PRICE_STEP_SATS } from '@ordbook/protocol/collection-offer/offer';
import { refuse } from '@ordbook/protocol/refusals';
import type { Sats } from '@ordbook/protocol/sats';

/** One or more offers of a call. */
export interface OfferPricing {
  readonly priceSats: Sats;
  /** Default 1. */
  readonly offerCount?: number;
  /** Each further offer's price is lower by this. Default 0. */
  readonly ladderStepSats?: Sats;
}

/** The price of each offer of a call. Refuses (400) a count or a price outside the rules. */
export function ladder({ priceSats, offerCount = 1, ladderStepSats = 0 }: OfferPricing): Sats[] {
  if (offerCount < 1 || offerCount > MAX_OFFERS_PER_CALL)
    refuse('malformed', `offerCount is ${offerCount}; 1 to ${MAX_OFFERS_PER_CALL} are allowed`);
  const prices = Array.from({ length: offerCount }, (_, i) => priceSats - i * ladderStepSats);
  for (const [i, price] of prices.entries()) {
    const whose = i === 0 ? 'priceSats' : `the price of offer ${i + 1}`;
    if (price < MINIMUM_PRICE_SATS)
      refuse('bad_price', `${whose} is ${price}; a collection offer has at least ${MINIMUM_PRICE_SATS} sats`);
    if (price % PRICE_STEP_SATS !== 0)
      refuse('bad_price', `${whose} is ${price}, which is not a multiple of ${PRICE_STEP_SATS} sats`);
  }
  return prices;
}
