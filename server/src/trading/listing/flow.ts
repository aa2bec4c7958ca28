import type { Flow } from '../context.ts';
import { endListings, expireListings, recheckListings, reviewInvalidatedListings } from './delist.ts';
import { publishListings } from './publish.ts';
import { recoverListings } from './recover.ts';

export const listingFlow: Flow = {
  trades: ['listings'],
  expire: expireListings,
  steps: (ctx) => [
    ['reviewing invalidated listings', (tip) => reviewInvalidatedListings(ctx, tip.height)],
    // Again, before publishing: a listing that becomes live again after it expired must never be buyable.
    ['expiring listings', () => expireListings(ctx)],
    ['publishing listings', () => publishListings(ctx)],
    ['recovering passthroughs', (tip) => recoverListings(ctx, tip.height)],
  ],
  recheck: recheckListings,
  endOpen: endListings,
};
