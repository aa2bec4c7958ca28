import { tipOf } from '../chain/chain.ts';
import { type Coin, outpointKey, UNCONFIRMED_HEIGHT } from '../chain/coins.ts';
import { COINBASE_MATURITY_BLOCKS } from '../chain/transaction-rules.ts';
import { unconfirmedCoin } from '../mempool/mempool.ts';
import type { TransactionInput } from '../transaction/transaction.ts';
import { type OpenWallet, type Owned, ownerOf } from './wallet.ts';

/** An unspent output of a wallet. */
export type WalletCoin = Coin & {
  readonly txid: string;
  readonly vout: number;
  readonly owned: Owned;
  readonly confirmations: number;
  /** Confirmed, or from the wallet alone. */
  readonly safe: boolean;
  /** A coinbase that cannot be spent yet. */
  readonly immature: boolean;
  readonly locked: boolean;
};

/** What a wallet has and no waiting transaction spends: confirmed coins first, oldest first. */
export function coinsOf(open: OpenWallet): WalletCoin[] {
  const { node, wallet } = open;
  const locked = new Set(wallet.locked);
  const tip = tipOf(node.chain).height;
  const found: WalletCoin[] = [];
  const add = (txid: string, vout: number, coin: Coin) => {
    const key = outpointKey({ txid, vout });
    const owned = node.pool.spenders.has(key) ? undefined : ownerOf(open, coin.script);
    if (!owned) return;
    const confirmations = coin.height === UNCONFIRMED_HEIGHT ? 0 : tip - coin.height + 1;
    found.push({
      ...coin,
      txid,
      vout,
      owned,
      confirmations,
      safe: confirmations > 0 || isTrusted(open, txid),
      immature: coin.coinbase && confirmations <= COINBASE_MATURITY_BLOCKS,
      locked: locked.has(key),
    });
  };
  for (const [key, coin] of node.chain.coins) add(key.slice(0, 64), Number(key.slice(65)), coin);
  for (const { txid, tx } of node.pool.byTxid.values())
    for (const vout of tx.outputs.keys()) add(txid, vout, unconfirmedCoin(node.pool, { txid, vout })!);
  return found.sort(
    (a, b) => a.height - b.height || (a.txid < b.txid ? -1 : Number(a.txid > b.txid)) || a.vout - b.vout,
  );
}

/** Everything that a waiting transaction spends is the wallet's, and so on before it. */
function isTrusted(open: OpenWallet, txid: string): boolean {
  const entry = open.node.pool.byTxid.get(txid);
  return (
    entry === undefined ||
    entry.tx.inputs.every(
      (input: TransactionInput, n) => ownerOf(open, entry.coins[n]!.script) && isTrusted(open, input.txid),
    )
  );
}
