import type { Outpoint } from '@ordbook/protocol/outpoint';
import { deleteBlocksAbove } from '../store/chain/blocks.ts';
import { undoMovesAbove } from '../store/chain/inscription-moves.ts';
import { setLastSales } from '../store/chain/inscriptions.ts';
import { forgetReadAbove } from '../store/chain/source-readings.ts';
import { doubtSetsAbove } from '../store/collection-offer/collection-offers.ts';
import { lockPlaces } from '../store/database/sync-lock.ts';
import { inTransaction } from '../store/database/transaction.ts';
import { listedWithoutAnchor } from '../store/listing/listings.ts';
import { unspendAdmissionsAbove } from '../store/operator-coins/admissions.ts';
import { unspendCoinsAbove } from '../store/operator-coins/anchors.ts';
import { forgetExternalSales, salesInBlocksAbove } from '../store/sale/external-sales.ts';
import type { TradingContext } from '../trading/context.ts';
import { unconfirmFills } from '../trading/fill/settle.ts';
import { unconfirmSettlements } from '../trading/offer/settle.ts';
import { unconfirmPurchases } from '../trading/purchase/buy.ts';
import { recheckCoins } from './recheck-coins.ts';

/**
 * Takes back every block above `height`, in one transaction: inscriptions return to where they were and those born there are
 * forgotten, operator coins become unconfirmed or unspent, confirmed purchases and offers are pending again, sales settled elsewhere are gone.
 * Then listings on the coins touched, or whose anchor is in no block any more, are looked at again.
 */
export async function rollBackTo(ctx: TradingContext, height: number): Promise<void> {
  const touched: Outpoint[] = await inTransaction(ctx.db, async (db) => {
    await lockPlaces(db);
    const outpoints = await undoMovesAbove(db, height);
    await unspendCoinsAbove(db, height);
    const soldIds = await salesInBlocksAbove(db, height);
    await forgetExternalSales(db, height);
    await unconfirmPurchases({ db }, height);
    await unconfirmSettlements({ db }, height);
    await unspendAdmissionsAbove(db, height);
    await unconfirmFills({ db }, height);
    await doubtSetsAbove(db, height);
    await setLastSales(db, soldIds);
    const forgotten = await forgetReadAbove(db, height);
    await deleteBlocksAbove(db, height);
    return [...outpoints, ...forgotten];
  });
  await recheckCoins(ctx, [...touched, ...(await listedWithoutAnchor(ctx.db))], null);
}
