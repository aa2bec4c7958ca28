import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import type { Outpoint } from '@ordbook/protocol/outpoint';
import type { TradingContext } from '../trading/context.ts';
import { recheckCoins } from './recheck-coins.ts';

/** Transactions read per look: a full mempool at start is worked off over several looks. */
const MAX_READ_PER_LOOK = 5_000;

/** Tells the flows which coins transactions new in the mempool spend. Forgets what has left the mempool. */
export function createMempoolWatch(ctx: TradingContext) {
  let seen = new Set<string>();
  return {
    async look(): Promise<void> {
      const txids = await ctx.chain.mempoolTxids();
      const next = new Set<string>();
      const fresh: string[] = [];
      for (const txid of txids) {
        if (seen.has(txid)) next.add(txid);
        else if (fresh.length < MAX_READ_PER_LOOK) fresh.push(txid);
      }
      const spent: Outpoint[] = [];
      for (const txid of fresh) {
        const transaction = await ctx.chain.transaction(txid);
        if (transaction) spent.push(...readTransaction(transaction.hex).inputs);
        next.add(txid);
      }
      await recheckCoins(ctx, spent, null);
      seen = next;
    },
  };
}
