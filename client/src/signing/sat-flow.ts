/** The values of a transaction's inputs and outputs. */
interface Values {
  readonly inputs: readonly { readonly valueSats: number }[];
  readonly outputs: readonly { readonly valueSats: number }[];
}

/**
 * The index of the output that takes all sats of an input and no others; null when they are spread or share
 * an output. Sats flow first in, first out, and inscriptions move with them.
 */
export function outputFilledBy({ inputs, outputs }: Values, inputIndex: number): number | null {
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
