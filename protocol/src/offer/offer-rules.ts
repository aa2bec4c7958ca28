import { bip86Script, scriptOf } from '../bitcoin/keys.ts';
import { type Layout, layoutTxid, networkFee } from '../layout/layout.ts';
import { checkRules, EACH_COIN_ONCE, paid, type Rule } from '../layout/rules.ts';
import { checkSatFlow } from '../layout/sat-flow.ts';
import { payerLock } from '../locks/payer.ts';
import type { NetworkName } from '../network.ts';
import { outpointText } from '../outpoint.ts';
import type { OfferTerms, PayoutTerms } from './terms.ts';

interface Settlement {
  readonly table: Layout;
  readonly terms: OfferTerms;
  readonly network: NetworkName;
}

/** Rules of every settlement of an inscription offer, besides the flow of its sats. */
export const SETTLEMENT_RULES: readonly Rule<Settlement>[] = [
  {
    sentence: "a settlement spends the inscription's output first, and then exactly the buyer's payments",
    broken: ({ table: { inputs }, terms: { utxo, payments } }) => {
      const expected = [utxo, ...payments].map(outpointText);
      const seen = inputs.map(({ coin }) => outpointText(coin));
      return seen.join() === expected.join() ? null : `it spends ${seen.join(', ')}`;
    },
  },
  {
    sentence: "the inscription goes to the buyer's ordinals address, in an output of its own value",
    broken: ({ table: { outputs }, terms: { utxo, buyerOrdinalsAddress }, network }) =>
      paid(outputs[0], utxo.valueSats, scriptOf(buyerOrdinalsAddress, network)),
  },
  {
    sentence: 'the proceeds go to the address that holds the inscription',
    broken: ({ table: { inputs, outputs }, terms: { sellerProceedsSats } }) =>
      paid(outputs[1], sellerProceedsSats, inputs[0]!.lock.script),
  },
  {
    sentence: "after the proceeds come exactly the payouts listed in the terms, and the buyer's change",
    broken: ({ table: { outputs }, terms: { payouts, changeSats, payer }, network }) => {
      const expected = [
        ...payouts.map(({ address, valueSats }) => ({ script: scriptOf(address, network), valueSats })),
        ...(changeSats > 0 ? [{ script: payerLock(payer).script, valueSats: changeSats }] : []),
      ];
      const seen = outputs.slice(2);
      if (seen.length !== expected.length) return `${seen.length} outputs, not ${expected.length}`;
      return (
        expected
          .map(({ script, valueSats }, i) => paid(seen[i], valueSats, script))
          .find((fault) => fault !== null) ?? null
      );
    },
  },
  EACH_COIN_ONCE,
  {
    sentence: 'a settlement pays out no more than it spends',
    broken: ({ table }) => (networkFee(table) >= 0 ? null : `${-networkFee(table)} sats too much`),
  },
];

interface PayoutOf {
  readonly table: Layout;
  readonly settlement: Layout;
  readonly payout: PayoutTerms;
  readonly network: NetworkName;
}

/** Rules of every payout. */
export const PAYOUT_RULES: readonly Rule<PayoutOf>[] = [
  {
    sentence: "a payout spends the settlement's proceeds and nothing else",
    broken: ({ table: { inputs }, settlement, payout: { sellerKey } }) => {
      const spent = `${layoutTxid(settlement)}:1`;
      const isProceeds =
        inputs.length === 1 &&
        outpointText(inputs[0]!.coin) === spent &&
        settlement.outputs[1]!.script === bip86Script(sellerKey);
      return isProceeds ? null : `it spends ${inputs.map(({ coin }) => outpointText(coin)).join(', ')}`;
    },
  },
  {
    sentence: "a payout pays everything but the network fee to the seller's payment address",
    broken: ({ table: { inputs, outputs }, payout: { sellerPaymentAddress, feeSats }, network }) =>
      outputs.length === 1
        ? paid(outputs[0], inputs[0]!.coin.valueSats - feeSats, scriptOf(sellerPaymentAddress, network))
        : `${outputs.length} outputs`,
  },
];

/**
 * Throws a `BrokenRule` unless `table` settles the offer of `terms` and every inscription keeps its offset.
 */
export function checkSettlement(table: Layout, terms: OfferTerms, network: NetworkName): void {
  checkRules(SETTLEMENT_RULES, { table, terms, network });
  checkSatFlow(
    table,
    terms.inscriptions.map(({ id, offset }) => ({ what: id, input: 0, offset, output: 0 })),
  );
}

/** Throws a `BrokenRule` unless `table` pays out `settlement`. */
export function checkPayout(
  table: Layout,
  settlement: Layout,
  payout: PayoutTerms,
  network: NetworkName,
): void {
  checkRules(PAYOUT_RULES, { table, settlement, payout, network });
}
