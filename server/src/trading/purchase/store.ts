import { randomUUID } from 'node:crypto';
import type { SalePlan } from '@ordbook/protocol/purchase/plan';
import { refuse } from '@ordbook/protocol/refusals';
import { nameTrades } from '../../base/trade-scope.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { type Listing, markTransfersSent } from '../../store/listing/listings.ts';
import { listingMachine } from '../../store/listing/machine.ts';
import { type Anchor, assignAnchors } from '../../store/operator-coins/anchors.ts';
import { insertPurchase, lockPayments, type Purchase } from '../../store/purchase/purchases.ts';
import { insertPendingSales } from '../../store/sale/write-sales.ts';
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
 * several concurrent purchases of one listing, one is stored. The others are refused with 409.
 */
export async function storePurchase(ctx: TradingContext, input: SignedPurchase): Promise<Purchase> {
  const { caller, binding, anchor, listings, plan, settlementTxid, rawPackage, feeRate } = input;
  const now = ctx.clock.now();
  const id = randomUUID();
  nameTrades(id);
  return inTransaction(ctx.db, async (db) => {
    for (const listing of [...listings].sort((a, b) => (a.id < b.id ? -1 : 1))) {
      if (!(await listingMachine.transition(db, listing.id, 'buyable', 'hidden_locked')))
        refuse('not_buyable', `listing ${listing.id} has been bought or closed`);
    }
    if (!(await assignAnchors(db, [anchor])))
      refuse('stale', `anchor ${anchor.id} is no longer reserved; run the preflight again`);
    await markTransfersSent(
      db,
      listings.map((listing) => listing.id),
      now,
    );
    const purchase = await insertPurchase(db, {
      id,
      state: 'broadcasting',
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
    });
    if (!(await lockPayments(db, purchase.id, plan.terms.payments)))
      refuse('coins_spent', 'a payment coin is already used by another pending purchase');
    await insertPendingSales(
      db,
      listings.map((listing, i) => ({
        id: randomUUID(),
        purchaseId: purchase.id,
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
      })),
    );
    return purchase;
  });
}
