/**
 * Recovery of closed listings whose transfers were sent with a purchase that failed.
 *
 *   transfer unknown to the node    its anchor is retired: once the pool's spend of it is buried, the
 *                                   transfer is impossible
 *   transfer in the mempool         waits: the pool's spend of the anchor may pay too little to replace it
 *   transfer in a block             waits until its whole batch is closed and on its passthroughs;
 *                                   then the batch returns to the seller, signed by seller and market. The
 *                                   anchor changes pay the fee, or a child of the operator does
 *   passthrough spent               done once that spend is buried
 *
 * One signature covers the batch, so a batch of which a part was sold or never transferred cannot be
 * recovered this way. Its seller takes each passthrough back by the key path: alone at any time (`ordbook
 * exit`), or with the operator paying the fee (`take-back.ts`).
 */

import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import { signedRecovery } from '@ordbook/protocol/listing/recovery';
import { inTransaction } from '../../store/database/transaction.ts';
import { type Listing, listingsOfBatch, listingsToRecover } from '../../store/listing/listings.ts';
import { releaseCoins, retireAnchors } from '../../store/operator-coins/anchors.ts';
import type { TradingContext } from '../context.ts';
import { passthroughFate } from '../settlement/stranded-transfer.ts';
import { bumpFor, sendReturn, storeReturn } from './bumped-return.ts';
import { voidListing } from './delist.ts';
import { termsOf } from './list.ts';

/**
 * Finishes recoveries of closed listings whose transfer was sent. Runs on every poll of the follower.
 * Retry-safe.
 */
export async function recoverListings(ctx: TradingContext, tip: number): Promise<void> {
  const stranded = await listingsToRecover(ctx.db);
  const onPassthrough = new Set<string>();
  for (const listing of stranded) {
    const spends = [{ txid: listing.utxoTxid, vout: listing.utxoVout }, listing.anchor];
    const { transferTxid } = listing;
    const fate = await passthroughFate(ctx, { transferTxid, spends }, { height: tip });
    if (fate.is === 'gone') await finish(ctx, listing, fate.leftBy);
    else if (fate.is === 'there') onPassthrough.add(listing.id);
    else if (!fate.isSent) await retireAnchors(ctx.db, [listing.anchorId], ctx.clock.now());
  }
  const waiting = stranded.filter(({ id }) => onPassthrough.has(id));
  const returns = new Map(waiting.map(({ recoveryHex, recoveryBumpHex }) => [recoveryHex, recoveryBumpHex]));
  for (const [hex, bumpHex] of returns) if (hex !== null) await sendReturn(ctx, hex, bumpHex);
  for (const batchId of new Set(waiting.map((listing) => listing.batchId))) {
    const batch = await listingsOfBatch(ctx.db, batchId);
    const isWhole = batch.every(({ id, recoveryHex }) => recoveryHex === null && onPassthrough.has(id));
    if (isWhole) await recoverBatch(ctx, batch);
  }
}

/** Builds the recovery of a batch, stores it and sends it. */
async function recoverBatch(ctx: TradingContext, batch: readonly Listing[]): Promise<void> {
  const items = batch.map((listing) => ({
    terms: termsOf(listing),
    sellerSignature: listing.recoverySignature,
  }));
  const chosen = await bumpFor(ctx, signedRecovery(items, ctx.keys));
  const recovery = await ctx.signer.signRecovery({ items, bump: chosen?.bump ?? null });
  const isStored = await storeReturn(ctx, batch, { recovery, chosen });
  // The anchor changes are not stored yet, or another process was faster. The next poll tries again.
  if (!isStored) return;
  await sendReturn(ctx, recovery.hex, recovery.bump?.hex ?? null);
  ctx.log.info(
    { listingIds: batch.map(({ id }) => id), txid: recovery.txid },
    'recovery of a batch of listings sent',
  );
}

/** The passthrough is settled for good. Releases the operator's coins of a recovery that was overtaken. */
async function finish(ctx: TradingContext, listing: Listing, leftBy: string | null): Promise<void> {
  const { recoveryHex, recoveryBumpHex } = listing;
  const isOvertaken = recoveryHex !== null && leftBy !== listing.recoveryTxid;
  await inTransaction(ctx.db, async (db) => {
    if (isOvertaken) {
      const spent = [recoveryHex, ...(recoveryBumpHex === null ? [] : [recoveryBumpHex])];
      await releaseCoins(
        db,
        spent.flatMap((hex) => readTransaction(hex).inputs),
      );
    }
    await voidListing({ ...ctx, db }, listing);
  });
}
