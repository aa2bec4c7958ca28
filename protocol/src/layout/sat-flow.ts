import type { Sats } from '../sats.ts';
import type { Layout } from './layout.ts';
import { BrokenRule } from './rules.ts';

/** A sat of an output: the output's index, and the number of its sats before this one. */
export interface SatPlace {
  readonly output: number;
  readonly offset: Sats;
}

/**
 * Where the sat at `at` goes. Sats of the inputs fill the outputs in order (first in, first out); the rest
 * goes to the miner. Source: ordinal theory, https://docs.ordinals.com. Throws a RangeError when `at` is not
 * inside an input.
 */
export function satFlow(
  inputs: readonly { readonly valueSats: Sats }[],
  outputs: readonly { readonly valueSats: Sats }[],
  at: { readonly input: number; readonly offset: Sats },
): SatPlace | 'fee' {
  const value = inputs[at.input]?.valueSats;
  if (value === undefined || at.offset < 0 || at.offset >= value) {
    throw new RangeError(`no sat ${at.offset} in input ${at.input} of ${value ?? 'nothing'}`);
  }
  let left = at.offset;
  for (const input of inputs.slice(0, at.input)) left += input.valueSats;
  for (const [output, { valueSats }] of outputs.entries()) {
    if (left < valueSats) return { output, offset: left };
    left -= valueSats;
  }
  return 'fee';
}

/** An inscription that a transaction moves, and the output where it must keep its offset. */
export interface ExpectedFlow {
  readonly what: string;
  readonly input: number;
  readonly offset: Sats;
  readonly output: number;
}

/** Throws a `BrokenRule` unless every inscription lands in its output at its old offset. */
export function checkSatFlow(table: Layout, expectations: readonly ExpectedFlow[]): void {
  const coins = table.inputs.map(({ coin }) => coin);
  for (const { what, input, offset, output } of expectations) {
    const landed = satFlow(coins, table.outputs, { input, offset });
    if (landed === 'fee' || landed.output !== output || landed.offset !== offset) {
      const seen = landed === 'fee' ? 'the fee' : `sat ${landed.offset} of output ${landed.output}`;
      throw new BrokenRule(
        'an inscription keeps its offset in the output meant for it',
        `${what} goes to ${seen}, not to sat ${offset} of output ${output}`,
      );
    }
  }
}
