import { machine } from '../database/machine.ts';

/** Purchases: `trading/purchase/buy.ts`. */
export const purchaseMachine = machine('purchases', {
  /** stored; the node may or may not have the package */
  broadcasting: ['pending', 'stalled', 'confirmed', 'failed'],
  /** in the mempool; broadcasting again when the mempool dropped it */
  pending: ['broadcasting', 'stalled', 'confirmed', 'failed'],
  /** not sent any more: no block took it; the operator spends its anchor, its listings may be delisted */
  stalled: ['confirmed', 'failed'],
  /** in a block; back when a reorg takes that block */
  confirmed: ['pending'],
  /** a conflicting spend of an input is buried; back if a block has the purchase after all */
  failed: ['pending'],
});
