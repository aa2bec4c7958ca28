import { randomUUID } from 'node:crypto';
import type { SalePlan } from '@ordbook/protocol/purchase/plan';
import { refuse } from '@ordbook/protocol/refusals';
import { nameTrades } from '../../base/trade-scope.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import type { Listing } from '../../store/listing/listings.ts';
import type { Anchor } from '../../store/operator-coins/anchors.ts';
import { insertPurchase } from '../../store/purchase/purchases.ts';
import type { Binding } from '../account/wallet-binding.ts';
import type { Caller, TradingContext } from '../context.ts';
import type { PaidPartner } from './plan.ts';

/** A purchase that was verified and completed, and is about to be sent. */
export interface SignedPurchase {
  readonly caller: Caller;
  readonly binding: Binding;
  readonly anchor: Anchor;
  readonly listings: readonly Listing[];
  readonly plan: SalePlan & PaidPartner;
  readonly settlementTxid: string;
  readonly rawPackage: readonly string[];
  /** Of the package, sat/vB. */
  readonly feeRate: number;
}

/**
 * Locks every listing, assigns the anchor and writes the purchase and its pending sales, all or nothing. Of
 * several concurrent purchases of one listing, one is stored. The others are refused with 409. Returns the
 * purchase and its sales, in the order of the listings.
 */
export async function storePurchase(ctx: TradingContext, input: SignedPurchase) {
  const { caller, binding, anchor, listings, plan, settlementTxid, rawPackage, feeRate } = input;
  const now = ctx.clock.now();
  const id = randomUUID();
  return inTransaction(ctx.db, async (db) => {
    nameTrades(id);
    const ids = listings.map((listing) => listing.id);
    const unstored = {
      id,
      state: 'broadcasting' as const,
      buyerProfileId: caller.profileId,
      buyerBindingId: binding.id,
      buyerOrdinalsAddress: binding.ordinalsAddress,
      anchorId: anchor.id,
      settlementTxid,
      package: [...rawPackage],
      totalCostSats: plan.figures.totalBuyerCostSats,
      partnerId: plan.partnerId,
      feeRate,
      createdAt: now,
    };
    const sales = listings.map((listing, i) => ({
      id: randomUUID(),
      purchaseId: id,
      listingId: listing.id,
      txid: settlementTxid,
      inscriptionId: listing.inscriptionId,
      collectionSlug: listing.collectionSlug,
      sellerAddress: listing.sellerOrdinalsAddress,
      buyerAddress: binding.ordinalsAddress,
      priceSats: listing.priceSats,
      ...plan.income[i]!,
      partnerId: plan.partnerId,
      partnerAddress: plan.partnerAddress,
    }));
    const taken = { listings: ids, anchor, payments: plan.terms.payments };
    const { purchase, locked, isAnchorAssigned } = await insertPurchase(db, unstored, taken, sales);
    const lost = ids.find((listingId) => !locked.includes(listingId));
    if (lost !== undefined) refuse('not_buyable', `listing ${lost} has been bought or closed`);
    if (!isAnchorAssigned)
      refuse('stale', `anchor ${anchor.id} is no longer reserved; run the preflight again`);
    if (!purchase) refuse('coins_spent', 'a payment coin is already used by another pending purchase');
    return {
      purchase,
      sales: listings.map(({ id: listingId, transferTxid }, i) => ({
        id: sales[i]!.id,
        listingId,
        transferTxid,
      })),
    };
  });
}
