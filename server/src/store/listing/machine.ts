import { machine } from '../database/machine.ts';

/** Listings: `trading/listing/list.ts`. */
export const listingMachine = machine('listings', {
  /** stored; its coin or anchor is not confirmed */
  pending_public: ['buyable', 'cancelled', 'expired', 'invalidated'],
  /** in the book; back to pending_public when a reorg takes the coin's block */
  buyable: ['pending_public', 'hidden_locked', 'cancelled', 'expired', 'invalidated'],
  /** a purchase of it is in flight; buyable again when that fails; may be cancelled once that stalls */
  hidden_locked: ['sold', 'buyable', 'invalidated', 'cancelled'],
  /**
   * the sale is in a block; back when a reorg takes it, or invalidated when it was listed again by then, or
   * cancelled when it had ended before its block was read
   */
  sold: ['hidden_locked', 'invalidated', 'cancelled'],
  /** a coin of it was spent elsewhere; back when that is undone; final once the spend has a height */
  invalidated: ['pending_public', 'invalidated', 'sold'],
  /** sold: a block has a purchase that had failed, had stalled, or was lost with a restore */
  cancelled: ['sold'],
  /** sold: as above */
  expired: ['sold'],
});
