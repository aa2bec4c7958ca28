import { hex } from '@scure/base';
import { addressOf } from '../address/address.ts';
import type { Coin } from '../chain/coins.ts';
import { outputTypeOf } from '../script/templates.ts';
import { serializeTransaction } from '../transaction/serialize.ts';
import { isCoinbase, sumSats, type Transaction, type TransactionInput } from '../transaction/transaction.ts';
import { totalBytesOf, txidOf, vsizeOf, weightOf, wtxidOf } from '../transaction/txid.ts';
import { descriptorOf } from './descriptor.ts';
import { btc } from './parameters.ts';
import { asmOf } from './script-text.ts';

/** A scriptPubKey as Core shows it. */
export function scriptJson(script: Uint8Array): Record<string, unknown> {
  const type = outputTypeOf(script);
  const address = type === 'pubkey' ? undefined : addressOf(script);
  return {
    asm: asmOf(script),
    desc: descriptorOf(script),
    hex: hex.encode(script),
    ...(address !== undefined && { address }),
    type,
  };
}

/** How much of what a transaction spent is shown: nothing, the fee, or the fee and every spent output. */
export type SpentDetail =
  | { readonly show: 'nothing' }
  | { readonly show: 'fee' | 'outputs'; readonly coins: readonly Coin[] };

/** A transaction as `decoderawtransaction` shows it, `hex` last when `withHex`. */
export function transactionJson(
  tx: Transaction,
  spent: SpentDetail = { show: 'nothing' },
  withHex = true,
): Record<string, unknown> {
  return {
    txid: txidOf(tx),
    hash: wtxidOf(tx),
    version: tx.version,
    size: totalBytesOf(tx),
    vsize: vsizeOf(tx),
    weight: weightOf(tx),
    locktime: tx.lockTime,
    vin: tx.inputs.map((input, index) => inputJson(tx, input, index, spent)),
    vout: tx.outputs.map((output, n) => ({
      value: btc(output.valueSats),
      n,
      scriptPubKey: scriptJson(output.script),
    })),
    ...(spent.show !== 'nothing' && !isCoinbase(tx) && { fee: btc(feeSats(tx, spent.coins)) }),
    ...(withHex && { hex: hex.encode(serializeTransaction(tx)) }),
  };
}

function inputJson(
  tx: Transaction,
  input: TransactionInput,
  index: number,
  spent: SpentDetail,
): Record<string, unknown> {
  const witness = input.witness.length > 0 && { txinwitness: input.witness.map((item) => hex.encode(item)) };
  if (isCoinbase(tx)) return { coinbase: hex.encode(input.scriptSig), ...witness, sequence: input.sequence };
  return {
    txid: input.txid,
    vout: input.vout,
    scriptSig: { asm: asmOf(input.scriptSig, true), hex: hex.encode(input.scriptSig) },
    ...witness,
    ...(spent.show === 'outputs' && { prevout: prevoutJson(spent.coins[index]!) }),
    sequence: input.sequence,
  };
}

function prevoutJson(coin: Coin): Record<string, unknown> {
  return {
    generated: coin.coinbase,
    height: coin.height,
    value: btc(coin.valueSats),
    scriptPubKey: scriptJson(coin.script),
  };
}

function feeSats(tx: Transaction, coins: readonly Coin[]): number {
  return sumSats(coins) - sumSats(tx.outputs);
}
