/**
 * Recovery: passthroughs go back to their sellers. The seller signs SINGLE|ANYONECANPAY over the leaf of each, when listing, so
 * that any subset of a batch can be recovered, in any order, with the operator's coins for the fee.
 */
import type { Utxo } from '../base/outpoint.ts';
import { type Sats, sumSats } from '../base/sats.ts';
import type { NetworkName } from '../base/settings.ts';
import { bip86Script, operatorScript, ordinalsAddressOf } from './keys.ts';
import { type Layout, layout, networkFee, pay, row, rows, spend } from './layout.ts';
import { transferTxid } from './listing.ts';
import { p2wpkhLock } from './lock.ts';
import { passthroughLock } from './passthrough.ts';
import { psbtStep } from './psbt-step.ts';
import { EACH_COIN_ONCE, hold, type Rule } from './rules.ts';
import { checkSatFlow } from './sat-flow.ts';
import type { ListingTerms, OperatorKeys, PsbtStep } from './terms.ts';
import { dustLimit, feeFor, INPUT_WEIGHTS, P2WPKH_OUTPUT, transactionWeight, vsize } from './weights.ts';

/** P2WPKH coins of the anchor key and what they pay; the rest returns to the same script, or joins the fee when it is dust. */
export interface RecoveryFunding {
  readonly feeCoins: readonly Utxo[];
  readonly feeSats: Sats;
}

/** Weight of a taproot output (WU). */
const P2TR_OUTPUT = 172;

/** The fee at `rate` sat/vB of a recovery of `items` passthroughs, paid by `feeCoins` operator coins, with change. */
export function recoveryFee(items: number, feeCoins: number, rate: number): Sats {
  const parts =
    items * (INPUT_WEIGHTS.passthrough + P2TR_OUTPUT) + feeCoins * INPUT_WEIGHTS.anchor + P2WPKH_OUTPUT;
  return feeFor(vsize(transactionWeight(items + feeCoins, items + 1, parts)), rate);
}

/**
 * Input i is the passthrough of item i, output i the same value back to its seller's ordinals address. Without `funding` it is
 * what sellers sign; with it, what is broadcast. Throws a `BrokenRule` when the result breaks a rule of recoveries, and a
 * RangeError when the coins do not cover the fee.
 */
export function recoveryLayout(
  items: readonly ListingTerms[],
  keys: OperatorKeys,
  funding: RecoveryFunding = { feeCoins: [], feeSats: 0 },
): Layout {
  const script = operatorScript(keys);
  const changeSats = sumSats(funding.feeCoins.map(({ valueSats }) => valueSats)) - funding.feeSats;
  const change = changeSats >= dustLimit(script) ? [pay('change', changeSats, script)] : [];
  if (changeSats < 0) throw new RangeError(`the coins of a recovery miss ${-changeSats} sats of its fee`);
  const table = layout('recovery', [
    ...items.map((terms, index) => {
      const lock = passthroughLock(terms.sellerKey, keys.market);
      const coin = { txid: transferTxid(terms, keys), vout: 0, valueSats: terms.utxo.valueSats };
      return row(
        spend(`passthrough ${index + 1}`, coin, lock, { seller: 'SINGLE|ANYONECANPAY', market: 'DEFAULT' }),
        pay(`inscription ${index + 1}`, coin.valueSats, bip86Script(terms.sellerKey)),
      );
    }),
    ...rows(
      funding.feeCoins.map((coin) => spend('fee coin', coin, p2wpkhLock(keys.anchor), { operator: 'ALL' })),
      change,
    ),
  ]);
  checkRecovery(table, items, keys);
  return table;
}

/** What a seller signs so that delisting never needs the wallet again. All items are of one seller key. */
export function recoveryStep(
  items: readonly ListingTerms[],
  keys: OperatorKeys,
  network: NetworkName,
): Omit<PsbtStep, 'stepIndex'> {
  const address = ordinalsAddressOf(items[0]!.sellerKey, network);
  const { stepIndex: _, ...step } = psbtStep(recoveryLayout(items, keys), 'seller', 0, address);
  return step;
}

interface Recovery {
  readonly table: Layout;
  readonly items: readonly ListingTerms[];
  readonly operatorScript: string;
}

/** What is true of every recovery, beside the flow of its sats. */
export const RECOVERY_RULES: readonly Rule<Recovery>[] = [
  {
    sentence: 'a passthrough returns to its seller, in full, at its own index',
    broken: ({ table: { outputs }, items }) => {
      const index = items.findIndex(
        ({ sellerKey, utxo }, i) =>
          outputs[i]?.script !== bip86Script(sellerKey) || outputs[i].valueSats !== utxo.valueSats,
      );
      return index === -1 ? null : `output ${index} takes ${outputs[index]?.valueSats} sats`;
    },
  },
  {
    sentence: 'whatever is left of the fee coins returns to the operator',
    broken: ({ table: { outputs }, items, operatorScript }) => {
      const stranger = outputs.slice(items.length).find(({ script }) => script !== operatorScript);
      return stranger ? `${stranger.name} pays ${stranger.script}` : null;
    },
  },
  EACH_COIN_ONCE,
  {
    sentence: 'a recovery pays out no more than it spends',
    broken: ({ table }) => (networkFee(table) >= 0 ? null : `${-networkFee(table)} sats too much`),
  },
];

/** Throws a `BrokenRule` unless `table` recovers `items`, keeps every rule and every inscription's offset. */
export function checkRecovery(table: Layout, items: readonly ListingTerms[], keys: OperatorKeys): void {
  hold(RECOVERY_RULES, { table, items, operatorScript: operatorScript(keys) });
  checkSatFlow(
    table,
    items.flatMap(({ inscriptions }, index) =>
      inscriptions.map(({ id, offset }) => ({ what: id, input: index, offset, output: index })),
    ),
  );
}
