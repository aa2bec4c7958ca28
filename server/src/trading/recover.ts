/**
 * Recovery: a closed listing whose transfer had been sent with a purchase that failed.
 *
 *   transfer unknown to the node    its anchor is retired: once the pool's spend of it is buried, the transfer can never come
 *   transfer in the mempool         waits: the pool's spend of the anchor may pay too little to replace it
 *   transfer in a block             the passthrough goes back to the seller: the seller's recovery signature, the market's,
 *                                   and an operator coin for the fee
 *   passthrough spent               nothing is left to do once that is buried
 *
 * The seller can also take the passthrough back alone, by its key path, at any time.
 */
import { recoveryFee } from '../protocol/recovery.ts';
import { readTransaction } from '../protocol/transaction.ts';
import { assignAnchors, releaseCoins, retireAnchors, smallestOperatorCoin } from '../store/anchors.ts';
import { type Listing, listingsToRecover, setLostHeight, setRecovery } from '../store/listings.ts';
import { inTransaction } from '../store/transaction.ts';
import type { TradingContext } from './context.ts';
import { forget } from './delist.ts';
import { packageFeeRate } from './fee-rate.ts';
import { termsOf } from './list.ts';
import { passthroughFate } from './passthrough-fate.ts';

/** Finishes or repeats what closed, sent listings need. Runs at every look of the follower; safe to repeat. */
export async function recoverListings(ctx: TradingContext, tip: number): Promise<void> {
  for (const listing of await listingsToRecover(ctx.db)) {
    const spends = [{ txid: listing.utxoTxid, vout: listing.utxoVout }, listing.anchor];
    const stranded = { transferTxid: listing.transferTxid, spends, lostHeight: listing.invalidatedHeight };
    const fate = await passthroughFate(ctx, stranded, tip);
    if (fate.lostHeight !== listing.invalidatedHeight)
      await setLostHeight(ctx.db, listing.id, fate.lostHeight);
    if (fate.is === 'gone') await finish(ctx, listing);
    else if (fate.is === 'there') await sendBack(ctx, listing);
    else if (!fate.isSent) await retireAnchors(ctx.db, [listing.anchorId]);
  }
}

/** Sends the recovery, or makes it first: stored before it is sent. */
async function sendBack(ctx: TradingContext, listing: Listing): Promise<void> {
  if (listing.recoveryHex !== null) {
    await ctx.chain.broadcast(listing.recoveryHex);
    return;
  }
  const { rate } = await packageFeeRate(ctx);
  const feeSats = recoveryFee(1, 1, rate);
  const coin = await smallestOperatorCoin(ctx.db, {
    exceptValueSats: ctx.settings.anchorSats,
    atLeastSats: feeSats + 1000,
  });
  if (!coin) {
    const message = 'no operator coin pays the recovery of a listing; fund the anchor address';
    ctx.log.warn({ listingId: listing.id }, message);
    return;
  }
  const recovery = await ctx.signer.signRecovery({
    items: [{ terms: termsOf(listing), sellerSignature: listing.recoverySignature }],
    feeCoins: [coin],
    feeSats,
  });
  const isStored = await inTransaction(ctx.db, async (db) => {
    if (!(await assignAnchors(db, [coin.id]))) return false;
    if (!(await setRecovery(db, listing.id, recovery.txid, recovery.hex)))
      throw new Error(`listing ${listing.id} is being recovered by another process`);
    return true;
  });
  // Another process took the coin meanwhile, for a split: the next look takes another one.
  if (!isStored) return;
  await ctx.chain.broadcast(recovery.hex);
  ctx.log.info({ listingId: listing.id, txid: recovery.txid }, 'recovery of a listing sent');
}

/** The passthrough is settled for good. A recovery that did not come gives its fee coin back. */
async function finish(ctx: TradingContext, listing: Listing): Promise<void> {
  const isOvertaken =
    listing.recoveryHex !== null && (await ctx.chain.transaction(listing.recoveryTxid!)) === null;
  await inTransaction(ctx.db, async (db) => {
    if (isOvertaken) await releaseCoins(db, readTransaction(listing.recoveryHex!).inputs);
    await forget({ db }, listing);
  });
}
