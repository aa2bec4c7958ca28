import { machine } from '../database/machine.ts';

/** Fills: `trading/fill/settle.ts`. */
export const fillAttemptMachine = machine('fillAttempts', {
  /** the seller's signature is stored; the three signers are asked */
  seller_signed: ['pending', 'failed'],
  /** the package is stored, and nobody else has it */
  pending: ['sending', 'failed'],
  /** handed to the node, which may or may not have it */
  sending: ['broadcast', 'displaced', 'failed'],
  /** was in the mempool; sent again until a block has it or another spend */
  broadcast: ['accepted', 'displaced', 'failed'],
  /** another spend replaced it, or no node or block took it; the offer is free, a block may still have it */
  displaced: ['broadcast', 'accepted', 'failed'],
  /** in a block; back when a reorg takes that block */
  accepted: ['broadcast'],
  /** with its reason; back if a block has it after all */
  failed: ['displaced'],
});
