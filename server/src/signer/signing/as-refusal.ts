import { BrokenRule } from '@ordbook/protocol/layout/rules';
import { Refusal } from '@ordbook/protocol/refusals';
import { SignerRefusal } from '../port.ts';

/** Whatever a layout or a rule has against a request is the signer's refusal: clients' mistakes were found before. */
export async function judged<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BrokenRule || error instanceof RangeError) throw new SignerRefusal(error.message);
    // A part that is away is no verdict: the caller may ask again.
    if (error instanceof Refusal && error.code !== 'unavailable') throw new SignerRefusal(error.message);
    throw error;
  }
}
