/**
 * The flow of sats, first in first out, walked through the transactions of one trade. It shares no code with
 * the follower or the layouts, so that it does not repeat their mistakes.
 */
import type { RawTransaction } from '@ordbook/protocol/bitcoin/transaction';
import { type Outpoint, outpointText } from '@ordbook/protocol/outpoint';
import type { Sats } from '@ordbook/protocol/sats';

export interface SatPoint extends Outpoint {
  readonly offset: Sats;
}

/** A transaction whose inputs' values are known where the walk needs them. */
export type Walked = Pick<RawTransaction, 'txid' | 'inputs' | 'outputs'>;

/**
 * Where the sat goes in the transactions, in their order; where it already is when none spends it. `values`:
 * sats of coins by `txid:vout`. null: it became part of a fee, or a value is not known.
 */
export function walk(
  start: SatPoint,
  transactions: readonly Walked[],
  values: ReadonlyMap<string, Sats>,
): SatPoint | null {
  let at: SatPoint | null = start;
  for (const transaction of transactions) at &&= step(at, transaction, values);
  return at;
}

function step(at: SatPoint, { txid, inputs, outputs }: Walked, values: ReadonlyMap<string, Sats>) {
  const index = inputs.findIndex((input) => outpointText(input) === outpointText(at));
  if (index === -1) return at;
  let position = at.offset;
  for (const input of inputs.slice(0, index)) {
    const value = values.get(outpointText(input));
    if (value === undefined) return null;
    position += value;
  }
  for (const [vout, { valueSats }] of outputs.entries()) {
    if (position < valueSats) return { txid, vout, offset: position };
    position -= valueSats;
  }
  return null;
}
