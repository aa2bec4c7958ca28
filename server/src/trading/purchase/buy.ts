/**
 * Purchase: one buyer, 1..20 listings, one signed transaction (TX2) after the listings' transfers (TX1).
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
 * Guarantees: the buyer's inputs lose exactly `totalBuyerCostSats`; one listing is never in two live
 * purchases. `settlePurchases` and `confirmPurchases` finish whatever a crash interrupted; no other code
 * does. A broadcast error does not fail a purchase. Only a conflicting spend of an input does, buried
 * `failureDepth` blocks deep. The operator makes one when no block takes the purchase (`end.ts`).
 */

import { createHash } from 'node:crypto';
import { layoutTxid } from '@ordbook/protocol/layout/layout';
import type { SignedStep } from '@ordbook/protocol/layout/terms';
import { unsignedTransfer } from '@ordbook/protocol/listing/listing';
import type { Utxo } from '@ordbook/protocol/outpoint';
import { readingSteps } from '@ordbook/protocol/psbt/signed-step';
import { saleLayout, saleStep } from '@ordbook/protocol/purchase/sale';
import { refuse } from '@ordbook/protocol/refusals';
import { inSlices } from '../../base/in-slices.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import {
  type Anchor,
  anchorsByIds,
  recordAnchorQuote,
  releaseAnchors,
} from '../../store/operator-coins/anchors.ts';
import type { Purchase } from '../../store/purchase/purchases.ts';
import type { PurchaseSale } from '../../store/sale/sales.ts';
import { callersBinding, payerFor } from '../account/wallet-binding.ts';
import type { Caller, TradingContext } from '../context.ts';
import { requireOpen, type WantedTrade } from '../operation/open-for-trade.ts';
import { isReservedFor, requireAnchors } from '../operator-coins/anchors.ts';
import { requireAcceptable } from '../settlement/package.ts';
import {
  readCoins,
  requireDistinct,
  requireSelected,
  requireSpendable,
  spendableCoins,
} from '../settlement/payment-coins.ts';
import { repeatableSubmit, type StoreAnswer } from '../settlement/repeatable-submit.ts';
import { buyableListings, type ListingRef, requireStillThere } from './buyable-listings.ts';
import { planPurchase, purchaseFeeRate } from './plan.ts';
import { sendPurchase } from './settle.ts';
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
  readonly signedSteps: readonly SignedStep[];
}

/**
 * Builds the purchase and reserves its anchor. Changes no listing. Retry-safe: the caller's reservation for
 * the same listings is used again, and the latest quote counts. A reservation expires by itself.
 */
export async function preflightPurchase(ctx: TradingContext, caller: Caller, body: PurchaseBody) {
  requireDistinct(body.spendableUtxos ?? [], 'spendableUtxos');
  await requireOpen(ctx, caller, wantedBy(body));
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
        'the anchor of the purchase is now reserved by another caller; run the preflight again',
      );
    return {
      // Of a bundle, the member that was asked for.
      listings: plan.listings.map((listing, i) => ({ ...listing, ...refOf(body.listings[i]!) })),
      selectedPaymentUtxos: [...plan.terms.payments],
      ...plan.figures,
      donationInitiative: ctx.settings.donation
        ? { name: ctx.settings.donation.name, url: ctx.settings.donation.url }
        : null,
      purchaseAnchorUtxoId: anchor.id,
      steps: [saleStep(plan.terms, ctx.keys, ctx.settings.network)],
      expectedSettlementTxid: settlementTxid,
      expectedListingTransferTxids: listings.map((listing) => listing.transferTxid),
      listingTransfers: plan.terms.listings.map((terms) => unsignedTransfer(terms, ctx.keys)),
    };
  } catch (error) {
    // What an earlier preflight quoted with the same anchor stays valid.
    if (!anchor.reservation?.settlementTxid) await releaseAnchors(ctx.db, [anchor]);
    throw error;
  }
}

/** What the operator may have stopped. */
function wantedBy({ slug, walletBindingId, listings }: PurchaseBody): WantedTrade {
  const inscriptionIds = listings.map(({ inscriptionId }) => inscriptionId);
  return { flow: 'purchase', slug, walletBindingId, inscriptionIds };
}

/** The same text for the same listings in any order. */
function purposeOf(listings: readonly ListingRef[]): string {
  const ids = listings.map(({ listingId }) => listingId.toLowerCase()).sort();
  return `purchase ${createHash('sha256').update(ids.join()).digest('hex')}`;
}

