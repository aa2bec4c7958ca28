/**
 * Ends a stalled purchase that the operator's mempool still has: its anchor is spent back to the operator.
 *
 *   the whole replacement is affordable   it pays that, and every node takes it
 *   otherwise                             this node discounts the purchase, and the spend pays the current
 *                                         rate for itself: every node takes it that never had the purchase
 *
 * Other nodes may refuse a purchase that this one has: its buyer has shown them a spend of its coins
 * that costs more to replace. What a buyer hangs on his change makes a replacement dearer, and a discount
 * not. The spend is a fan-out transaction like any other, so the pool sends it until a block has it. The
 * purchase fails once it is buried, and is confirmed if a block has the purchase after all.
 */
import { operatorScript } from '@ordbook/protocol/bitcoin/keys';
import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import { dustLimit, fanOutFee } from '@ordbook/protocol/bitcoin/weights';
import { type Sats, sumSats } from '@ordbook/protocol/sats';
import { DAY_MS } from '../../base/clock.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import {
  type Anchor,
  anchorsByIds,
  assignForFanOut,
  coinsOfFanOut,
  largestCoins,
  replaceFanOut,
} from '../../store/operator-coins/anchors.ts';
import { bumpedSince, type Purchase, setBump } from '../../store/purchase/purchases.ts';
import type { TradingContext } from '../context.ts';
import { packageFeeRate } from '../settlement/package-fee-rate.ts';

/**
 * Makes the spend of the anchor, or a dearer one when what it replaces became dearer, stores and sends it.
 * Retry-safe. Throws `Refusal('unavailable')` while node or signer are unreachable.
 */
export async function endPurchase(ctx: TradingContext, purchase: Purchase): Promise<void> {
  const replacedSats = await ctx.chain.replacedFees(purchase.settlementTxid);
  const [anchor] = await anchorsByIds(ctx.db, [purchase.anchorId]);
  if (replacedSats === null || !anchor || anchor.spentHeight !== null) return;
  const stored = anchor.fanOutHex === null ? null : await storedSpend(ctx, anchor.fanOutHex);
  const chosen = await chooseSpend(ctx, purchase, await coinSets(ctx, anchor, stored), replacedSats);
  if (!chosen) {
    ctx.log.warn(
      { purchaseId: purchase.id, replacedSats },
      'a purchase that no block takes is not ended: BUMP_MAX_SATS or the operator coins do not allow it',
    );
    return;
  }
  const isDue = !stored || chosen.feeSats > stored.feeSats;
  const hex = isDue ? await storeSpend(ctx, purchase, chosen, stored?.hex ?? null) : stored.hex;
  // another transaction of the pool has one of its coins by now: the next poll takes others
  if (hex === null) return;
  if (chosen.discountSats > 0) await ctx.chain.discount(purchase.settlementTxid, chosen.discountSats);
  const { accepted, reason } = await ctx.chain.broadcast(hex);
  ctx.log.info(
    { purchaseId: purchase.id, txid: readTransaction(hex).txid, feeSats: chosen.feeSats, accepted, reason },
    'a purchase that no block takes is ended by a spend of its anchor',
  );
}

interface ChosenSpend {
  readonly coins: readonly Anchor[];
  readonly feeSats: Sats;
  /** What the operator's node is to count less for the purchase. */
  readonly discountSats: Sats;
}

/** null: the budget or `maxFeeRate` forbids it, or no operator coin can pay for it. */
async function chooseSpend(
  ctx: TradingContext,
  { id }: Purchase,
  coinSets: readonly (readonly Anchor[])[],
  replacedSats: Sats,
): Promise<ChosenSpend | null> {
  const { settings, clock, db, keys } = ctx;
  const { rate } = await packageFeeRate(ctx);
  const spent = await bumpedSince(db, new Date(clock.now().getTime() - DAY_MS), id);
  const budget = Math.min(settings.bumpMaxSats, settings.bumpDailySats - spent);
  for (const replaced of [replacedSats, 0])
    for (const coins of coinSets) {
      const feeSats = replaced + fanOutFee(coins.length, 1, rate);
      const left = sumSats(coins.map(({ valueSats }) => valueSats)) - feeSats;
      // signers sign no dearer one, and would refuse it at every poll
      const most = Math.min(budget, fanOutFee(coins.length, 1, settings.maxFeeRate));
      if (feeSats <= most && left >= dustLimit(operatorScript(keys)))
        return { coins, feeSats, discountSats: replacedSats - replaced };
    }
  return null;
}

/** What may pay for it: the anchor, or with it the largest coin. A stored spend keeps its coins. */
async function coinSets(
  { db, settings }: TradingContext,
  anchor: Anchor,
  stored: { readonly coins: readonly Anchor[] } | null,
): Promise<readonly (readonly Anchor[])[]> {
  if (stored) return [stored.coins];
  return [[anchor], [anchor, ...(await largestCoins(db, settings.anchorSats, 1))]];
}

/** A spend of the anchor that was made before. */
async function storedSpend(ctx: TradingContext, hex: string) {
  const coins = await coinsOfFanOut(ctx.db, hex);
  const [before, after] = [coins, readTransaction(hex).outputs].map((held) =>
    sumSats(held.map(({ valueSats }) => valueSats)),
  );
  return { hex, coins, feeSats: before! - after! };
}

/** Signs and stores the spend, with its cost. null: a coin of it is not free any more. */
async function storeSpend(
  ctx: TradingContext,
  { id }: Purchase,
  { coins, feeSats }: ChosenSpend,
  replacedHex: string | null,
): Promise<string | null> {
  const request = {
    coins: coins.map(({ txid, vout, valueSats }) => ({ txid, vout, valueSats })),
    count: 0,
    valueSats: ctx.settings.anchorSats,
    feeSats,
  };
  const { hex } = await ctx.signer.signAnchorFanOut(request);
  return inTransaction(ctx.db, async (db) => {
    if (replacedHex !== null) await replaceFanOut(db, replacedHex, hex);
    else if (!(await assignForFanOut(db, request.coins, hex))) return null;
    await setBump(db, id, { bumpHex: hex, bumpFeeSats: feeSats, bumpedAt: ctx.clock.now() });
    return hex;
  });
}
