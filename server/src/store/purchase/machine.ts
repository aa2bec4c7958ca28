import { machine } from '../database/machine.ts';

/** Purchases: `trading/purchase/buy.ts`. */
export const purchaseMachine = machine('purchases', {
  /** stored; the node may or may not have the package */
  broadcasting: ['pending', 'stalled', 'confirmed', 'failed'],
  /** in the mempool; back when the mempool dropped it */
  pending: ['broadcasting', 'stalled', 'confirmed', 'failed'],
  /**
   * no block took it for long: not sent any more; the operator spends its anchor to end it, and its listings
   * may be delisted; a block may still have it
   */
  stalled: ['confirmed', 'failed'],
  /** in a block; back when a reorg takes that block */
  confirmed: ['pending'],
  /** a conflicting spend of an input is buried; back if a block has the purchase after all */
  failed: ['pending'],
});
