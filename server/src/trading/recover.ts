/**
 * Recovery: a closed listing whose transfer had been sent with a purchase that failed.
 *
 *   transfer unknown to the node    its anchor is retired; once the pool has spent it, nothing is left to do
 *   transfer in the mempool         waits: the pool's spend of the anchor may pay too little to replace it
 *   transfer in a block             the passthrough goes back to the seller: the seller's recovery signature, the market's,
 *                                   and operator coins for the fee
 *
 * The seller can also take the passthrough back alone, by its key path, at any time.
 */
import { recoveryFee } from '../protocol/recovery.ts';
import { assignAnchors, smallestOperatorCoin } from '../store/anchors.ts';
import { listingsToRecover, setRecovery } from '../store/listings.ts';
import { inTransaction } from '../store/transaction.ts';
import type { TradingContext } from './context.ts';
import { forget } from './delist.ts';
import { packageFeeRate } from './fee-rate.ts';
import { termsOf } from './list.ts';

/** Finishes or repeats what closed, sent listings need. Runs at every look of the follower; safe to repeat. */
export async function recoverListings(ctx: TradingContext): Promise<void> {
  for (const listing of await listingsToRecover(ctx.db)) {
    if (listing.recoveryHex) {
      const recovered = await ctx.chain.transaction(listing.recoveryTxid!);
      if (!recovered) await ctx.chain.broadcast(listing.recoveryHex);
      else if (recovered.confirmations > ctx.settings.failureDepth) await forget(ctx, listing);
      continue;
    }
    const passthrough = { txid: listing.transferTxid, vout: 0 };
    const escrowed = await ctx.chain.unspent(passthrough);
    if (!escrowed) {
      await forget(ctx, listing);
      continue;
    }
    if (escrowed.confirmations < 1) continue;
    const { rate } = await packageFeeRate(ctx);
    const feeSats = recoveryFee(1, 1, rate);
    const coin = await smallestOperatorCoin(ctx.db, {
      exceptValueSats: ctx.settings.anchorSats,
      atLeastSats: feeSats + 1000,
    });
    if (!coin) {
      ctx.log.warn(
        { listingId: listing.id },
        'no operator coin pays the recovery of a listing; fund the anchor address',
      );
      continue;
    }
    const recovery = await ctx.signer.signRecovery({
      items: [{ terms: termsOf(listing), sellerSignature: listing.recoverySignature }],
      feeCoins: [coin],
      feeSats,
    });
    const isStored = await inTransaction(ctx.db, async (db) => {
      const isOurs = await assignAnchors(db, [coin.id]);
      return isOurs && (await setRecovery(db, listing.id, recovery.txid, recovery.hex));
    });
    // Another process took the coin meanwhile, for its own split: the next look takes another one.
    if (!isStored) continue;
    await ctx.chain.broadcast(recovery.hex);
    ctx.log.info({ listingId: listing.id, txid: recovery.txid }, 'recovery of a listing sent');
  }
}
