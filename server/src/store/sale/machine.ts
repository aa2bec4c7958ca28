import { machine } from '../database/machine.ts';

/** Sales, which only `write-sales.ts` changes: `trading/purchase/buy.ts`. */
export const saleMachine = machine('sales', {
  /** its transaction is on its way; not shown */
  pending: ['confirmed', 'failed'],
  /** in a block; back when a reorg takes that block */
  confirmed: ['pending'],
  /** a conflicting spend is buried; back if a block has its transaction after all */
  failed: ['pending'],
});
