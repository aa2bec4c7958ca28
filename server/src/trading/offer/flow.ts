import type { Flow } from '../context.ts';
import { endOffers, expireOffers } from './close.ts';
import { createLostOfferCheck, createOfferCheck, recheckOffers } from './lost-coins.ts';
import { confirmSettlements, settleAccepted, unconfirmSettlements } from './settle.ts';

/** Offers of each kind whose coins are checked on each poll. */
const OFFERS_PER_POLL = 100;

/** Inscription offers, and the settlements of offers and counters. */
export const offerFlow: Flow = {
  trades: ['offers', 'offerSettlements'],
  expire: expireOffers,
  settle: (ctx) => ['settling accepted offers', (tip) => settleAccepted(ctx, tip)],
  steps: (ctx) => {
    const reviewLost = createLostOfferCheck(ctx, OFFERS_PER_POLL);
    return [
      ['confirming accepted offers', (tip) => confirmSettlements(ctx, tip)],
      ['checking the coins of offers', createOfferCheck(ctx, OFFERS_PER_POLL)],
      ['reviewing invalidated offers', (tip) => reviewLost(tip.height)],
    ];
  },
  recheck: recheckOffers,
  endOpen: endOffers,
  unconfirm: unconfirmSettlements,
};
