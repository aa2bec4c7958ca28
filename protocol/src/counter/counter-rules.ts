import { bip86Script, operatorScript, scriptOf } from '../bitcoin/keys.ts';
import { type Layout, networkFee } from '../layout/layout.ts';
import { checkRules, EACH_COIN_ONCE, paid, type Rule } from '../layout/rules.ts';
import { checkSatFlow } from '../layout/sat-flow.ts';
import type { Operator } from '../layout/terms.ts';
import { transferTxid } from '../listing/listing.ts';
import type { NetworkName } from '../network.ts';
import { outpointText, type Utxo } from '../outpoint.ts';
import { namingOutput } from './naming-output.ts';
import type { CounterFunding, CounterTerms } from './terms.ts';

interface Counter {
  readonly table: Layout;
  readonly terms: CounterTerms;
  readonly keys: Operator;
  readonly network: NetworkName;
  readonly funding: CounterFunding | null;
}

/** Counters with the same buyer, price and postage differ only in this output. */
const NAMES_ITS_PASSTHROUGH: Rule<Pick<Counter, 'table' | 'terms' | 'keys'>> = {
  sentence: 'the last output names the passthrough and holds 0 sats',
  broken: ({ table: { outputs }, terms: { transfer }, keys }) => {
    const { valueSats, script } = namingOutput(transferTxid(transfer, keys));
    return paid(outputs.at(-1), valueSats, script);
  },
};

/** Rules of every settlement of a counter, besides the flow of its sats. */
export const COUNTER_RULES: readonly Rule<Counter>[] = [
  {
    sentence: "a counter spends its passthrough, and then the buyer's funding and nothing else",
    broken: ({ table: { inputs }, terms: { transfer }, keys, funding }) => {
      const expected = [
        `${transferTxid(transfer, keys)}:0`,
        ...(funding ? [outpointText(funding.coin)] : []),
      ];
      const seen = inputs.map(({ coin }) => outpointText(coin));
      return seen.join() === expected.join() ? null : `it spends ${seen.join(', ')}`;
    },
  },
  {
    sentence: "the inscription goes to the buyer's ordinals address, in an output of its own value",
    broken: ({ table: { outputs }, terms: { transfer, buyerOrdinalsAddress }, network }) =>
      paid(outputs[0], transfer.utxo.valueSats, scriptOf(buyerOrdinalsAddress, network)),
  },
  {
    sentence: "the seller's payment address gets the proceeds",
    broken: ({ table: { outputs }, terms: { transfer }, network }) =>
      paid(outputs[1], transfer.sellerProceedsSats, scriptOf(transfer.sellerPaymentAddress, network)),
  },
  {
    sentence: 'after the seller output come exactly the payouts listed in the terms',
    broken: ({ table: { outputs }, terms: { payouts }, network }) => {
      const seen = outputs.slice(2, -1);
      if (seen.length !== payouts.length) return `${seen.length} outputs, not ${payouts.length}`;
      return (
        payouts
          .map(({ address, valueSats }, i) => paid(seen[i], valueSats, scriptOf(address, network)))
          .find((fault) => fault !== null) ?? null
      );
    },
  },
  NAMES_ITS_PASSTHROUGH,
  {
    sentence: 'a funded counter pays out no more than it spends',
    broken: ({ table, funding }) =>
      funding && networkFee(table) < 0 ? `${-networkFee(table)} sats too much` : null,
  },
];

interface CounterRecovery {
  readonly table: Layout;
  readonly terms: CounterTerms;
  readonly keys: Operator;
  readonly feeCoins: readonly Utxo[];
}

/** Rules of every recovery of a counter. */
export const COUNTER_RECOVERY_RULES: readonly Rule<CounterRecovery>[] = [
  {
    sentence: 'the passthrough returns to its seller, in full, in the only output of value',
    broken: ({ table: { outputs }, terms: { transfer } }) =>
      outputs.length === 2
        ? paid(outputs[0], transfer.utxo.valueSats, bip86Script(transfer.sellerKey))
        : `${outputs.length} outputs`,
  },
  {
    sentence: 'after the passthrough only operator coins are spent',
    broken: ({ table: { inputs }, keys }) =>
      inputs.slice(1).find(({ lock }) => lock.script !== operatorScript(keys))?.name ?? null,
  },
  NAMES_ITS_PASSTHROUGH,
  EACH_COIN_ONCE,
];

/**
 * Throws a `BrokenRule` unless `table` settles the counter of `terms` and every inscription keeps its offset.
 */
export function checkCounter(
  table: Layout,
  terms: CounterTerms,
  keys: Operator,
  network: NetworkName,
  funding: CounterFunding | null,
): void {
  checkRules(COUNTER_RULES, { table, terms, keys, network, funding });
  checkFlow(table, terms);
}

/** Throws a `BrokenRule` unless `table` recovers the passthrough of `terms`. */
export function checkCounterRecovery(
  table: Layout,
  terms: CounterTerms,
  keys: Operator,
  feeCoins: readonly Utxo[],
): void {
  checkRules(COUNTER_RECOVERY_RULES, { table, terms, keys, feeCoins });
  checkFlow(table, terms);
}

function checkFlow(table: Layout, { transfer }: CounterTerms): void {
  checkSatFlow(
    table,
    transfer.inscriptions.map(({ id, offset }) => ({ what: id, input: 0, offset, output: 0 })),
  );
}