/**
 * Verifies, stores and sends a signed purchase. Retry-safe: the same body gets the same answer. Refuses 400
 * for a PSBT that is not the quoted one, 409 when listings, coins or the quote changed, 503 when the node or
 * the signer is unreachable; nothing is stored then. A stored purchase that the node does not take now is
 * sent again on each poll.
 */
export async function submitPurchase(ctx: TradingContext, caller: Caller, body: SignedPurchaseBody) {
  return repeatableSubmit(ctx, caller, {
    wanted: wantedBy(body),
    flow: 'purchase',
    body,
    make: (storeAnswer) => newPurchase(ctx, caller, body, storeAnswer),
  });
}

async function newPurchase(
  ctx: TradingContext,
  caller: Caller,
  body: SignedPurchaseBody,
  storeAnswer: StoreAnswer,
): Promise<PurchaseAnswer> {
  const purpose = purposeOf(body.listings);
  requireDistinct(body.spendableUtxos, 'spendableUtxos');
  requireDistinct(body.selectedPaymentUtxos, 'selectedPaymentUtxos');
  requireSelected(body);
  const [binding, [anchor], listings] = await Promise.all([
    callersBinding(ctx, caller, body.walletBindingId),
    anchorsByIds(ctx.db, [body.purchaseAnchorUtxoId]),
    buyableListings(ctx, caller, body.slug, body.listings),
  ]);
  const payer = payerFor(ctx, binding, body.paymentPublicKey);
  const quoted = anchor?.reservation;
  const isReserved = anchor && isReservedFor(ctx, anchor, caller, purpose);
  if (!isReserved || !quoted?.feeRate || !quoted.settlementTxid)
    refuse('stale', `anchor ${body.purchaseAnchorUtxoId} is not reserved for you; run the preflight again`);
  const [coins] = await Promise.all([
    readCoins(ctx, body.selectedPaymentUtxos),
    requireStillThere(ctx, listings),
  ]);
  const plan = await planPurchase(ctx, {
    buyerOrdinalsAddress: binding.ordinalsAddress,
    payer,
    listings,
    anchor,
    feeRate: quoted.feeRate,
    roundUpDonation: body.roundUpDonation ?? false,
    coins: { exactly: requireSpendable(ctx, payer, body.selectedPaymentUtxos, coins) },
  });
  const layout = saleLayout(plan.terms, ctx.keys, ctx.settings.network);
  if (layoutTxid(layout) !== quoted.settlementTxid)
    refuse(
      'stale',
      `the purchase has changed and is no longer ${quoted.settlementTxid}; run the preflight again`,
    );
  const [buyerSignatures] = await inSlices(
    readingSteps([layout], { party: 'buyer', address: payer.address }, body.signedSteps),
  );

  const completed = await ctx.signer.signSale({
    terms: plan.terms,
    transferSignatures: listings.map((listing) => listing.transferSignature),
    sellerSignatures: listings.map((listing) => listing.saleSignature),
    buyerSignatures: buyerSignatures!,
  });
  const rawPackage = [...completed.transfers, completed.sale];
  const { feeRate, settlementTxid } = quoted;
  await requireAcceptable(ctx, rawPackage, feeRate);
  const signed = { caller, binding, anchor, listings, plan, settlementTxid, rawPackage, feeRate };
  const { purchase, answer } = await inTransaction(ctx.db, async (db) => {
    const { purchase: stored, sales } = await storePurchase({ ...ctx, db }, signed);
    const answered = purchaseResponse(stored, sales, body);
    await storeAnswer(db, answered, [stored.id]);
    return { purchase: stored, answer: answered };
  });
  await sendPurchase(ctx, purchase);
  return answer;
}

interface PurchaseAnswer {
  readonly settlementTxid: string;
  readonly listingTransferTxids: string[];
  readonly pendingSaleIds: string[];
  readonly listings: ListingRef[];
}

function purchaseResponse(
  purchase: Purchase,
  sales: readonly Pick<PurchaseSale, 'id' | 'listingId' | 'transferTxid'>[],
  body: SignedPurchaseBody,
): PurchaseAnswer {
  const bought = body.listings.map(({ listingId }) => sales.find((sale) => sale.listingId === listingId));
  if (bought.length !== sales.length || bought.includes(undefined))
    refuse('stale', `purchase ${purchase.settlementTxid} was made for other listings`);
  return {
    settlementTxid: purchase.settlementTxid,
    listingTransferTxids: bought.map((sale) => sale!.transferTxid),
    pendingSaleIds: bought.map((sale) => sale!.id),
    listings: body.listings.map(refOf),
  };
}

/** A listing as the client named it, in both calls. */
function refOf({ listingId, inscriptionId }: ListingRef): ListingRef {
  return { listingId, inscriptionId };
}
