/** Where a sat goes in a transaction: first in, first out. Shared by all that follow inscriptions. */
import type { Outpoint } from '../outpoint.ts';
import type { Sats } from '../sats.ts';
import type { Envelope } from './envelope.ts';

/** The part of a transaction's outputs that a walk needs. */
export interface Paying {
  readonly txid: string;
  readonly outputs: readonly { readonly valueSats: number }[];
}

/** A sat: an output, and the number of sats before it there. */
export interface Satpoint extends Outpoint {
  readonly offset: number;
}

/** A sat, and the value of the output that it is in. */
export interface Place extends Satpoint {
  readonly valueSats: Sats;
}

/** Where the sat at `position` of the inputs arrives; null: it goes to the fee. */
export function arrival({ txid, outputs }: Paying, position: number): Place | null {
  let before = 0;
  for (const [vout, { valueSats }] of outputs.entries()) {
    if (position < before + valueSats) return { txid, vout, offset: position - before, valueSats };
    before += valueSats;
  }
  return null;
}

/**
 * The first place of an inscription, by the rules of `ord` 0.29: the sat of its pointer, or the first of its
 * input. `inputs`: values up to and with that of the envelope. `unbound`: it is on no sat; null: it goes to
 * the fee.
 */
export function revealedAt(
  reveal: Paying,
  envelope: Envelope,
  inputs: readonly number[],
): Place | 'unbound' | null {
  if (envelope.hasUnknownEvenField || inputs.at(-1) === 0) return 'unbound';
  const { pointer } = envelope;
  const isPointed = pointer !== null && pointer < sum(reveal.outputs.map(({ valueSats }) => valueSats));
  return arrival(reveal, isPointed ? pointer : sum(inputs.slice(0, -1)));
}

/** Values that nobody has checked may have a sum above all bitcoins: `sumSats` would throw. */
export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
