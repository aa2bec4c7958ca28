/**
 * After the signature: sends a purchase, confirms it once a block has it, and fails it once one of its coins
 * is spent elsewhere for good. One that no block takes stalls, and is ended (`end.ts`). This file finishes
 * whatever a crash interrupted; no other code repairs purchases.
 */
import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import type { BlockRef } from '../../chain/port.ts';
import type { StoredBlock } from '../../store/chain/blocks.ts';
import { setNodeRefusal } from '../../store/database/node-refusal.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { listingsByIds, relistedAmong } from '../../store/listing/listings.ts';
import { listingMachine } from '../../store/listing/machine.ts';
import { releaseAssignedAnchor, retireAnchors } from '../../store/operator-coins/anchors.ts';
import type { Database } from '../../store/port.ts';
import { purchaseMachine } from '../../store/purchase/machine.ts';
import type { Purchase } from '../../store/purchase/purchases.ts';
import {
  failedButMined,
  minedPurchases,
  openPurchases,
  purchasesConfirmedAbove,
  unlockPayments,
} from '../../store/purchase/purchases.ts';
import { salesOfPurchase } from '../../store/sale/sales.ts';
import { confirmSales, failSales, reviveSales, unconfirmSales } from '../../store/sale/write-sales.ts';
import type { TradingContext } from '../context.ts';
import { confirmationsOf } from '../listing/listed-coins.ts';
import { eachTrade } from '../settlement/each-trade.ts';
import { packageFate, sendPackage } from '../settlement/package.ts';
import { type PackageFeeRate, packageFeeRate } from '../settlement/package-fee-rate.ts';
import { isPastBlocks, isPastHours } from '../settlement/patience.ts';
import { type Spend, spendText } from '../settlement/spent-coins.ts';
import { bumpIfSlow } from './bump.ts';
import { endPurchase } from './end.ts';

/**
 * Sends a stored purchase: broadcasting -> pending. Returns the reason when the node does not take it now or
 * is unreachable; `confirmPurchases` then sends it again. Retry-safe.
 */
export async function sendPurchase(ctx: TradingContext, purchase: Purchase): Promise<string | null> {
  const { id, state, nodeRefusal } = purchase;
  const reason = await sendPackage(ctx, purchase, async () => {
    // a power cut may undo it: the follower then finds the package in the mempool, or sends it again
    await purchaseMachine.noteIfStill(ctx.db, id, 'broadcasting', 'pending', { nodeRefusal: null });
    if (state !== 'broadcasting' || nodeRefusal !== null) await setNodeRefusal(ctx.db, 'purchases', id, null);
  });
  if (reason === null) return null;
  await setNodeRefusal(ctx.db, 'purchases', id, reason);
  ctx.log.warn({ purchaseId: id, reason }, 'a purchase package was not sent yet');
  return reason;
}

/** What the node says of its mempool, asked once for all open purchases. */
interface Mempool extends PackageFeeRate {
  /** Txids of what it has that spends the first coin of a settlement: that, or a conflicting spend. */
  readonly spenders: ReadonlySet<string | null>;
}

/** Why a purchase is not sent now. Without figures: the same at every poll. */
const WAITS = 'the mempool minimum is above what it pays; it is sent again once the minimum has fallen';

/**
 * Settles the purchases in progress: confirms those that a block has, sends again what the node does not
 * know, and fails a purchase once a conflicting spend of an input is buried. Of those that the mempool has,
 * or whose rate is below its minimum, the node is not asked one by one. Runs on every poll of the follower.
 * Retry-safe.
 */
export async function confirmPurchases(ctx: TradingContext, tip: BlockRef): Promise<void> {
  await eachTrade(ctx, await failedButMined(ctx.db), (purchase) => revivePurchase(ctx, purchase));
  const open = await openPurchases(ctx.db);
  if (open.length === 0) return;
  const coins = open.map(({ package: sent }) => readTransaction(sent.at(-1)!).inputs[0]!);
  const spenders = new Set(await ctx.chain.mempoolSpenders(coins));
  const mempool = { ...(await packageFeeRate(ctx)), spenders };
  await eachTrade(ctx, open, (purchase) => followPurchase(ctx, purchase, tip, mempool));
}

