import { BrokenRule } from '@ordbook/protocol/layout/rules';
import { Refusal } from '@ordbook/protocol/refusals';
import { SignerRefusal } from '../port.ts';
import { SPENDABLE } from './fill-rules.ts';

/**
 * Runs `work` and turns errors of layouts and rules into a `SignerRefusal`: mistakes of clients were found
 * earlier. `Refusal('unavailable')` passes through, because the caller may retry.
 */
export async function withSignerRefusals<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BrokenRule)
      throw new SignerRefusal(error.message, error.rule === SPENDABLE ? 'spent' : 'rule');
    if (error instanceof RangeError) throw new SignerRefusal(error.message);
    // an unreachable part is not a verdict: the caller may retry
    if (error instanceof Refusal && error.code !== 'unavailable') throw new SignerRefusal(error.message);
    throw error;
  }
}
