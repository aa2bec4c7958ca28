import { operatorScript, scriptOf } from '../bitcoin/keys.ts';
import { dustLimit } from '../bitcoin/weights.ts';
import { type Layout, networkFee } from '../layout/layout.ts';
import { checkRules, EACH_COIN_ONCE, paid, type Rule } from '../layout/rules.ts';
import { checkSatFlow } from '../layout/sat-flow.ts';
import type { Operator, SaleTerms } from '../layout/terms.ts';
import { passthroughLock } from '../listing/passthrough.ts';
import { payerLock } from '../locks/payer.ts';
import type { NetworkName } from '../network.ts';
import { outpointText } from '../outpoint.ts';
import { sumSats } from '../sats.ts';

interface Sale {
  readonly table: Layout;
  readonly terms: SaleTerms;
  readonly keys: Operator;
  readonly network: NetworkName;
}

/** Rules of every sale (TX2), besides the flow of its sats. */
export const SALE_RULES: readonly Rule<Sale>[] = [
  {
    sentence: 'inputs and outputs of a listing are at the indexes that the seller signed',
    broken: ({ table: { inputs, outputs }, terms: { listings }, keys, network }) => {
      for (const [i, { sellerKey, sellerPaymentAddress, sellerProceedsSats }] of listings.entries()) {
        const at = listings.length + 1 + i;
        const input = inputs[at];
        const transferTxid = inputs[i]?.coin.txid;
        if (
          input?.lock.script !== passthroughLock(sellerKey, keys.market).script ||
          input.coin.txid !== transferTxid
        ) {
          return `input ${at} is ${input?.name}, not the passthrough of listing ${i + 1}`;
        }
        const fault = paid(outputs[at], sellerProceedsSats, scriptOf(sellerPaymentAddress, network));
        if (fault) return `output ${at}: ${fault}`;
      }
      return null;
    },
  },
  {
    sentence: "an inscription's output pays the value of its passthrough to the buyer's ordinals address",
    broken: ({ table: { inputs, outputs }, terms: { listings, buyerOrdinalsAddress }, network }) => {
      const script = scriptOf(buyerOrdinalsAddress, network);
      for (const i of listings.keys()) {
        const fault = paid(outputs[1 + i], inputs[listings.length + 1 + i]!.coin.valueSats, script);
        if (fault) return `output ${1 + i}: ${fault}`;
      }
      return null;
    },
  },
  {
    sentence: 'the anchors return to the operator in full',
    broken: ({ table: { inputs, outputs }, terms: { listings }, keys }) => {
      const spent = inputs.slice(0, listings.length + 1).map(({ coin }) => coin.valueSats);
      return paid(outputs[0], sumSats(spent), operatorScript(keys));
    },
  },
  {
    sentence: 'after the seller outputs come exactly the payouts, new anchors and change listed in the terms',
    broken: ({ table: { outputs }, terms, keys, network }) => {
      const expected = [
        ...terms.payouts.map(({ address, valueSats }) => ({ script: scriptOf(address, network), valueSats })),
        ...Array.from({ length: terms.freshAnchors.count }, () => ({
          script: operatorScript(keys),
          valueSats: terms.freshAnchors.valueSats,
        })),
        ...(terms.changeSats > 0
          ? [{ script: payerLock(terms.payer).script, valueSats: terms.changeSats }]
          : []),
      ];
      const first = 2 * terms.listings.length + 1;
      const seen = outputs.slice(first);
      if (seen.length !== expected.length) return `${seen.length} outputs, not ${expected.length}`;
      const faults = expected.map(({ script, valueSats }, i) => paid(seen[i], valueSats, script));
      const wrong = faults.findIndex((fault) => fault !== null);
      return wrong === -1 ? null : `output ${first + wrong}: ${faults[wrong]}`;
    },
  },
  {
    sentence: "after the passthroughs come exactly the buyer's payments",
    broken: ({ table: { inputs }, terms: { listings, payments, payer } }) => {
      const { script } = payerLock(payer);
      const seen = inputs.slice(2 * listings.length + 1);
      const wrong = seen.find(
        ({ coin, lock }, i) =>
          lock.script !== script || !payments[i] || outpointText(coin) !== outpointText(payments[i]),
      );
      if (wrong) return `${wrong.name} spends ${outpointText(wrong.coin)}`;
      return seen.length === payments.length ? null : `${seen.length} payments, not ${payments.length}`;
    },
  },
  {
    sentence: 'no output is below the dust limit of its script',
    broken: ({ table: { outputs } }) => {
      const dust = outputs.find(({ script, valueSats }) => valueSats < dustLimit(script));
      return dust ? `${dust.valueSats} sats to ${dust.script}` : null;
    },
  },
  EACH_COIN_ONCE,
  {
    sentence: 'a sale pays out no more than it spends',
    broken: ({ table }) => (networkFee(table) >= 0 ? null : `${-networkFee(table)} sats too much`),
  },
];

/**
 * Throws a `BrokenRule` unless `table` is the sale of `terms`, keeps every rule and every inscription's
 * offset.
 */
export function checkSale(table: Layout, terms: SaleTerms, keys: Operator, network: NetworkName): void {
  checkRules(SALE_RULES, { table, terms, keys, network });
  const n = terms.listings.length;
  checkSatFlow(
    table,
    terms.listings.flatMap(({ inscriptions }, i) =>
      inscriptions.map(({ id, offset }) => ({ what: id, input: n + 1 + i, offset, output: 1 + i })),
    ),
  );
}
