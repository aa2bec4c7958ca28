import type { Flow } from '../context.ts';
import { createLostListingCheck, endListings, expireListings, recheckListings } from './delist.ts';
import { createPublisher } from './publish.ts';
import { recoverListings } from './recover.ts';

/** Listings of each kind whose coins are checked on each poll. */
const LISTINGS_PER_POLL = 200;

export const listingFlow: Flow = {
  trades: ['listings'],
  expire: expireListings,
  steps: (ctx) => {
    const reviewLost = createLostListingCheck(ctx, LISTINGS_PER_POLL);
    return [
      ['reviewing invalidated listings', (tip) => reviewLost(tip.height)],
      // Again, before publishing: a listing that becomes live again after it expired must never be buyable.
      ['expiring listings', () => expireListings(ctx)],
      ['publishing listings', createPublisher(ctx, LISTINGS_PER_POLL)],
      ['recovering passthroughs', (tip) => recoverListings(ctx, tip.height)],
    ];
  },
  recheck: recheckListings,
  endOpen: endListings,
};
