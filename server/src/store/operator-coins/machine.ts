import { machine } from '../database/machine.ts';

/** Coins of the anchor key: `trading/operator-coins/anchors.ts`. Heights, not states, say whether one is in the chain or spent. */
export const anchorMachine = machine('anchors', {
  /** in the pool: anybody may reserve it */
  free: ['reserved', 'assigned'],
  /** for one profile and purpose, until a time. It may go to another profile meanwhile, which is no transition */
  reserved: ['free', 'assigned'],
  /** of what was signed with it (a listing, counter, purchase or recovery) or of a fan-out transaction; free again when a purchase or a recovery fails */
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
  /** for one seller and inscription, until a time. It may go to another seller meanwhile, which is no transition */
  reserved: ['free', 'assigned'],
  /** of a fill; free again when the fill fails */
  assigned: ['free'],
});