/** Confirms the purchases that an applied block has; `Flow.settle`. Retry-safe. */
export async function settlePurchases(ctx: TradingContext, tip: BlockRef): Promise<void> {
  await eachTrade(ctx, await minedPurchases(ctx.db), (purchase) => followPurchase(ctx, purchase, tip, null));
}

async function followPurchase(
  ctx: TradingContext,
  purchase: Purchase,
  tip: BlockRef,
  mempool: Mempool | null,
): Promise<void> {
  const { id } = purchase;
  const fate = await packageFate(ctx, purchase, tip, mempool && knownFate(purchase, mempool));
  if (fate.is === 'mined') await confirmPurchase(ctx, purchase, fate.block);
  else if (fate.is === 'overridden') await failPurchase(ctx, purchase, fate.by);
  else if (fate.is === 'ahead' || mempool === null) return;
  else if (purchase.state === 'stalled' || isPastBlocks(ctx, purchase, tip)) {
    await stall(ctx, purchase);
    if (fate.is === 'pooled') await endPurchase(ctx, purchase);
  } else if (fate.is === 'pooled') {
    await purchaseMachine.transitionIfStill(ctx.db, id, 'broadcasting', 'pending', { nodeRefusal: null });
    await bumpIfSlow(ctx, purchase, mempool.rate);
  } else {
    await purchaseMachine.transitionIfStill(ctx.db, id, 'pending', 'broadcasting');
    if (fate.is === 'dropped' && !(await isSentAgain(ctx, purchase, mempool)) && isPastHours(ctx, purchase))
      await stall(ctx, { ...purchase, state: 'broadcasting' });
  }
}

/**
 * What the mempool says of a purchase without another request; null: ask about it. Of one that waits, the
 * node was asked when it began to, and spends in later blocks are stored.
 */
function knownFate(purchase: Purchase, mempool: Mempool): 'pooled' | 'dropped' | null {
  if (mempool.spenders.has(purchase.settlementTxid)) return 'pooled';
  const waits = purchase.nodeRefusal === WAITS && isBelow(purchase, mempool);
  return purchase.state === 'stalled' || waits ? 'dropped' : null;
}

/**
 * Whether the mempool takes nothing of this rate. Where a block already has a transfer, what is left may pay
 * more than the package: then it waits longer than it must.
 */
function isBelow({ feeRate }: Purchase, { minimum }: Mempool): boolean {
  return feeRate !== null && feeRate < minimum;
}

/** Whether the node takes it now. It is not asked while its minimum is above what the purchase pays. */
async function isSentAgain(ctx: TradingContext, purchase: Purchase, mempool: Mempool): Promise<boolean> {
  if (!isBelow(purchase, mempool)) return (await sendPurchase(ctx, purchase)) === null;
  if (purchase.nodeRefusal !== WAITS) await setNodeRefusal(ctx.db, 'purchases', purchase.id, WAITS);
  return false;
}

/**
 * Stops sending a purchase: state `stalled`, its anchor retired. One that no block takes would lock its
 * listings for ever: only a spend of one of its coins ends it.
 * The anchor belongs to the operator, who spends it: the pool, or `endPurchase` while the mempool has the
 * purchase. It fails once that spend is buried. Retry-safe.
 */
async function stall(ctx: TradingContext, { id, state, anchorId }: Purchase): Promise<void> {
  if (state !== 'broadcasting' && state !== 'pending') return;
  const isStalled = await inTransaction(ctx.db, async (db) => {
    if (!(await purchaseMachine.transition(db, id, state, 'stalled'))) return false;
    await retireAnchors(db, [anchorId], ctx.clock.now());
    return true;
  });
  if (isStalled)
    ctx.log.warn({ purchaseId: id }, 'a purchase is not sent any more: no block took it for too long');
}

/**
 * Undoes what blocks above `height` confirmed. `confirmPurchases` then finds each purchase again, in a block
 * or not.
 */
