import type { Check } from '../check.ts';
import { EACH_OPERATION } from './each-operation.ts';
import { READS } from './reads.ts';
import { REFUSALS } from './refusals.ts';
import { SIGN_IN } from './sign-in.ts';
import { TRADES } from './trades.ts';

/** Every check, in the order in which they run. */
export const CHECKS: readonly Check[] = [...SIGN_IN, ...EACH_OPERATION, ...READS, ...REFUSALS, ...TRADES];
