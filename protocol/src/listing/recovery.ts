import { P2TR_INPUT } from '../locks/p2tr.ts';
import { PASSTHROUGH_INPUT } from './passthrough.ts';
/**
 * Recovery: returns the passthroughs of a batch of listings to their seller.
 *
 * The seller signs it once, when listing, ALL over the leaf of each passthrough; DEFAULT, which commits to
 * the same, is accepted too. The signature commits to every input, value and output, so it is valid for this
 * transaction only: not in a sale, not to another address, not for a part of the batch. The anchor changes of
 * the batch's transfers pay the fee, at the rate of the transfers. The rest returns to the operator; a child
 * that spends that output can raise the fee rate.
 */

import { bip86Script, operatorScript, ordinalsAddressOf } from '../bitcoin/keys.ts';
import { signatureFault } from '../bitcoin/signatures.ts';
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
 * The sighash that a recovery asks of its seller. Those of release 0.1.0 ask for DEFAULT, and their fee is
 * that of the smaller size. Listings without an end may have one for as long as they are open.
 */
type AskedSighash = 'ALL' | 'DEFAULT';

/** Size, vB, of a recovery of `items` listings. DEFAULT makes the signature of each item one WU lighter. */
export function recoverySize(items: number, asked: AskedSighash = 'ALL'): number {
  const passthrough = asked === 'ALL' ? PASSTHROUGH_INPUT : PASSTHROUGH_INPUT - 1;
  const parts = items * (passthrough + P2TR_INPUT + P2TR_OUTPUT) + P2TR_OUTPUT;
  return vsize(transactionWeight(2 * items, items + 1, parts));
}

/** The fee of the recovery of these listings, sats: their transfers' fee rate times its size, rounded up. */
export function recoveryFee(
  items: readonly Pick<ListingTerms, 'transferFeeSats'>[],
  asked: AskedSighash = 'ALL',
): Sats {
  const transferFees = sumSats(items.map(({ transferFeeSats }) => transferFeeSats));
  return Math.ceil((recoverySize(items.length, asked) * transferFees) / (items.length * TRANSFER_VSIZE));
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
export function recoveryLayout(
  items: readonly ListingTerms[],
  keys: Operator,
  asked: AskedSighash = 'ALL',
): Layout {
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
  const left = sumSats(moved.map(({ change }) => change.valueSats)) - recoveryFee(items, asked);
  const table = layout('recovery', [
    ...moved.map(({ terms, passthrough }, index) =>
      row(
        spend(`passthrough ${index + 1}`, passthrough, passthroughLock(terms.sellerKey, keys.market), {
          seller: asked,
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

/**
 * The recovery that the first item's signature (hex) is valid for: the one that is asked for today, or that
 * of release 0.1.0. The former when it is neither. Throws what `recoveryLayout` throws.
 */
export function signedRecovery(
  items: readonly { readonly terms: ListingTerms; readonly sellerSignature: string }[],
  keys: Operator,
): Layout {
  const terms = items.map((item) => item.terms);
  const isSigned = (table: Layout) => signatureFault(table, 0, 'seller', items[0]!.sellerSignature) === null;
  const today = recoveryLayout(terms, keys);
  if (isSigned(today)) return today;
  const earlier = recoveryLayout(terms, keys, 'DEFAULT');
  return isSigned(earlier) ? earlier : today;
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
    broken: ({ table, items }) => {
      const asked = table.inputs[0]?.signs.seller === 'DEFAULT' ? 'DEFAULT' : 'ALL';
      const fee = recoveryFee(items, asked);
      return networkFee(table) === fee ? null : `${networkFee(table)} sats, not ${fee}`;
    },
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
