/**
 * The transactions of an accepted offer or counter, from the acceptance to the sale.
 *
 *   accepted, broadcasting ──► pending ──► confirmed: a sale; the payout is sent until a block has it
 *                     │    └──► failed: a conflicting spend is buried; the offer is invalidated
 *                     │    └──► stalled: no block took it for hours; its coins are free for other offers
 *                     └──► stalled: no node took it
 *
 * The acceptance and its raw transactions are stored before the node receives them. `confirmSettlements` runs
 * on every poll of the follower, sends again what the node does not know, and undoes what a reorg undid. No
 * other code repairs settlements.
 */
import { randomUUID } from 'node:crypto';
import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import { incomeOfItem } from '@ordbook/protocol/purchase/income';
import { refuse } from '@ordbook/protocol/refusals';
import { nameTrades } from '../../base/trade-scope.ts';
import type { BlockRef } from '../../chain/port.ts';
import type { StoredBlock } from '../../store/chain/blocks.ts';
import { setNodeRefusal } from '../../store/database/node-refusal.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { offerMachine, offerSettlementMachine } from '../../store/offer/machine.ts';
import { hasAcceptedRival, type Offer, offerById } from '../../store/offer/offers.ts';
import {
  failedButMined,
  insertOfferSettlement,
  minedSettlements,
  type OfferSettlement,
  openPayouts,
  openSettlements,
  setPayoutDone,
  settlementsConfirmedAbove,
} from '../../store/offer/settlements.ts';
import { retireAnchors } from '../../store/operator-coins/anchors.ts';
import type { Database } from '../../store/port.ts';
import { salesOfOffer } from '../../store/sale/sales.ts';
import {
  confirmSales,
  failSales,
  insertPendingSales,
  reviveSales,
  unconfirmSales,
} from '../../store/sale/write-sales.ts';
import type { TradingContext } from '../context.ts';
import { eachTrade } from '../settlement/each-trade.ts';
import { packageFate, sendPackage } from '../settlement/package.ts';
import { isPastBlocks, isPastHours } from '../settlement/patience.ts';
import { conflictingSpend, type Spend, spendsInBlocks, spendText } from '../settlement/spent-coins.ts';

export interface Acceptance {
  readonly settlementTxid: string;
  readonly payoutTxid: string | null;
  readonly fundingTxid: string | null;
  /** Raw hex in the order of submission. */
  readonly package: readonly string[];
}

/**
 * Stores the acceptance with the answer to its submit, then sends it; `confirmSettlements` sends it again
 * until the node takes it. Refuses 409 when the offer was closed or one of its coins was accepted elsewhere.
 */
export async function completeAcceptance(
  ctx: TradingContext,
  offer: Offer,
  acceptance: Acceptance,
  storeAnswer: (db: Database) => Promise<void>,
): Promise<void> {
  nameTrades(offer.id);
  const settlement = await inTransaction(ctx.db, async (db) => {
    const stored = await store({ ...ctx, db }, offer, acceptance);
    await storeAnswer(db);
    return stored;
  });
  await sendSettlement(ctx, settlement);
}

/**
 * Sends a stored settlement: broadcasting -> pending. Returns the reason when the node does not take it now
 * or is unreachable. Retry-safe.
 */
export async function sendSettlement(
  ctx: TradingContext,
  settlement: OfferSettlement,
): Promise<string | null> {
  const { id, offerId } = settlement;
  const reason = await sendPackage(ctx, settlement);
  await setNodeRefusal(ctx.db, 'offerSettlements', id, reason);
  // a power cut may undo it: the follower then finds the settlement in the mempool, or sends it again
  if (reason === null) await offerSettlementMachine.noteIfStill(ctx.db, id, 'broadcasting', 'pending');
  else ctx.log.warn({ offerId, reason }, 'a settlement was not sent yet');
  return reason;
}

/**
 * Settles what is in progress: confirms settlements that a block has, sends again what the node does not
 * know, fails a settlement once a conflicting spend of a coin is buried, and sends payouts until they are
 * mined. Runs on every poll of the follower. Retry-safe.
 */
