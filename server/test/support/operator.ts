import type { By } from '../../src/trading/operation/act.ts';

/** An act of the operator, for this reason. */
export const by = (reason: string, name = 'ada'): By => ({ actor: { name }, reason });
