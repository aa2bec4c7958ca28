import { doubtSetsAbove } from '../../store/collection-offer/collection-offers.ts';
import type { Flow } from '../context.ts';
import { endCollectionOffers, expireCollectionOffers } from './close.ts';
import {
  createCollectionOfferCheck,
  createLostCollectionOfferCheck,
  recheckCollectionOffers,
} from './lost-coins.ts';
import { createSetCheck } from './recheck-eligible-sets.ts';

/** Offers of each kind whose coins are checked on each poll. */
const OFFERS_PER_POLL = 100;
/** Sets that are computed again on each poll after a reorg. Each may have ten thousand members. */
const SETS_PER_POLL = 20;

export const collectionOfferFlow: Flow = {
  trades: ['collectionOffers'],
  expire: expireCollectionOffers,
  steps: (ctx) => {
    const reviewLost = createLostCollectionOfferCheck(ctx, OFFERS_PER_POLL);
    return [
      ['checking sets after a reorg', createSetCheck(ctx, SETS_PER_POLL)],
      ['checking the coins of collection offers', createCollectionOfferCheck(ctx, OFFERS_PER_POLL)],
      ['reviewing invalidated collection offers', (tip) => reviewLost(tip.height)],
    ];
  },
  recheck: recheckCollectionOffers,
  endOpen: endCollectionOffers,
  unconfirm: doubtSetsAbove,
};
