import type { Outpoint } from '../base/outpoint.ts';
import { unspendCoinsAbove } from '../store/anchors.ts';
import { deleteBlocksAbove } from '../store/blocks.ts';
import { undoMovesAbove } from '../store/inscription-moves.ts';
import { inTransaction } from '../store/transaction.ts';
import { unconfirmPurchases } from '../trading/buy.ts';
import type { TradingContext } from '../trading/context.ts';
import { recheckCoins } from './recheck.ts';

/**
 * Takes back every block above `height`, in one transaction: inscriptions return to where they were, operator coins become
 * unconfirmed or unspent, confirmed purchases are pending again. Then listings on the coins touched are looked at again.
 */
export async function rollBackTo(ctx: TradingContext, height: number): Promise<void> {
  const touched: Outpoint[] = await inTransaction(ctx.db, async (db) => {
    const outpoints = await undoMovesAbove(db, height);
    await unspendCoinsAbove(db, height);
    await unconfirmPurchases({ db }, height);
    await deleteBlocksAbove(db, height);
    return outpoints;
  });
  await recheckCoins(ctx, touched, null);
  ctx.log.warn({ height }, 'the chain was reorganised: rolled back');
}
