import { machine } from '../database/machine.ts';

/** Inscription offers and counters: `trading/offer/make.ts`. */
export const offerMachine = machine('offers', {
  /** waits for the other party */
  active: ['accepted', 'rejected', 'cancelled', 'expired', 'invalidated'],
  /**
   * its settlement was sent; `invalidated` when a conflicting spend of one of its coins is buried;
   * `cancelled` when a reorg takes a settlement that only its block told of
   */
  accepted: ['invalidated', 'cancelled'],
  /** a coin of it was spent elsewhere; back when that is undone in time, or a block has its settlement */
  invalidated: ['active', 'invalidated', 'accepted'],
  /** its owner declined */
  rejected: [],
  /** ended by a restore; a block has its settlement */
  cancelled: ['accepted'],
  /** its time is over; a block has its settlement all the same */
  expired: ['accepted'],
});

/** Settlements of offers and counters: `trading/offer/settle.ts`. */
export const offerSettlementMachine = machine('offerSettlements', {
  /** stored; the node may or may not have the transactions */
  broadcasting: ['pending', 'stalled', 'confirmed', 'failed'],
  /** in the mempool; broadcasting again when the mempool dropped it */
  pending: ['broadcasting', 'stalled', 'confirmed', 'failed'],
  /** not sent any more: no node or block took it; its coins are free for other offers; a block may have it */
  stalled: ['pending', 'confirmed', 'failed'],
  /** in a block; back when a reorg takes that block */
  confirmed: ['pending'],
  /** a conflicting spend of a coin is buried; back if a block has it after all */
  failed: ['pending'],
});
