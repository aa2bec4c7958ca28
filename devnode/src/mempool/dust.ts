import { type Rejection, reject } from '../chain/rejection.ts';
import { isUnspendable, witnessProgramOf } from '../script/templates.ts';
import { compactSizeLength } from '../transaction/byte-writer.ts';
import type { Transaction, TransactionOutput } from '../transaction/transaction.ts';
import { txidOf, wtxidOf } from '../transaction/txid.ts';
import { feeAt, type SatsPerKvb } from './fee-rate.ts';
import type { Mempool } from './mempool.ts';

/** vB that spending an output takes: outpoint, scriptSig length, sequence and a signature with its key. */
const SPEND_VSIZE = 32 + 4 + 1 + 107 + 4;
const WITNESS_SPEND_VSIZE = 32 + 4 + 1 + Math.floor(107 / 4) + 4;

/**
 * Sats below which an output with this script is dust at a rate (Core's GetDustThreshold); 0 for data
 * carriers.
 */
export function dustThresholdSats(script: Uint8Array, rate: SatsPerKvb): number {
  if (isUnspendable(script)) return 0;
  const outputBytes = 8 + compactSizeLength(script.length) + script.length;
  return feeAt(rate, outputBytes + (witnessProgramOf(script) ? WITNESS_SPEND_VSIZE : SPEND_VSIZE));
}

const isDust = (output: TransactionOutput, rate: SatsPerKvb): boolean =>
  output.valueSats < dustThresholdSats(output.script, rate);

/** Indexes of the outputs that are dust. */
export function dustOutputs(tx: Transaction, rate: SatsPerKvb): number[] {
  return [...tx.outputs.keys()].filter((vout) => isDust(tx.outputs[vout]!, rate));
}

/**
 * Dust is relayed only in a transaction without fee, which nobody mines alone (Core's PreCheckEphemeralTx).
 */
export function checkEphemeralFee(tx: Transaction, feeSats: number, rate: SatsPerKvb): Rejection | undefined {
  if (feeSats === 0 || dustOutputs(tx, rate).length === 0) return undefined;
  return reject('policy', 'dust', 'tx with dust output must be 0-fee');
}

/**
 * A child spends all dust of its unconfirmed parents, in the package or the mempool (Core's
 * CheckEphemeralSpends). Answers the first transaction that does not.
 */
export function checkEphemeralSpends(
  txs: readonly Transaction[],
  pool: Mempool,
  rate: SatsPerKvb,
): { tx: Transaction; rejection: Rejection } | undefined {
  const inPackage = new Map(txs.map((tx) => [txidOf(tx), tx]));
  for (const tx of txs) {
    const spent = new Set(tx.inputs.map((input) => `${input.txid}:${input.vout}`));
    for (const txid of new Set(tx.inputs.map((input) => input.txid))) {
      const parent = inPackage.get(txid) ?? pool.byTxid.get(txid)?.tx;
      if (!parent || dustOutputs(parent, rate).every((vout) => spent.has(`${txid}:${vout}`))) continue;
      const detail = `tx ${txidOf(tx)} (wtxid=${wtxidOf(tx)}) did not spend parent's ephemeral dust`;
      return { tx, rejection: reject('policy', 'missing-ephemeral-spends', detail) };
    }
  }
  return undefined;
}
