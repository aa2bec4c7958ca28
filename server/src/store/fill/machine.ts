import { machine } from '../database/machine.ts';

/** Fills: `trading/fill/settle.ts`. */
export const fillAttemptMachine = machine('fillAttempts', {
  /** the seller's signature is stored; the three signers are asked */
  seller_signed: ['pending', 'failed'],
  /** the package is stored; the node may or may not have it */
  pending: ['broadcast', 'failed'],
  /** in the mempool, or sent again until it is */
  broadcast: ['accepted', 'failed'],
  /** in a block; back when a reorg takes that block */
  accepted: ['broadcast'],
  /** with its reason */
  failed: [],
});
