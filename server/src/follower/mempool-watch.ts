import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import type { Outpoint } from '@ordbook/protocol/outpoint';
import type { TradingContext } from '../trading/context.ts';
import { recheckCoins } from '../trading/recheck-coins.ts';

/** Transactions read per poll. A full mempool at start takes several polls. */
const MAX_READ_PER_POLL = 5_000;

/** Passes to the flows the coins that new mempool transactions spend. Drops what has left the mempool. */
export function createMempoolWatch(ctx: TradingContext) {
  let seen = new Set<string>();
  return {
    async look(): Promise<void> {
      const txids = await ctx.chain.mempoolTxids();
      const next = new Set<string>();
      const fresh: string[] = [];
      for (const txid of txids) {
        if (seen.has(txid)) next.add(txid);
        else if (fresh.length < MAX_READ_PER_POLL) fresh.push(txid);
      }
      const spent: Outpoint[] = [];
      for (const txid of fresh) {
        const transaction = await ctx.chain.transaction(txid);
        if (transaction) spent.push(...readTransaction(transaction.hex).inputs);
        next.add(txid);
      }
      await recheckCoins(ctx, { outpoints: spent, height: null });
      seen = next;
    },
  };
}
