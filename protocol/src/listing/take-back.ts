/**
 * Take-back: a seller takes a stranded inscription from its passthrough by key path, and the operator pays
 * the fee.
 *
 * The seller signs DEFAULT, so the signature is valid for this transaction only. The transfer's anchor change
 * pays the fee, at the transfer's fee rate; a bump (`bump.ts`) raises it. The listing determines the txid, so
 * a retry builds the same bytes.
 */

import { bip86Script, operatorScript, ordinalsAddressOf } from '../bitcoin/keys.ts';
import { type Layout, layout, networkFee, pay, row, spend } from '../layout/layout.ts';
import { checkRules, type Rule } from '../layout/rules.ts';
import { checkSatFlow } from '../layout/sat-flow.ts';
import type { ListingTerms, Operator, PsbtStep } from '../layout/terms.ts';
import { operatorLock } from '../locks/p2tr.ts';
import type { NetworkName } from '../network.ts';
import { psbtStep } from '../psbt/step.ts';
import { anchorChangeOf, TRANSFER_VSIZE, transferTxid } from './listing.ts';
import { passthroughKeyPath } from './passthrough.ts';

/** Size of a take-back, vB: two key path inputs and two taproot outputs, as in a transfer. */
export const TAKE_BACK_VSIZE = TRANSFER_VSIZE;

/**
 * Input 0 is the passthrough, input 1 the transfer's anchor change. Throws a `BrokenRule` when a rule of
 * take-backs is broken.
 */
export function takeBackLayout(terms: ListingTerms, keys: Operator): Layout {
  const passthrough = { txid: transferTxid(terms, keys), vout: 0, valueSats: terms.utxo.valueSats };
  const change = anchorChangeOf(terms, keys);
  const table = layout('take-back', [
    row(
      spend('passthrough', passthrough, passthroughKeyPath(terms.sellerKey, keys.market), {
        seller: 'DEFAULT',
      }),
      pay('inscription', passthrough.valueSats, bip86Script(terms.sellerKey)),
    ),
    row(
      spend('anchor change', change, operatorLock(keys), { operator: 'DEFAULT' }),
      pay('anchor back', change.valueSats - terms.transferFeeSats, operatorScript(keys)),
    ),
  ]);
  checkTakeBack(table, terms, keys);
  return table;
}

/** What the seller signs to take an inscription back. */
export function takeBackStep(terms: ListingTerms, keys: Operator, network: NetworkName): PsbtStep {
  return psbtStep(takeBackLayout(terms, keys), 'seller', 0, ordinalsAddressOf(terms.sellerKey, network));
}

interface TakeBack {
  readonly table: Layout;
  readonly terms: ListingTerms;
  readonly keys: Operator;
}

/** Rules of every take-back, besides the flow of its sats. */
export const TAKE_BACK_RULES: readonly Rule<TakeBack>[] = [
  {
    sentence: 'a take-back spends the passthrough and the anchor change of one transfer',
    broken: ({ table: { inputs }, terms, keys }) => {
      const txid = transferTxid(terms, keys);
      const seen = inputs.map(({ coin }) => `${coin.txid}:${coin.vout}`);
      return seen.join() === `${txid}:0,${txid}:1` ? null : `it spends ${seen.join(', ')}`;
    },
  },
  {
    sentence: 'the passthrough returns to its seller, in full',
    broken: ({ table: { outputs }, terms: { sellerKey, utxo } }) =>
      outputs[0]?.script === bip86Script(sellerKey) && outputs[0].valueSats === utxo.valueSats
        ? null
        : `output 0 takes ${outputs[0]?.valueSats} sats`,
  },
  {
    sentence: 'what the fee leaves of the anchor returns to the operator',
    broken: ({ table: { outputs }, keys }) =>
      outputs.length === 2 && outputs[1]!.script === operatorScript(keys)
        ? null
        : `${outputs.length} outputs, the last to ${outputs.at(-1)?.script}`,
  },
  {
    sentence: 'a take-back pays the fee of its transfer',
    broken: ({ table, terms: { transferFeeSats } }) =>
      networkFee(table) === transferFeeSats ? null : `${networkFee(table)} sats, not ${transferFeeSats}`,
  },
];

/** Throws a `BrokenRule` unless `table` returns the inscriptions of `terms`, each at its offset. */
export function checkTakeBack(table: Layout, terms: ListingTerms, keys: Operator): void {
  checkRules(TAKE_BACK_RULES, { table, terms, keys });
  checkSatFlow(
    table,
    terms.inscriptions.map(({ id, offset }) => ({ what: id, input: 0, offset, output: 0 })),
  );
}
