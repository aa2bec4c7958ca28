import { doubtSetsAbove } from '../../store/collection-offer/collection-offers.ts';
import type { Flow } from '../context.ts';
import {
  createCollectionOfferCheck,
  endCollectionOffers,
  expireCollectionOffers,
  recheckCollectionOffers,
  reviewInvalidatedCollectionOffers,
} from './close.ts';
import { recheckEligibleSets } from './recheck-eligible-sets.ts';

/** Active offers whose coins are checked on each poll. */
const OFFERS_PER_POLL = 100;

export const collectionOfferFlow: Flow = {
  trades: ['collectionOffers'],
  expire: expireCollectionOffers,
  steps: (ctx) => [
    ['checking sets after a reorg', (tip) => recheckEligibleSets(ctx, tip)],
    ['checking the coins of collection offers', createCollectionOfferCheck(ctx, OFFERS_PER_POLL)],
    ['reviewing invalidated collection offers', (tip) => reviewInvalidatedCollectionOffers(ctx, tip.height)],
  ],
  recheck: recheckCollectionOffers,
  endOpen: endCollectionOffers,
  unconfirm: doubtSetsAbove,
};
