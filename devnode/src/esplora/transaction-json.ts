import { hex } from '@scure/base';
import { isCoinbase, type Transaction, type TransactionInput } from '../transaction/transaction.ts';
import { totalBytesOf, txidOf, weightOf } from '../transaction/txid.ts';
import { outputJson, scriptAsm } from './script-json.ts';
import { type ChainView, type FoundTransaction, findOutput } from './view.ts';

/** Whether and in which block something is confirmed. */
export function statusJson({ tables }: ChainView, height: number | undefined) {
  const block = height === undefined ? undefined : tables.blocks.get(height);
  if (height === undefined || block === undefined) return { confirmed: false };
  return { confirmed: true, block_height: height, block_hash: block.hash, block_time: block.time };
}

function inputJson(view: ChainView, input: TransactionInput, isMinted: boolean) {
  const prevout = isMinted ? undefined : findOutput(view, input.txid, input.vout);
  return {
    txid: input.txid,
    vout: input.vout,
    prevout: prevout === undefined ? null : outputJson(prevout),
    scriptsig: hex.encode(input.scriptSig),
    scriptsig_asm: scriptAsm(input.scriptSig),
    ...(input.witness.length === 0 ? {} : { witness: input.witness.map((element) => hex.encode(element)) }),
    is_coinbase: isMinted,
    sequence: input.sequence,
  };
}

function feeSats(view: ChainView, transaction: Transaction): number {
  if (isCoinbase(transaction)) return 0;
  const paid = transaction.inputs.map(({ txid, vout }) => findOutput(view, txid, vout)?.valueSats ?? 0);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return sum(paid) - sum(transaction.outputs.map((output) => output.valueSats));
}

/** `GET /tx/{txid}`. */
export function transactionJson(view: ChainView, { transaction, height }: FoundTransaction) {
  const isMinted = isCoinbase(transaction);
  return {
    txid: txidOf(transaction),
    version: transaction.version,
    locktime: transaction.lockTime,
    vin: transaction.inputs.map((input) => inputJson(view, input, isMinted)),
    vout: transaction.outputs.map(outputJson),
    size: totalBytesOf(transaction),
    weight: weightOf(transaction),
    fee: feeSats(view, transaction),
    status: statusJson(view, height),
  };
}
