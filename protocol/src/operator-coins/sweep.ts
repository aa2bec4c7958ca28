import { admissionLock, type Tier } from '../collection-offer/admission.ts';
import { type Layout, layout, pay, rows, spend } from '../layout/layout.ts';
import { operatorLock } from '../locks/p2tr.ts';
import type { Utxo } from '../outpoint.ts';
import type { Sats } from '../sats.ts';
import { sumSats } from '../sats.ts';

/** Operator coins of one kind, which go to one output. */
export interface SweepRequest {
  readonly coins: readonly Utxo[];
  /** Of the output, hex. */
  readonly toScript: string;
  readonly feeSats: Sats;
  /** Whose coins these are: of the anchor key, or admission coins of one tier. */
  readonly of:
    | { readonly anchor: string }
    | { readonly gate: string; readonly tier: Pick<Tier, 'number' | 'lockBlocks'> };
}

/**
 * Sends all coins to one output, without change. An admission coin can be spent once its lock has expired.
 * Throws a RangeError when the coins do not cover the fee and the dust limit.
 */
export function sweepLayout({ coins, toScript, feeSats, of }: SweepRequest): Layout {
  const valueSats = sumSats(coins.map((coin) => coin.valueSats)) - feeSats;
  const inputs = coins.map((coin, i) =>
    'anchor' in of
      ? spend(`operator coin ${i + 1}`, coin, operatorLock(of), { operator: 'DEFAULT' })
      : spend(
          `admission coin ${i + 1}`,
          coin,
          admissionLock(of.tier, of.gate),
          { gate: 'DEFAULT' },
          of.tier.lockBlocks,
        ),
  );
  return layout('sweep', rows(inputs, [pay('swept', Math.max(valueSats, 0), toScript)]));
}
