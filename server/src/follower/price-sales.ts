import { inTransaction } from '../store/database/transaction.ts';
import { priceBlock, unpricedBlocks } from '../store/sale/sale-prices.ts';
import type { TradingContext } from '../trading/context.ts';

/** Blocks requested per round. After an outage, later rounds request the rest. */
const BLOCKS_PER_ROUND = 10;

/**
 * Prices confirmed sales in USD as of their block. Runs right after confirmations. Later rounds fill in what
 * the source could not return, so this is also the repair. Retry-safe.
 */
export async function priceSales({ db, prices }: Pick<TradingContext, 'db' | 'prices'>): Promise<void> {
  if (!prices) return;
  for (const block of await unpricedBlocks(db, BLOCKS_PER_ROUND)) {
    const btcUsd = block.btcUsd ?? (await prices.btcUsd(block.blockTime));
    // A block without a price at the source does not block the others.
    if (btcUsd !== null)
      await inTransaction(db, (transaction) => priceBlock(transaction, block.height, btcUsd));
  }
}