export async function unconfirmPurchases(db: Database, height: number): Promise<void> {
  for (const purchase of await purchasesConfirmedAbove(db, height)) {
    const back = { confirmedHeight: null };
    await purchaseMachine.mustTransition(db, purchase.id, 'confirmed', 'pending', back);
    const sales = await salesOfPurchase(db, purchase.id);
    await unconfirmSales(db, sales);
    const ids = sales.map(({ listingId }) => listingId);
    const relisted = await relistedAmong(db, ids);
    // Its seller had ended it before a block had the purchase after all: it never comes back to the book.
    const ended = new Set(
      (await listingsByIds(db, ids)).flatMap((row) => (row?.closeReason ? [row.id] : [])),
    );
    for (const sale of sales) {
      // one that `confirmPurchase` could not make sold stays as it is
      if (ended.has(sale.listingId))
        await listingMachine.transitionIfStill(db, sale.listingId, 'sold', 'cancelled');
      const to = relisted.has(sale.listingId) ? 'invalidated' : 'hidden_locked';
      await listingMachine.transitionIfStill(db, sale.listingId, 'sold', to, { closedAt: null });
    }
  }
}

async function confirmPurchase(ctx: TradingContext, purchase: Purchase, block: StoredBlock): Promise<void> {
  const { height, blockTime } = block;
  await inTransaction(ctx.db, async (db) => {
    const from = purchase.state as 'broadcasting' | 'pending' | 'stalled';
    const confirmed = { confirmedHeight: height };
    if (!(await purchaseMachine.transition(db, purchase.id, from, 'confirmed', confirmed))) return;
    const sales = await salesOfPurchase(db, purchase.id);
    await confirmSales(db, sales, { soldAt: blockTime, blockHeight: height });
    for (const { listingId } of sales) {
      // A listing that was listed again while a reorg had undone the sale waits as invalidated.
      // One whose purchase had failed may have been closed since.
      for (const state of ['cancelled', 'expired'] as const)
        await listingMachine.transitionIfStill(db, listingId, state, 'sold', { closedAt: blockTime });
      const found = { closedAt: blockTime, closeReason: null };
      await listingMachine.transitionIfStill(db, listingId, 'invalidated', 'sold', found);
      await listingMachine.transitionIfStill(db, listingId, 'hidden_locked', 'sold', { closedAt: blockTime });
    }
  });
  ctx.log.info({ purchaseId: purchase.id, txid: purchase.settlementTxid, height }, 'purchase confirmed');
}

/** A block has a purchase that had failed: it is followed again like any other. */
async function revivePurchase(ctx: TradingContext, { id, settlementTxid }: Purchase): Promise<void> {
  await inTransaction(ctx.db, async (db) => {
    if (!(await purchaseMachine.transition(db, id, 'failed', 'pending', { failure: null }))) return;
    await reviveSales(db, await salesOfPurchase(db, id));
  });
  ctx.log.warn({ purchaseId: id, txid: settlementTxid }, 'a failed purchase is in a block after all');
}

async function failPurchase(ctx: TradingContext, purchase: Purchase, by: Spend): Promise<void> {
  const sales = await salesOfPurchase(ctx.db, purchase.id);
  const listings = (
    await listingsByIds(
      ctx.db,
      sales.map(({ listingId }) => listingId),
    )
  ).filter((row) => row !== null);
  const confirmations = await confirmationsOf(ctx, listings);
  const failure = spendText(by);
  await inTransaction(ctx.db, async (db) => {
    const from = purchase.state as 'broadcasting' | 'pending' | 'stalled';
    if (!(await purchaseMachine.transition(db, purchase.id, from, 'failed', { failure }))) return;
    await failSales(db, sales);
    // What a restore had ended meanwhile, as its seller may have before, is not in the book again.
    const ended = new Set(listings.filter(({ closeReason }) => closeReason).map(({ id }) => id));
    for (const [i, { listingId }] of sales.entries()) {
      const closed = { closedAt: ctx.clock.now() };
      if (ended.has(listingId))
        await listingMachine.transitionIfStill(db, listingId, 'hidden_locked', 'cancelled', closed);
      const [to, closeReason] =
        confirmations[i] === null ? (['invalidated', failure] as const) : (['buyable', null] as const);
      // A listing that was listed again while a reorg had undone the sale is already invalidated.
      await listingMachine.transitionIfStill(db, listingId, 'hidden_locked', to, { closeReason });
    }
    await releaseAssignedAnchor(db, purchase.anchorId);
    await unlockPayments(db, purchase.id);
  });
  ctx.log.warn({ purchaseId: purchase.id, txid: purchase.settlementTxid, failure }, 'a purchase failed');
}
