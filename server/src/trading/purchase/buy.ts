/**
 * Purchase: one buyer, 1..20 listings, one signed transaction (TX2) behind the listings' transfers (TX1).
 *
 *   buyer                            ordbook                                      node, index
 *     │  POST purchases/preflight      │                                              │
 *     ├───────────────────────────────►│ buyable? coins safe? fee rate            ──►│
 *     │  the sale's PSBT, every figure │ an anchor reserved, with what was quoted     │
 *     │◄───────────────────────────────┤                                              │
 *     │  POST purchases/submit         │ rebuilt, compared, signatures verified       │
 *     ├───────────────────────────────►│ the signer completes the package             │
 *     │                                │ would the node take it?                  ──►│
 *     │                                │ stored: broadcasting; listings hidden_locked │
 *     │  settlementTxid, pendingSaleIds│ submitpackage                            ──►│
 *     │◄───────────────────────────────┤   pending                                    │
 *                                      │ a block has it: confirmed, sales, sold   ◄──│
 *
 * Guarantees: the buyer's inputs lose exactly `totalBuyerCostSats`; one listing is never in two live purchases; what a crash
 * leaves is finished by `confirmPurchases`, the only repair code. A broadcast error is not a failure: only a foreign spend of an
 * input, buried `failureDepth` blocks deep, is. The operator makes one when the node has refused the purchase for days.
 */
import { createHash } from 'node:crypto';
import { layoutTxid } from '@ordbook/protocol/layout/layout';
import type { PsbtStep } from '@ordbook/protocol/layout/terms';
import type { Payer } from '@ordbook/protocol/locks/payer';
import type { Utxo } from '@ordbook/protocol/outpoint';
import { readSteps } from '@ordbook/protocol/psbt/signed-step';
import { saleLayout, saleStep } from '@ordbook/protocol/purchase/sale';
import { refuse } from '@ordbook/protocol/refusals';
import type { BlockRef } from '../../chain/port.ts';
import type { StoredBlock } from '../../store/chain/blocks.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { listingsByIds, relistedAmong } from '../../store/listing/listings.ts';
import { listingMachine } from '../../store/listing/machine.ts';
import {
  type Anchor,
  anchorsByIds,
  recordAnchorQuote,
  releaseAnchors,
  releaseAssignedAnchor,
  retireAnchors,
} from '../../store/operator-coins/anchors.ts';
import type { Database } from '../../store/port.ts';
import { purchaseMachine } from '../../store/purchase/machine.ts';
import {
  openPurchases,
  type Purchase,
  purchaseByAnchor,
  purchasesConfirmedAbove,
  unlockPayments,
} from '../../store/purchase/purchases.ts';
import { salesOfPurchase } from '../../store/sale/sales.ts';
import { confirmSales, failSales, unconfirmSales } from '../../store/sale/write-sales.ts';
import { type Binding, callersBinding, payerFor } from '../account/wallet-binding.ts';
import type { Caller, TradingContext } from '../context.ts';
import { confirmationsOf } from '../listing/listed-coins.ts';
import { isReservedFor, requireAnchors } from '../operator-coins/anchors.ts';
import { packageFate, requireAcceptable, sendPackage } from '../settlement/package.ts';
import {
  requireDistinct,
  requireSelected,
  requireSpendable,
  spendableCoins,
} from '../settlement/payment-coins.ts';
import { once } from '../settlement/retried-submit.ts';
import { buyableListings, type ListingRef, requireStillThere } from './buyable-listings.ts';
import { planPurchase, purchaseFeeRate } from './plan.ts';
import { storePurchase } from './store.ts';

export interface PurchaseBody {
  readonly slug: string;
  readonly walletBindingId: string;
  readonly paymentPublicKey: string;
  readonly listings: readonly ListingRef[];
  readonly spendableUtxos?: readonly Utxo[];
  readonly roundUpDonation?: boolean;
}

export interface SignedPurchaseBody extends PurchaseBody {
  readonly spendableUtxos: readonly Utxo[];
  readonly purchaseAnchorUtxoId: string;
  readonly selectedPaymentUtxos: readonly Utxo[];
  readonly signedSteps: readonly PsbtStep[];
}

