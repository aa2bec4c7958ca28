import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import { type Outpoint, outpointText } from '@ordbook/protocol/outpoint';
import { watchedAmong } from '../store/chain/watched-coins.ts';
import { askedKeys } from '../store/database/outpoint-rows.ts';
import type { TradingContext } from '../trading/context.ts';
import { recheckCoins } from '../trading/recheck-coins.ts';

/** Transactions read per poll. A full mempool at start takes several polls. */
const MAX_READ_PER_POLL = 5_000;

/**
 * Passes to the flows the coins of trades that new mempool transactions spend, and those that transactions
 * spent which have left the mempool: another one may have replaced them, or a block has them.
 */
export function createMempoolWatch(ctx: TradingContext) {
  /** By transaction, the coins of trades that it spends. */
  let seen = new Map<string, readonly Outpoint[]>();
  return {
    async look(): Promise<void> {
      const txids = await ctx.chain.mempoolTxids();
      const next = new Map<string, readonly Outpoint[]>();
      const fresh = new Map<string, readonly Outpoint[]>();
      for (const txid of txids) {
        const known = seen.get(txid);
        if (known) next.set(txid, known);
        else if (fresh.size < MAX_READ_PER_POLL) fresh.set(txid, []);
      }
      for (const txid of fresh.keys()) {
        const transaction = await ctx.chain.transaction(txid);
        if (transaction) fresh.set(txid, readTransaction(transaction.hex).inputs);
      }
      const spent = [...fresh.values()].flat();
      const watched = spent.length > 0 ? await watchedAmong(ctx.db, askedKeys(spent)) : [];
      const ours = new Set(watched.map(outpointText));
      for (const [txid, inputs] of fresh)
        next.set(
          txid,
          inputs.filter((input) => ours.has(outpointText(input))),
        );
      const left = [...seen].flatMap(([txid, coins]) => (next.has(txid) ? [] : coins));
      await recheckCoins(ctx, { outpoints: [...watched, ...left], height: null });
      seen = next;
    },
  };
}
