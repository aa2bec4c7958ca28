import type { Outpoint } from '@ordbook/protocol/outpoint';
import { deleteBlocksAbove } from '../store/chain/blocks.ts';
import { forgetSpendsAbove } from '../store/chain/coin-spends.ts';
import { undoMovesAbove } from '../store/chain/inscription-moves.ts';
import { setLastSales } from '../store/chain/inscriptions.ts';
import { deleteReadAbove } from '../store/chain/source-readings.ts';
import { storeUndone } from '../store/chain/undone-inputs.ts';
import { lockPlaces } from '../store/database/sync-lock.ts';
import { inTransaction } from '../store/database/transaction.ts';
import { listedWithoutAnchor } from '../store/listing/listings.ts';
import { unspendAdmissionsAbove } from '../store/operator-coins/admissions.ts';
import { unspendCoinsAbove } from '../store/operator-coins/anchors.ts';
import { deleteExternalSalesAbove, salesInBlocksAbove } from '../store/sale/external-sales.ts';
import type { TradingContext } from '../trading/context.ts';
import { recheckCoins } from '../trading/recheck-coins.ts';
import { undoneAbove } from './undone.ts';

/**
 * Undoes every block above `height`, in one transaction. Inscriptions return to where they were, and those
 * born there are deleted. What made the coins of trades is stored, as the node had it (`undone.ts`).
 * Operator coins become unconfirmed or unspent. Sales settled elsewhere are deleted.
 * Every flow undoes what those blocks confirmed, then checks again the coins touched and those of listings
 * whose anchor is in no block any more.
 */
export async function rollBackTo(ctx: TradingContext, height: number): Promise<void> {
  const undone = await undoneAbove(ctx, height);
  const touched: Outpoint[] = await inTransaction(ctx.db, async (db) => {
    await lockPlaces(db);
    const outpoints = await undoMovesAbove(db, height);
    const unspent = await forgetSpendsAbove(db, height);
    await unspendCoinsAbove(db, height);
    await unspendAdmissionsAbove(db, height);
    // Before the flows: they take the heights from their own sales.
    const soldIds = await salesInBlocksAbove(db, height);
    await deleteExternalSalesAbove(db, height);
    for (const flow of ctx.flows) await flow.unconfirm?.(db, height);
    await setLastSales(db, soldIds);
    const deleted = await deleteReadAbove(db, height);
    await deleteBlocksAbove(db, height);
    await storeUndone(db, undone);
    return [...outpoints, ...unspent, ...deleted];
  });
  const outpoints = [...touched, ...(await listedWithoutAnchor(ctx.db))];
  await recheckCoins(ctx, { outpoints, height: null });
}
