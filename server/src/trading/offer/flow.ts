import type { Flow } from '../context.ts';
import {
  createOfferCheck,
  endOffers,
  expireOffers,
  recheckOffers,
  reviewInvalidatedOffers,
} from './close.ts';
import { confirmSettlements, settleAccepted, unconfirmSettlements } from './settle.ts';

/** Active offers whose coins are checked on each poll. */
const OFFERS_PER_POLL = 100;

/** Inscription offers, and the settlements of offers and counters. */
export const offerFlow: Flow = {
  trades: ['offers', 'offerSettlements'],
  expire: expireOffers,
  settle: (ctx) => ['settling accepted offers', (tip) => settleAccepted(ctx, tip)],
  steps: (ctx) => [
    ['confirming accepted offers', (tip) => confirmSettlements(ctx, tip)],
    ['checking the coins of offers', createOfferCheck(ctx, OFFERS_PER_POLL)],
    ['reviewing invalidated offers', (tip) => reviewInvalidatedOffers(ctx, tip.height)],
  ],
  recheck: recheckOffers,
  endOpen: endOffers,
  unconfirm: unconfirmSettlements,
};
