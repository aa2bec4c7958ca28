import type { By } from '../../src/trading/operation/act.ts';

/** An act of the operator, for this reason. */
export const by = (reason: string, name = 'ada'): By => ({ actor: { name }, reason });

/** The least fee of a fill that the signers sign, 1/100 of a percent. */
export const signerLeast = (leastFillBps: number) => ({ feeBounds: { leastFillBps } });
