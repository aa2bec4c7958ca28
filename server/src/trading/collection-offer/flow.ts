import {
  doubtSetsAbove,
  fundingCoins,
  offerOutputs,
} from '../../store/collection-offer/collection-offers.ts';
import type { Flow } from '../context.ts';
import {
  createCollectionOfferCheck,
  expireCollectionOffers,
  recheckCollectionOffers,
  settleInvalidatedCollectionOffers,
} from './close.ts';
import { settleDoubtfulSets } from './recheck-eligible-sets.ts';

/** Active offers whose coins are asked for at each poll. */
const OFFERS_PER_POLL = 100;

export const collectionOfferFlow: Flow = {
  trades: ['collectionOffers'],
  coins: [fundingCoins, offerOutputs],
  steps: (ctx) => [
    ['checking sets after a reorg', (tip) => settleDoubtfulSets(ctx, tip)],
    ['checking the coins of collection offers', createCollectionOfferCheck(ctx, OFFERS_PER_POLL)],
    ['settling invalidated collection offers', (tip) => settleInvalidatedCollectionOffers(ctx, tip.height)],
    ['expiring collection offers', () => expireCollectionOffers(ctx)],
  ],
  recheck: recheckCollectionOffers,
  unconfirm: doubtSetsAbove,
};
