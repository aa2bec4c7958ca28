/**
 * Recovery after a failed acceptance: a conflicting spend of a coin is buried.
 *
 *   an offer                        nothing moved: its signatures are deleted
 *   a counter, transfer unknown     its anchor is retired: once the pool's spend of it is buried, the
 *                                   transfer is impossible
 *   a counter, transfer in mempool  waits: the pool's spend of the anchor may pay too little to replace it
 *   a counter, transfer in a block  the passthrough returns to the seller, signed by seller and market; whole
 *                                   operator coins pay the fee (the seller's signature allows no change)
 *
 * The seller can also spend the passthrough alone, by its key path, at any time.
 */

import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import { counterRecoveryLayout } from '@ordbook/protocol/counter/counter';
import { layoutSize } from '@ordbook/protocol/layout/size';
import { sumSats } from '@ordbook/protocol/sats';
import { inTransaction } from '../../store/database/transaction.ts';
import { type CounterOffer, offerById } from '../../store/offer/offers.ts';
import {
  closeRecovery,
  type OfferSettlement,
  setSettlementRecovery,
  settlementsToRecover,
} from '../../store/offer/settlements.ts';
import {
  type Anchor,
  assignAnchors,
  releaseAnchors,
  releaseCoins,
  retireAnchors,
} from '../../store/operator-coins/anchors.ts';
import type { TradingContext } from '../context.ts';
import { voidOffer } from '../offer/close.ts';
import { anchorsFor } from '../operator-coins/anchors.ts';
import { packageFeeRate } from '../settlement/package-fee-rate.ts';
import { passthroughFate } from '../settlement/stranded-transfer.ts';

/**
 * The most anchors that one recovery takes. This limits its fee rate; a seller in a hurry has the key path.
 */
const MAX_FEE_COINS = 10;

/** Finishes recoveries after failed settlements. Runs on every poll of the follower. Retry-safe. */
export async function recoverCounters(ctx: TradingContext, tip: number): Promise<void> {
  for (const settlement of await settlementsToRecover(ctx.db)) {
    const offer = await offerById(ctx.db, settlement.offerId);
    if (offer?.kind !== 'seller_counter') await finish(ctx, settlement, null, null);
    else await recover(ctx, settlement, offer, tip);
  }
}

async function recover(
  ctx: TradingContext,
  settlement: OfferSettlement,
  counter: CounterOffer,
  tip: number,
): Promise<void> {
  const { utxo, anchor } = counter.terms.transfer;
  const stranded = { transferTxid: counter.firstTxid, spends: [utxo, anchor] };
  const fate = await passthroughFate(ctx, stranded, { height: tip });
  if (fate.is === 'gone') await finish(ctx, settlement, counter, fate.leftBy);
  else if (fate.is === 'there') await sendBack(ctx, settlement, counter);
  else if (!fate.isSent) await retireAnchors(ctx.db, [counter.anchorId], ctx.clock.now());
}

/** Sends the recovery, and builds and stores it first if there is none. */
async function sendBack(
  ctx: TradingContext,
  settlement: OfferSettlement,
  counter: CounterOffer,
): Promise<void> {
  if (settlement.recoveryHex !== null) {
    await ctx.chain.broadcast(settlement.recoveryHex);
    return;
  }
  const feeCoins = await feeCoinsFor(ctx, counter);
  if (!feeCoins) {
    ctx.log.warn({ offerId: counter.id }, 'no anchor is free to recover a counter');
    return;
  }
  const recovery = await ctx.signer.signCounterRecovery({
    terms: counter.terms,
    sellerSignature: counter.signatures!.recovery!,
    feeCoins: feeCoins.map(({ txid, vout, valueSats }) => ({ txid, vout, valueSats })),
  });
  const isStored = await inTransaction(ctx.db, async (db) => {
    if (!(await assignAnchors(db, feeCoins))) return false;
    await setSettlementRecovery(db, settlement.id, recovery);
    return true;
  });
  // Another caller has reserved them since. The next poll takes others.
  if (!isStored) return;
  await ctx.chain.broadcast(recovery.hex);
  ctx.log.info({ offerId: counter.id, txid: recovery.txid }, 'recovery of a counter sent');
}

/** As many anchors as pay the current rate, or the most that may be taken. null: none is free. */
async function feeCoinsFor(ctx: TradingContext, counter: CounterOffer): Promise<Anchor[] | null> {
  const { rate } = await packageFeeRate(ctx);
  for (let count = MAX_FEE_COINS; count > 0; count -= 1) {
    const purposes = Array.from({ length: count }, (_, i) => `recovery of ${counter.id}, fee coin ${i}`);
    const reserved = await anchorsFor(ctx, counter.buyerProfileId, purposes);
    if (!reserved) continue;
    const enough = reserved.findIndex((_, i) => pays(ctx, counter, reserved.slice(0, i + 1), rate));
    const taken = enough === -1 ? reserved : reserved.slice(0, enough + 1);
    await releaseAnchors(ctx.db, reserved.slice(taken.length));
    return taken;
  }
  return null;
}

function pays(ctx: TradingContext, counter: CounterOffer, coins: readonly Anchor[], rate: number): boolean {
  const size = layoutSize(counterRecoveryLayout(counter.terms, ctx.keys, coins));
  return sumSats(coins.map(({ valueSats }) => valueSats)) >= size * rate;
}

/** Nothing is left to do. Releases the fee coins of a recovery that was overtaken. */
async function finish(
  ctx: TradingContext,
  settlement: OfferSettlement,
  counter: CounterOffer | null,
  leftBy: string | null,
): Promise<void> {
  const { recoveryHex, recoveryTxid } = settlement;
  const isOvertaken = recoveryHex !== null && leftBy !== recoveryTxid;
  await inTransaction(ctx.db, async (db) => {
    if (isOvertaken) await releaseCoins(db, readTransaction(recoveryHex).inputs);
    await closeRecovery(db, settlement.id);
    if (counter) await voidOffer({ ...ctx, db }, counter);
  });
}