/**
 * Builds the purchase and reserves its anchor. Changes no listing; safe to repeat: the caller's reservation for the same listings is used
 * again, and the newest quote counts. It expires by itself.
 */
export async function preflightPurchase(ctx: TradingContext, caller: Caller, body: PurchaseBody) {
  requireDistinct(body.spendableUtxos ?? [], 'spendableUtxos');
  const binding = await callersBinding(ctx, caller, body.walletBindingId);
  const payer = payerFor(ctx, binding, body.paymentPublicKey);
  const listings = await buyableListings(ctx, caller, body.slug, body.listings);
  await requireStillThere(ctx, listings);
  const candidates = await spendableCoins(ctx, binding, payer, body.spendableUtxos);
  const feeRate = await purchaseFeeRate(ctx, listings.length);

  const purpose = purposeOf(body.listings);
  const [anchor] = (await requireAnchors(ctx, caller, [purpose])) as [Anchor];
  try {
    const plan = await planPurchase(ctx, {
      buyerOrdinalsAddress: binding.ordinalsAddress,
      payer,
      listings,
      anchor,
      feeRate,
      roundUpDonation: body.roundUpDonation ?? false,
      coins: { from: candidates },
    });
    const layout = saleLayout(plan.terms, ctx.keys, ctx.settings.network);
    const settlementTxid = layoutTxid(layout);
    const quote = { profileId: caller.profileId, purpose, feeRate, settlementTxid };
    if (!(await recordAnchorQuote(ctx.db, anchor.id, quote)))
      refuse(
        'stale',
        'the anchor of the purchase was given to somebody else meanwhile; run the preflight again',
      );
    return {
      listings: [...plan.listings],
      selectedPaymentUtxos: [...plan.terms.payments],
      ...plan.figures,
      donationInitiative: ctx.settings.donation
        ? { name: ctx.settings.donation.name, url: ctx.settings.donation.url }
        : null,
      purchaseAnchorUtxoId: anchor.id,
      steps: [saleStep(plan.terms, ctx.keys, ctx.settings.network)],
      expectedSettlementTxid: settlementTxid,
      expectedListingTransferTxids: listings.map((listing) => listing.transferTxid),
    };
  } catch (error) {
    // What an earlier preflight quoted with the same anchor stands.
    if (!anchor.reservation?.settlementTxid) await releaseAnchors(ctx.db, [anchor]);
    throw error;
  }
}

/** The same for the same listings, in whatever order. */
function purposeOf(listings: readonly ListingRef[]): string {
  const ids = listings.map(({ listingId }) => listingId.toLowerCase()).sort();
  return `purchase ${createHash('sha256').update(ids.join()).digest('hex')}`;
}

/**
 * Verifies, stores and broadcasts a signed purchase. Safe to repeat: the purchase of an anchor is made once, a repeat returns the
 * same ids. Refuses 400 for a PSBT that is not the quoted one, 409 when listings, coins or the quote changed, 503 when the
 * node went away: then the purchase is stored if it may have been sent, and repeating tells.
 */
export async function submitPurchase(ctx: TradingContext, caller: Caller, body: SignedPurchaseBody) {
  requireDistinct(body.spendableUtxos, 'spendableUtxos');
  requireDistinct(body.selectedPaymentUtxos, 'selectedPaymentUtxos');
  const binding = await callersBinding(ctx, caller, body.walletBindingId);
  const payer = payerFor(ctx, binding, body.paymentPublicKey);
  return once(
    async () => {
      const earlier = await purchaseByAnchor(ctx.db, body.purchaseAnchorUtxoId);
      return earlier && repeat(ctx, caller, earlier, body);
    },
    () => newPurchase(ctx, caller, { binding, payer, body }),
  );
}