export async function confirmSettlements(ctx: TradingContext, tip: BlockRef): Promise<void> {
  await eachTrade(ctx, await failedButMined(ctx.db), (settlement) => revive(ctx, settlement), offerOf);
  await eachTrade(
    ctx,
    await openSettlements(ctx.db),
    (settlement) => confirmOrRepair(ctx, settlement, tip),
    offerOf,
  );
  await eachTrade(ctx, await openPayouts(ctx.db), (settlement) => resendPayout(ctx, settlement), offerOf);
}

/** Confirms the settlements that an applied block has; `Flow.settle`. Retry-safe. */
export async function settleAccepted(ctx: TradingContext, tip: BlockRef): Promise<void> {
  const mined = await minedSettlements(ctx.db);
  await eachTrade(ctx, mined, (settlement) => confirmOrRepair(ctx, settlement, tip), offerOf);
}

/** The trade's id. */
const offerOf = ({ offerId }: OfferSettlement): string => offerId;

/**
 * Undoes what blocks above `height` confirmed. `confirmSettlements` then finds each settlement again, in a
 * block or not.
 */
export async function unconfirmSettlements(db: Database, height: number): Promise<void> {
  for (const settlement of await settlementsConfirmedAbove(db, height)) {
    const back = { confirmedHeight: null, payoutDone: false };
    await offerSettlementMachine.mustTransition(db, settlement.id, 'confirmed', 'pending', back);
    await unconfirmSales(db, await salesOfOffer(db, settlement.offerId));
  }
}

async function store(ctx: TradingContext, offer: Offer, acceptance: Acceptance): Promise<OfferSettlement> {
  const now = ctx.clock.now();
  return inTransaction(ctx.db, async (db) => {
    if (await hasAcceptedRival(db, offer.id))
      refuse('offer_closed', `another offer that spends a coin of ${offer.id} has been accepted`);
    if (!(await offerMachine.transition(db, offer.id, 'active', 'accepted', { closedAt: now })))
      refuse('offer_closed', `offer ${offer.id} has been closed; fetch it again`);
    const settlement = await insertOfferSettlement(db, {
      id: randomUUID(),
      offerId: offer.id,
      state: 'broadcasting',
      settlementTxid: acceptance.settlementTxid,
      payoutTxid: acceptance.payoutTxid,
      fundingTxid: acceptance.fundingTxid,
      package: [...acceptance.package],
      createdAt: now,
    });
    const sale = {
      id: randomUUID(),
      offerId: offer.id,
      txid: acceptance.settlementTxid,
      inscriptionId: offer.inscriptionId,
      collectionSlug: offer.collectionSlug,
      sellerAddress: offer.sellerAddress,
      buyerAddress: offer.buyerAddress,
      priceSats: offer.priceSats,
      ...incomeOfItem(offer.fees, offer.terms.payouts),
    };
    await insertPendingSales(db, [sale]);
    return settlement;
  });
}

async function confirmOrRepair(
  ctx: TradingContext,
  settlement: OfferSettlement,
  tip: BlockRef,
): Promise<void> {
  const { id } = settlement;
  const fate = await packageFate(ctx, settlement, tip);
  if (fate.is === 'mined') await confirm(ctx, settlement, fate.block);
  else if (fate.is === 'overridden') await fail(ctx, settlement, fate.by);
  else if (fate.is === 'ahead') return;
  else if (isPastBlocks(ctx, settlement, tip)) await stall(ctx, settlement);
  else if (fate.is === 'pooled')
    for (const from of ['broadcasting', 'stalled'] as const)
      await offerSettlementMachine.transitionIfStill(ctx.db, id, from, 'pending');
  else {
    await offerSettlementMachine.transitionIfStill(ctx.db, id, 'pending', 'broadcasting');
    if (fate.is !== 'dropped' || settlement.state === 'stalled') return;
    const reason = await sendSettlement(ctx, settlement);
    if (reason !== null && isPastHours(ctx, settlement))
      await stall(ctx, { ...settlement, state: 'broadcasting' });
  }
}

