import { P2TR_INPUT } from '../locks/p2tr.ts';
import { PASSTHROUGH_INPUT } from './passthrough.ts';
/**
 * Recovery: returns the passthroughs of a batch of listings to their seller.
 *
 * The seller signs it once, when listing, DEFAULT over the leaf of each passthrough. The signature commits to
 * every input, value and output, so it is valid for this transaction only: not in a sale, not to another
 * address, not for a part of the batch. The anchor changes of the batch's transfers pay the fee, at the rate
 * of the transfers. The rest returns to the operator; a child that spends that output can raise the fee rate.
 */

import { bip86Script, operatorScript, ordinalsAddressOf } from '../bitcoin/keys.ts';
import { dustLimit, P2TR_OUTPUT, transactionWeight, vsize } from '../bitcoin/weights.ts';
import {
  type Layout,
  layout,
  layoutTxid,
  networkFee,
  type Pay,
  pay,
  row,
  rows,
  spend,
} from '../layout/layout.ts';
import { checkRules, EACH_COIN_ONCE, type Rule } from '../layout/rules.ts';
import { checkSatFlow } from '../layout/sat-flow.ts';
import type { ListingTerms, Operator, PsbtStep } from '../layout/terms.ts';
import { operatorLock } from '../locks/p2tr.ts';
import type { NetworkName } from '../network.ts';
import { psbtStep } from '../psbt/step.ts';
import { type Sats, sumSats } from '../sats.ts';
import { TRANSFER_VSIZE, transferFee, transferLayout } from './listing.ts';
import { passthroughLock } from './passthrough.ts';

/**
 * Size, vB, of a recovery of `items` listings. DEFAULT signatures make each input one WU lighter than a
 * sale's.
 */
export function recoverySize(items: number): number {
  const perItem = PASSTHROUGH_INPUT - 1 + P2TR_INPUT + P2TR_OUTPUT;
  return vsize(transactionWeight(2 * items, items + 1, items * perItem + P2TR_OUTPUT));
}

/** The fee of the recovery of these listings, sats: their transfers' fee rate times its size, rounded up. */
export function recoveryFee(items: readonly Pick<ListingTerms, 'transferFeeSats'>[]): Sats {
  const transferFees = sumSats(items.map(({ transferFeeSats }) => transferFeeSats));
  return Math.ceil((recoverySize(items.length) * transferFees) / (items.length * TRANSFER_VSIZE));
}

/**
 * The smallest anchor value, sats, that pays for a transfer and a recovery at `rate` sat/vB and leaves an
 * output.
 */
export function smallestAnchor(rate: number): Sats {
  const transferFeeSats = transferFee(rate);
  return transferFeeSats + recoveryFee([{ transferFeeSats }]) + dustLimit(`5120${'00'.repeat(32)}`);
}

/**
 * The recovery of n items. Input i is the passthrough of item i; output i returns its value to the seller's
 * ordinals address. Inputs from n on are the anchor changes of the transfers; output n is what the fee leaves
 * of them. Throws a `BrokenRule` when the result breaks a rule of recoveries, and a RangeError when the
 * anchors are too small to leave an output (the settings exclude that).
 */
export function recoveryLayout(items: readonly ListingTerms[], keys: Operator): Layout {
  const moved = items.map((terms) => {
    const transfer = transferLayout(terms, keys);
    const txid = layoutTxid(transfer);
    const [passthrough, change] = transfer.outputs as [Pay, Pay];
    return {
      terms,
      passthrough: { txid, vout: 0, valueSats: passthrough.valueSats },
      change: { txid, vout: 1, valueSats: change.valueSats },
    };
  });
  const left = sumSats(moved.map(({ change }) => change.valueSats)) - recoveryFee(items);
  const table = layout('recovery', [
    ...moved.map(({ terms, passthrough }, index) =>
      row(
        spend(`passthrough ${index + 1}`, passthrough, passthroughLock(terms.sellerKey, keys.market), {
          seller: 'DEFAULT',
          market: 'DEFAULT',
        }),
        pay(`inscription ${index + 1}`, passthrough.valueSats, bip86Script(terms.sellerKey)),
      ),
    ),
    ...rows(
      moved.map(({ change }, index) =>
        spend(`transfer ${index + 1} anchor change`, change, operatorLock(keys), { operator: 'DEFAULT' }),
      ),
      [pay('anchors back', left, operatorScript(keys))],
    ),
  ]);
  checkRecovery(table, items, keys);
  return table;
}

/** What a seller signs so that delisting needs no further signature. All items have the same seller key. */
export function recoveryStep(
  items: readonly ListingTerms[],
  keys: Operator,
  network: NetworkName,
): Omit<PsbtStep, 'stepIndex'> {
  const address = ordinalsAddressOf(items[0]!.sellerKey, network);
  const { stepIndex: _, ...step } = psbtStep(recoveryLayout(items, keys), 'seller', 0, address);
  return step;
}

interface Recovery {
  readonly table: Layout;
  readonly items: readonly ListingTerms[];
  readonly keys: Operator;
}

/** Rules of every recovery, besides the flow of its sats. */
export const RECOVERY_RULES: readonly Rule<Recovery>[] = [
  {
    sentence: 'a recovery spends the passthroughs of its items, then the anchor changes of their transfers',
    broken: ({ table: { inputs }, items, keys }) => {
      const script = operatorScript(keys);
      const txids = items.map((terms) => layoutTxid(transferLayout(terms, keys)));
      const expected = [
        ...items.map(({ sellerKey }, i) => `${txids[i]}:0 ${passthroughLock(sellerKey, keys.market).script}`),
        ...txids.map((txid) => `${txid}:1 ${script}`),
      ];
      const seen = inputs.map(({ coin, lock }) => `${coin.txid}:${coin.vout} ${lock.script}`);
      const wrong = seen.findIndex((input, i) => input !== expected[i]);
      if (wrong !== -1) return `input ${wrong} is ${seen[wrong]}`;
      return seen.length === expected.length ? null : `${seen.length} inputs, not ${expected.length}`;
    },
  },
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
    sentence: 'what the fee leaves of the anchor changes returns to the operator',
    broken: ({ table: { outputs }, items, keys }) =>
      outputs.length === items.length + 1 && outputs.at(-1)!.script === operatorScript(keys)
        ? null
        : `${outputs.length} outputs, the last to ${outputs.at(-1)?.script}`,
  },
  EACH_COIN_ONCE,
  {
    sentence: "a recovery pays the fee rate of its items' transfers",
    broken: ({ table, items }) =>
      networkFee(table) === recoveryFee(items)
        ? null
        : `${networkFee(table)} sats, not ${recoveryFee(items)}`,
  },
];

/** Throws a `BrokenRule` unless `table` recovers `items`, keeps every rule and every inscription's offset. */
export function checkRecovery(table: Layout, items: readonly ListingTerms[], keys: Operator): void {
  checkRules(RECOVERY_RULES, { table, items, keys });
  checkSatFlow(
    table,
    items.flatMap(({ inscriptions }, index) =>
      inscriptions.map(({ id, offset }) => ({ what: id, input: index, offset, output: index })),
    ),
  );
}
