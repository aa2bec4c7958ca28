import type { Psbt } from './psbt.ts';

/**
 * Which output takes the sats of an input, all of them and nothing else: its index, or null when they are spread, or share an
 * output. Sats flow first in, first out: by them an inscription finds its place.
 */
export function outputFilledBy({ inputs, outputs }: Psbt, inputIndex: number): number | null {
  const start = sumOf(inputs.slice(0, inputIndex));
  let position = 0;
  for (const [index, { valueSats }] of outputs.entries()) {
    if (position === start) return valueSats === inputs[inputIndex]?.valueSats ? index : null;
    if (position > start) return null;
    position += valueSats;
  }
  return null;
}

export function sumOf(coins: readonly { readonly valueSats: number }[]): number {
  return coins.reduce((total, { valueSats }) => total + valueSats, 0);
}
