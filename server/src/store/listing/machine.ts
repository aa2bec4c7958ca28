import { machine } from '../database/machine.ts';

/** Listings: `trading/listing/list.ts`. */
export const listingMachine = machine('listings', {
  /** stored; its coin or anchor is not confirmed */
  pending_public: ['buyable', 'cancelled', 'expired', 'invalidated'],
  /** in the book; back to pending_public when a reorg takes the coin's block */
  buyable: ['pending_public', 'hidden_locked', 'cancelled', 'expired', 'invalidated'],
  /** a purchase of it is in flight; buyable again when that fails. One that an accepted offer or fill overtakes is shown so too */
  hidden_locked: ['sold', 'buyable', 'invalidated'],
  /** the sale is in a block; back when a reorg takes that block, or invalidated when it was listed anew by then */
  sold: ['hidden_locked', 'invalidated'],
  /** a coin of it went elsewhere; back when that is undone; stays when the foreign spend gets a height or is buried */
  invalidated: ['pending_public', 'invalidated', 'sold'],
  cancelled: [],
  expired: [],
});