/**
 * A settlement that no block takes would bind its parties for ever. It is not sent any more, and its coins
 * are free for other offers. A counter also loses its anchor, whose spend ends it for good; of an offer only
 * its parties have coins, and any of them may spend one. Retry-safe.
 */
async function stall(ctx: TradingContext, { id, offerId, state }: OfferSettlement): Promise<void> {
  if (state !== 'broadcasting' && state !== 'pending') return;
  const isStalled = await inTransaction(ctx.db, async (db) => {
    if (!(await offerSettlementMachine.transition(db, id, state, 'stalled'))) return false;
    const offer = await offerById(db, offerId);
    if (offer?.anchorId) await retireAnchors(db, [offer.anchorId], ctx.clock.now());
    return true;
  });
  if (isStalled)
    ctx.log.warn({ offerId }, 'a settlement is not sent any more: no block took it for too long');
}

async function confirm(ctx: TradingContext, settlement: OfferSettlement, block: StoredBlock): Promise<void> {
  const { height, blockTime } = block;
  await inTransaction(ctx.db, async (db) => {
    const from = settlement.state as 'broadcasting' | 'pending' | 'stalled';
    const confirmed = { confirmedHeight: height };
    if (!(await offerSettlementMachine.transition(db, settlement.id, from, 'confirmed', confirmed))) return;
    const sales = await salesOfOffer(db, settlement.offerId);
    await confirmSales(db, sales, { soldAt: blockTime, blockHeight: height });
  });
  ctx.log.info({ offerId: settlement.offerId, txid: settlement.settlementTxid, height }, 'offer settled');
}

/** A block has a settlement that had failed: it is followed again like any other. */
async function revive(ctx: TradingContext, { id, offerId, settlementTxid }: OfferSettlement): Promise<void> {
  await inTransaction(ctx.db, async (db) => {
    if (!(await offerSettlementMachine.transition(db, id, 'failed', 'pending', { failure: null }))) return;
    await reviveSales(db, await salesOfOffer(db, offerId));
    const open = { closeReason: null, isFinal: false };
    await offerMachine.transitionIfStill(db, offerId, 'invalidated', 'accepted', open);
  });
  ctx.log.warn({ offerId, txid: settlementTxid }, 'a failed settlement is in a block after all');
}

async function fail(ctx: TradingContext, settlement: OfferSettlement, by: Spend): Promise<void> {
  const failure = spendText(by);
  await inTransaction(ctx.db, async (db) => {
    const from = settlement.state as 'broadcasting' | 'pending' | 'stalled';
    if (!(await offerSettlementMachine.transition(db, settlement.id, from, 'failed', { failure }))) return;
    await failSales(db, await salesOfOffer(db, settlement.offerId));
    await offerMachine.mustTransition(db, settlement.offerId, 'accepted', 'invalidated', {
      closedAt: ctx.clock.now(),
      closeReason: failure,
      isFinal: true,
    });
  });
  ctx.log.warn(
    { offerId: settlement.offerId, txid: settlement.settlementTxid, failure },
    'a settlement failed',
  );
}

/**
 * Sends the payout until a block has it. A payout with a conflicting spend ends: its proceeds are at the
 * seller's own address, so only the seller can have spent them.
 */
async function resendPayout(ctx: TradingContext, settlement: OfferSettlement): Promise<void> {
  const payout = await ctx.chain.transaction(settlement.payoutTxid!);
  if (payout) {
    if (payout.confirmations > 0) await setPayoutDone(ctx.db, settlement.id);
    return;
  }
  const raw = settlement.package.find((hex) => readTransaction(hex).txid === settlement.payoutTxid)!;
  const verdict = await ctx.chain.broadcast(raw);
  if (verdict.accepted) return;
  const spends = await spendsInBlocks(ctx, readTransaction(raw).inputs);
  if (conflictingSpend(spends, [])) await setPayoutDone(ctx.db, settlement.id);
}
