import type { Outpoint, Utxo } from '@ordbook/protocol/outpoint';
import type { Desk } from '../desk.ts';

/** `txid:vout`. */
export type Coin = string;

/** What the model asks of the chain: it does not model blocks, it asks the node what came of them. */
export interface ChainView {
  tip(): Promise<number>;
  /** Confirmations of an unspent coin, null when it is spent, in a block or the mempool, or does not exist. */
  unspent(coin: Coin): Promise<number | null>;
  /** Spent or gone for good as far as blocks tell: no transaction of the mempool is what spends it. */
  isGoneInChain(coin: Coin): Promise<boolean>;
  /** 0: in the mempool; null: unknown. */
  confirmations(txid: string): Promise<number | null>;
}

export function outpointOf(coin: Coin): Outpoint {
  const [txid, vout] = coin.split(':') as [string, string];
  return { txid, vout: Number(vout) };
}

export function utxoOf({ coin, valueSats }: { readonly coin: Coin; readonly valueSats: number }): Utxo {
  return { ...outpointOf(coin), valueSats };
}

export function chainView({ ctx: { chain } }: Desk): ChainView {
  const unspent = async (coin: Coin) => (await chain.unspent(outpointOf(coin)))?.confirmations ?? null;
  return {
    tip: async () => (await chain.tip()).height,
    unspent,
    async isGoneInChain(coin) {
      const [spender] = await chain.mempoolSpenders([outpointOf(coin)]);
      return spender === null && (await unspent(coin)) === null;
    },
    confirmations: async (txid) => (await chain.transaction(txid))?.confirmations ?? null,
  };
}
