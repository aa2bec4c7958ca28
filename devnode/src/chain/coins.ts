import { isUnspendable } from '../script/templates.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { isCoinbase } from '../transaction/transaction.ts';
import { txidOf } from '../transaction/txid.ts';
import type { Block } from './block.ts';

/** An unspent output with what consensus needs to know of its origin. */
export type Coin = {
  readonly valueSats: number;
  readonly script: Uint8Array;
  readonly height: number;
  readonly coinbase: boolean;
};

export type Outpoint = { readonly txid: string; readonly vout: number };

/** Finds an unspent output, or undefined when it is spent or never existed. */
export type CoinLookup = (outpoint: Outpoint) => Coin | undefined;

/** The unspent outputs of a chain by `txid:vout`. */
export type CoinSet = Map<string, Coin>;

/** The coins a block spent: a list per transaction (the coinbase's is empty), in input order. */
export type BlockUndo = readonly (readonly Coin[])[];

/** Height given to outputs of unconfirmed transactions. */
export const UNCONFIRMED_HEIGHT = 0x7fffffff;

export const outpointKey = (outpoint: Outpoint): string => `${outpoint.txid}:${outpoint.vout}`;

/** The coin an output of `tx` is at `height`. */
export function coinOf(tx: Transaction, vout: number, height: number): Coin | undefined {
  const output = tx.outputs[vout];
  if (!output) return undefined;
  return { valueSats: output.valueSats, script: output.script, height, coinbase: isCoinbase(tx) };
}

/**
 * Spends and creates the coins of a block whose spends are known to exist; returns what `revertBlock` needs.
 */
export function applyBlock(coins: CoinSet, block: Block, height: number): BlockUndo {
  return block.transactions.map((tx) => {
    const spent: Coin[] = [];
    if (!isCoinbase(tx)) {
      for (const input of tx.inputs) {
        const key = outpointKey(input);
        spent.push(coins.get(key)!);
        coins.delete(key);
      }
    }
    const txid = txidOf(tx);
    tx.outputs.forEach((output, vout) => {
      if (!isUnspendable(output.script)) coins.set(outpointKey({ txid, vout }), coinOf(tx, vout, height)!);
    });
    return spent;
  });
}

/** Undoes a block: the exact inverse of `applyBlock`. */
export function revertBlock(coins: CoinSet, block: Block, undo: BlockUndo): void {
  for (let i = block.transactions.length - 1; i >= 0; i--) {
    const tx = block.transactions[i]!;
    const txid = txidOf(tx);
    for (let vout = 0; vout < tx.outputs.length; vout++) coins.delete(outpointKey({ txid, vout }));
    undo[i]!.forEach((coin, index) => {
      coins.set(outpointKey(tx.inputs[index]!), coin);
    });
  }
}
