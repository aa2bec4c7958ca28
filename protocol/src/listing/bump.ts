import { P2TR_INPUT } from '../locks/p2tr.ts';
/**
 * A bump: a child transaction with which the operator raises the fee rate of a parent. The parent's fee was
 * fixed when a seller signed it; its last output is the operator's.
 */

import { operatorScript } from '../bitcoin/keys.ts';
import { feeFor, P2TR_OUTPUT, transactionWeight, vsize } from '../bitcoin/weights.ts';
import { type Layout, layout, layoutTxid, networkFee, pay, row, spend } from '../layout/layout.ts';
import { layoutSize } from '../layout/size.ts';
import type { Operator } from '../layout/terms.ts';
import { operatorLock } from '../locks/p2tr.ts';
import type { Utxo } from '../outpoint.ts';
import type { Sats } from '../sats.ts';

/** The operator coin that pays, and the fee of the child, sats. */
export interface Bump {
  readonly coin: Utxo;
  readonly feeSats: Sats;
}

/** vB of a bump: two operator coins into one. */
const BUMP_SIZE = vsize(transactionWeight(2, 1, 2 * P2TR_INPUT + P2TR_OUTPUT));

/**
 * The fee of a bump, sats, so that it and `parent` together pay `rate` sat/vB. 0 or less when the parent pays
 * it alone.
 */
export function bumpFee(parent: Layout, rate: number): Sats {
  const alone = feeFor(layoutSize(parent), rate) - networkFee(parent);
  return alone <= 0 ? alone : feeFor(layoutSize(parent) + BUMP_SIZE, rate) - networkFee(parent);
}

/**
 * Merges the last output of `parent` and one coin into one coin. Throws a RangeError when that would be dust.
 */
export function bumpLayout(parent: Layout, keys: Operator, { coin, feeSats }: Bump): Layout {
  const vout = parent.outputs.length - 1;
  const back = { txid: layoutTxid(parent), vout, valueSats: parent.outputs[vout]!.valueSats };
  return layout('bump', [
    row(
      spend(parent.outputs[vout]!.name, back, operatorLock(keys), { operator: 'DEFAULT' }),
      pay('change', back.valueSats + coin.valueSats - feeSats, operatorScript(keys)),
    ),
    row(spend('operator coin', coin, operatorLock(keys), { operator: 'DEFAULT' }), null),
  ]);
}