async function newPurchase(
  ctx: TradingContext,
  caller: Caller,
  { binding, payer, body }: { binding: Binding; payer: Payer; body: SignedPurchaseBody },
) {
  const [anchor] = await anchorsByIds(ctx.db, [body.purchaseAnchorUtxoId]);
  const quoted = anchor?.reservation;
  const isReserved = anchor && isReservedFor(ctx, anchor, caller, purposeOf(body.listings));
  if (!isReserved || !quoted?.feeRate || !quoted.settlementTxid)
    refuse('stale', `anchor ${body.purchaseAnchorUtxoId} is not reserved for you; run the preflight again`);
  const listings = await buyableListings(ctx, caller, body.slug, body.listings);
  await requireStillThere(ctx, listings);
  requireSelected(body);
  const payments = await requireSpendable(ctx, payer, body.selectedPaymentUtxos);

  const plan = await planPurchase(ctx, {
    buyerOrdinalsAddress: binding.ordinalsAddress,
    payer,
    listings,
    anchor,
    feeRate: quoted.feeRate,
    roundUpDonation: body.roundUpDonation ?? false,
    coins: { exactly: payments },
  });
  const layout = saleLayout(plan.terms, ctx.keys, ctx.settings.network);
  if (layoutTxid(layout) !== quoted.settlementTxid)
    refuse('stale', `the purchase is not ${quoted.settlementTxid} any more; run the preflight again`);
  const [buyerSignatures] = readSteps([layout], 'buyer', body.signedSteps);

  const completed = await ctx.signer.signSale({
    terms: plan.terms,
    transferSignatures: listings.map((listing) => listing.transferSignature),
    sellerSignatures: listings.map((listing) => listing.saleSignature),
    buyerSignatures: buyerSignatures!,
  });
  const rawPackage = [...completed.transfers, completed.sale];
  await requireAcceptable(ctx, rawPackage);
  const purchase = await storePurchase(ctx, {
    caller,
    binding,
    anchor,
    listings,
    plan,
    settlementTxid: quoted.settlementTxid,
    rawPackage,
  });
  await broadcastPurchase(ctx, purchase);
  return purchaseResponse(ctx, purchase, body);
}

/** Sends a stored purchase. Safe to repeat. Refuses 409 with the node's reason; the purchase stays for `confirmPurchases`. */
export async function broadcastPurchase(ctx: TradingContext, purchase: Purchase): Promise<void> {
  const reason = await sendPurchase(ctx, purchase);
  if (reason !== null) refuse('rejected_by_network', `the node does not take the purchase now (${reason})`);
}

/** broadcasting -> pending, or the node's reason. */
async function sendPurchase(ctx: TradingContext, purchase: Purchase): Promise<string | null> {
  const reason = await sendPackage(ctx, purchase);
  if (reason === null)
    await purchaseMachine.transitionIfStill(ctx.db, purchase.id, 'broadcasting', 'pending');
  else ctx.log.warn({ purchaseId: purchase.id, reason }, 'the node did not take a purchase package');
  return reason;
}

/**
 * Settles what is in flight: confirms purchases that a block has, sends again what the node does not know, and fails a purchase once
 * a foreign spend of one of its inputs is buried. Runs at every poll of the follower; retry-safe.
 */
export async function confirmPurchases(ctx: TradingContext, tip: BlockRef): Promise<void> {
  for (const purchase of await openPurchases(ctx.db)) {
    const { id } = purchase;
    const fate = await packageFate(ctx, 'purchases', purchase, tip);
    if (fate.is === 'mined') await confirmPurchase(ctx, purchase, fate.block);
    else if (fate.is === 'overridden') await failPurchase(ctx, purchase);
    else if (fate.is === 'pooled')
      await purchaseMachine.transitionIfStill(ctx.db, id, 'broadcasting', 'pending');
    else if (fate.is !== 'ahead')
      await purchaseMachine.transitionIfStill(ctx.db, id, 'pending', 'broadcasting');
    if (fate.is === 'dropped' && (await sendPurchase(ctx, purchase)) !== null)
      await giveUpIfOld(ctx, purchase);
  }
}

/**
 * A purchase that the node refuses for days would lock its listings for ever: only a spend of one of its coins ends it. The operator has
 * one of them, so the anchor goes to the pool to be spent, and the purchase fails once that is buried.
 */
async function giveUpIfOld(ctx: TradingContext, purchase: Purchase): Promise<void> {
  const age = ctx.clock.now().getTime() - purchase.createdAt.getTime();
  if (age > ctx.settings.patienceMs) await retireAnchors(ctx.db, [purchase.anchorId], ctx.clock.now());
}

