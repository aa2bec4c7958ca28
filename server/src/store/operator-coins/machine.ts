import { machine } from '../database/machine.ts';

/**
 * Coins of the anchor key: `trading/operator-coins/anchors.ts`. Whether a coin is in the chain or spent
 * follows from its heights, not from its state.
 */
export const anchorMachine = machine('anchors', {
  /** a block has it, and the index has not said yet what is on it: not used */
  unread: ['free', 'unsafe'],
  /** in the pool: any profile may reserve it */
  free: ['reserved', 'assigned'],
  /** for one profile and purpose, until a time; it may pass to another profile without a transition */
  reserved: ['free', 'assigned'],
  /** to what was signed with it, or to a fan-out transaction; free again when a purchase or recovery fails */
  assigned: ['free', 'retired'],
  /** of a closed trade, or of a fan-out transaction that can never be valid: the pool must spend it */
  retired: ['assigned'],
  /** holds an inscription or a rune: never used */
  unsafe: [],
});

/** Admission coins: `trading/operator-coins/pools.ts`. */
export const admissionMachine = machine('admissions', {
  /** in its tier: any seller may reserve it */
  free: ['reserved'],
  /** for one seller and inscription, until a time; it may pass to another seller without a transition */
  reserved: ['free', 'assigned'],
  /** of a fill; free again when the fill fails */
  assigned: ['free'],
});
