import { operatorScript } from '../bitcoin/keys.ts';
import { type Layout, networkFee } from '../layout/layout.ts';
import { checkRules, type Rule } from '../layout/rules.ts';
import { checkSatFlow } from '../layout/sat-flow.ts';
import type { ListingTerms, Operator } from '../layout/terms.ts';
import { sameOutpoint } from '../outpoint.ts';
import { passthroughLock } from './passthrough.ts';

interface Transfer {
  readonly table: Layout;
  readonly terms: ListingTerms;
  readonly passthroughScript: string;
  readonly operatorScript: string;
}

/** Rules of every transfer (TX1), besides the flow of its sats. */
export const TRANSFER_RULES: readonly Rule<Transfer>[] = [
  {
    sentence: "a transfer spends the inscription's output and one anchor",
    broken: ({ table: { inputs }, terms: { utxo, anchor } }) =>
      inputs.length === 2 && sameOutpoint(inputs[0]!.coin, utxo) && sameOutpoint(inputs[1]!.coin, anchor)
        ? null
        : `it spends ${inputs.map(({ name }) => name).join(', ')}`,
  },
  {
    sentence: 'a transfer pays the passthrough the value of the inscription output',
    broken: ({ table: { outputs }, terms: { utxo }, passthroughScript }) =>
      outputs[0]?.script === passthroughScript && outputs[0].valueSats === utxo.valueSats
        ? null
        : `${outputs[0]?.name} takes ${outputs[0]?.valueSats} of ${utxo.valueSats} sats`,
  },
  {
    sentence: 'the anchor returns to the operator except for the fee',
    broken: ({ table: { outputs }, operatorScript }) =>
      outputs.length === 2 && outputs[1]!.script === operatorScript
        ? null
        : `${outputs.length} outputs, the second to ${outputs[1]?.name}`,
  },
  {
    sentence: 'a transfer pays the fee of its terms',
    broken: ({ table, terms: { transferFeeSats } }) =>
      networkFee(table) === transferFeeSats ? null : `${networkFee(table)} sats, not ${transferFeeSats}`,
  },
];

/**
 * Throws a `BrokenRule` unless `table` is a transfer of `terms` that keeps every rule and every inscription's
 * offset.
 */
export function checkTransfer(table: Layout, terms: ListingTerms, keys: Operator): void {
  checkRules(TRANSFER_RULES, {
    table,
    terms,
    passthroughScript: passthroughLock(terms.sellerKey, keys.market).script,
    operatorScript: operatorScript(keys),
  });
  checkSatFlow(
    table,
    terms.inscriptions.map(({ id, offset }) => ({ what: id, input: 0, offset, output: 0 })),
  );
}