/** Takes back what blocks above `height` confirmed. `confirmPurchases` then finds each again, in a block or not. */
export async function unconfirmPurchases(db: Database, height: number): Promise<void> {
  for (const purchase of await purchasesConfirmedAbove(db, height)) {
    const back = { confirmedHeight: null };
    await purchaseMachine.mustTransition(db, purchase.id, 'confirmed', 'pending', back);
    const sales = await salesOfPurchase(db, purchase.id);
    await unconfirmSales(db, sales);
    const relisted = await relistedAmong(
      db,
      sales.map(({ listingId }) => listingId),
    );
    for (const sale of sales) {
      const to = relisted.has(sale.listingId) ? 'invalidated' : 'hidden_locked';
      // One that `confirmPurchase` could not make sold stays as it is.
      await listingMachine.transitionIfStill(db, sale.listingId, 'sold', to, { closedAt: null });
    }
  }
}

async function confirmPurchase(ctx: TradingContext, purchase: Purchase, block: StoredBlock): Promise<void> {
  const { height, blockTime } = block;
  await inTransaction(ctx.db, async (db) => {
    const from = purchase.state as 'broadcasting' | 'pending';
    const confirmed = { confirmedHeight: height };
    if (!(await purchaseMachine.transition(db, purchase.id, from, 'confirmed', confirmed))) return;
    const sales = await salesOfPurchase(db, purchase.id);
    await confirmSales(db, sales, { soldAt: blockTime, blockHeight: height });
    for (const { listingId } of sales) {
      // One that was listed anew, while a reorg had undone the sale, waits as invalidated.
      for (const state of ['hidden_locked', 'invalidated'] as const)
        await listingMachine.transitionIfStill(db, listingId, state, 'sold', { closedAt: blockTime });
    }
  });
  ctx.log.info({ purchaseId: purchase.id, txid: purchase.settlementTxid, height }, 'purchase confirmed');
}

async function failPurchase(ctx: TradingContext, purchase: Purchase): Promise<void> {
  const sales = await salesOfPurchase(ctx.db, purchase.id);
  const listings = (
    await listingsByIds(
      ctx.db,
      sales.map(({ listingId }) => listingId),
    )
  ).filter((row) => row !== null);
  const confirmations = await confirmationsOf(ctx, listings);
  const failure = 'a coin of the purchase was spent elsewhere';
  await inTransaction(ctx.db, async (db) => {
    const from = purchase.state as 'broadcasting' | 'pending';
    if (!(await purchaseMachine.transition(db, purchase.id, from, 'failed', { failure }))) return;
    await failSales(db, sales);
    for (const [i, { listingId }] of sales.entries()) {
      const [to, closeReason] =
        confirmations[i] === null ? (['invalidated', failure] as const) : (['buyable', null] as const);
      // One that was listed anew, while a reorg had undone the sale, is invalidated already.
      await listingMachine.transitionIfStill(db, listingId, 'hidden_locked', to, { closeReason });
    }
    await releaseAssignedAnchor(db, purchase.anchorId);
    await unlockPayments(db, purchase.id);
  });
  ctx.log.warn({ purchaseId: purchase.id, txid: purchase.settlementTxid }, failure);
}

async function repeat(ctx: TradingContext, caller: Caller, purchase: Purchase, body: SignedPurchaseBody) {
  if (purchase.buyerProfileId !== caller.profileId)
    refuse('stale', `anchor ${body.purchaseAnchorUtxoId} is not reserved for you; run the preflight again`);
  if (purchase.state === 'failed') refuse('stale', `the purchase failed: ${purchase.failure}`);
  if (purchase.state === 'broadcasting') await broadcastPurchase(ctx, purchase);
  return purchaseResponse(ctx, purchase, body);
}

async function purchaseResponse(ctx: TradingContext, purchase: Purchase, body: SignedPurchaseBody) {
  const sales = await salesOfPurchase(ctx.db, purchase.id);
  const bought = body.listings.map(({ listingId }) => sales.find((sale) => sale.listingId === listingId));
  if (bought.length !== sales.length || bought.includes(undefined))
    refuse('stale', `purchase ${purchase.settlementTxid} was made for other listings`);
  return {
    settlementTxid: purchase.settlementTxid,
    listingTransferTxids: bought.map((sale) => sale!.transferTxid),
    pendingSaleIds: bought.map((sale) => sale!.id),
    listings: body.listings.map(({ listingId, inscriptionId }) => ({ listingId, inscriptionId })),
  };
}
