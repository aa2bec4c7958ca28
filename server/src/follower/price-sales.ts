import { inTransaction } from '../store/database/transaction.ts';
import { priceBlock, unpricedBlocks } from '../store/sale/sale-prices.ts';
import type { TradingContext } from '../trading/context.ts';

/** Blocks asked for in one round: after an outage the rest follows in later rounds. */
const BLOCKS_PER_ROUND = 10;

/**
 * Prices confirmed sales in USD as of their block. Runs right after confirmations; what the source could not tell then is filled
 * in by later rounds, so this is also the repair. Safe to repeat.
 */
export async function priceSales({ db, prices }: Pick<TradingContext, 'db' | 'prices'>): Promise<void> {
  if (!prices) return;
  for (const block of await unpricedBlocks(db, BLOCKS_PER_ROUND)) {
    const btcUsd = block.btcUsd ?? (await prices.btcUsd(block.blockTime));
    // A block that the source has no price for does not hold up the others.
    if (btcUsd !== null)
      await inTransaction(db, (transaction) => priceBlock(transaction, block.height, btcUsd));
  }
}
