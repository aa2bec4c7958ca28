import * as btc from '@scure/btc-signer';
import { OP } from '../../src/script/opcodes.ts';
import { serializeTransaction } from '../../src/transaction/serialize.ts';
import type { Transaction } from '../../src/transaction/transaction.ts';
import { txidOf } from '../../src/transaction/txid.ts';

/** An output that anyone may spend, and the witness that spends it. */
export interface Coin {
  txid: string;
  vout: number;
  valueSats: number;
  witness: readonly Uint8Array[];
}

/** An output to make. With `leaf` it commits to that tapscript, which the coin's witness then reveals. */
export interface Payment {
  valueSats: number;
  leaf?: Uint8Array;
  script?: Uint8Array;
}

const ANYONE = Uint8Array.of(OP.OP_1);

/** A version 2 transaction that needs no signature, and its outputs as coins. */
export function pay(inputs: readonly Coin[], payments: readonly Payment[]) {
  const locked = payments.map(({ valueSats, leaf, script = ANYONE }) => {
    if (leaf === undefined) return { valueSats, script, witness: [] };
    const commit = btc.p2tr(btc.TAPROOT_UNSPENDABLE_KEY, { script: leaf }, undefined, true);
    return {
      valueSats,
      script: commit.script,
      witness: [leaf, btc.TaprootControlBlock.encode(commit.tapLeafScript![0]![0])],
    };
  });
  const transaction: Transaction = {
    version: 2,
    lockTime: 0,
    inputs: inputs.map(({ txid, vout, witness }) => ({
      txid,
      vout,
      witness,
      sequence: 0xffff_ffff,
      scriptSig: new Uint8Array(),
    })),
    outputs: locked.map(({ valueSats, script }) => ({ valueSats, script })),
  };
  const txid = txidOf(transaction);
  const coins: Coin[] = locked.map(({ valueSats, witness }, vout) => ({ txid, vout, valueSats, witness }));
  return { transaction, txid, coins };
}

export const transactionHex = (transaction: Transaction): string =>
  Buffer.from(serializeTransaction(transaction)).toString('hex');

export const sumSats = (coins: readonly Coin[]): number =>
  coins.reduce((sum, coin) => sum + coin.valueSats, 0);
