import { isCoinbase, isNullOutpoint, type Transaction } from './transaction.ts';
import { strippedBytesOf } from './txid.ts';

/** All the money there can be, in sats. */
export const MAX_MONEY_SATS = 21_000_000 * 100_000_000;
const MAX_BLOCK_WEIGHT = 4_000_000;

/** Reject codes of `checkTransaction`, spelled as Bitcoin Core's. */
export type TransactionCheckCode =
  | 'bad-txns-vin-empty'
  | 'bad-txns-vout-empty'
  | 'bad-txns-oversize'
  | 'bad-txns-vout-negative'
  | 'bad-txns-vout-toolarge'
  | 'bad-txns-txouttotal-toolarge'
  | 'bad-txns-inputs-duplicate'
  | 'bad-cb-length'
  | 'bad-txns-prevout-null';

/**
 * The consensus rules a transaction obeys on its own, in Bitcoin Core's order (CheckTransaction), so that the
 * first broken rule is the one a node names. Returns null when all hold. Never throws.
 */
export function checkTransaction(tx: Transaction): TransactionCheckCode | null {
  if (tx.inputs.length === 0) return 'bad-txns-vin-empty';
  if (tx.outputs.length === 0) return 'bad-txns-vout-empty';
  if (strippedBytesOf(tx) * 4 > MAX_BLOCK_WEIGHT) return 'bad-txns-oversize';
  return checkOutputs(tx) ?? checkInputs(tx);
}

function checkOutputs(tx: Transaction): TransactionCheckCode | null {
  let total = 0;
  for (const { valueSats } of tx.outputs) {
    if (valueSats < 0) return 'bad-txns-vout-negative';
    if (valueSats > MAX_MONEY_SATS) return 'bad-txns-vout-toolarge';
    total += valueSats;
    if (total > MAX_MONEY_SATS) return 'bad-txns-txouttotal-toolarge';
  }
  return null;
}

function checkInputs(tx: Transaction): TransactionCheckCode | null {
  const outpoints = new Set(tx.inputs.map((input) => `${input.txid}:${input.vout}`));
  if (outpoints.size !== tx.inputs.length) return 'bad-txns-inputs-duplicate';
  if (isCoinbase(tx)) {
    const { length } = tx.inputs[0]!.scriptSig;
    return length < 2 || length > 100 ? 'bad-cb-length' : null;
  }
  return tx.inputs.some(isNullOutpoint) ? 'bad-txns-prevout-null' : null;
}
