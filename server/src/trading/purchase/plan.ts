import { feeBreakdown } from '@ordbook/protocol/layout/fees';
import type { Payer } from '@ordbook/protocol/locks/payer';
import type { Utxo } from '@ordbook/protocol/outpoint';
import { planSale, type SalePlan } from '@ordbook/protocol/purchase/plan';
import type { PricedListing } from '@ordbook/protocol/purchase/sale-shares';
import { refuse } from '@ordbook/protocol/refusals';
import { collectionBySlug } from '../../store/catalogue/collections.ts';
import type { Listing } from '../../store/listing/listings.ts';
import type { Anchor } from '../../store/operator-coins/anchors.ts';
import type { TradingContext } from '../context.ts';
import { termsOf } from '../listing/list.ts';
import { requireNotTheSeller } from '../settlement/not-the-seller.ts';
import { quotedFeeRate, refuseSeveralParents } from '../settlement/package-fee-rate.ts';
import { feesOf } from '../settlement/tradable-output.ts';
import { referralOf } from './referral.ts';

export interface PurchasePlanInput {
  readonly buyerOrdinalsAddress: string;
  readonly payer: Payer;
  readonly listings: readonly Listing[];
  readonly anchor: Pick<Anchor, 'txid' | 'vout' | 'valueSats'>;
  /** sat/vB */
  readonly feeRate: number;
  readonly roundUpDonation: boolean;
  /** `from`: select among these. `exactly`: the coins that a preflight selected. */
  readonly coins: { readonly from: readonly Utxo[] } | { readonly exactly: readonly Utxo[] };
}

/** The partner that a purchase pays; null: none. */
export interface PaidPartner {
  readonly partnerId: string | null;
  readonly partnerAddress: string | null;
}

/**
 * The purchase as it must be built from the current fees, collections and settings. The same state and input
 * give the same bytes.
 */
export async function planPurchase(
  ctx: TradingContext,
  input: PurchasePlanInput,
): Promise<SalePlan & PaidPartner> {
  const { donation } = ctx.settings;
  requireNotTheSeller(ctx, input.listings.map(termsOf), input.payer, input.buyerOrdinalsAddress);
  if (input.roundUpDonation && !donation)
    refuse('donation_unavailable', 'roundUpDonation is set, but no donation initiative is configured');
  const [partner, listings] = await Promise.all([
    referralOf(ctx, input.listings),
    pricedListings(ctx, input.listings),
  ]);
  const plan = planSale({
    listings,
    buyerOrdinalsAddress: input.buyerOrdinalsAddress,
    payer: input.payer,
    coins: input.coins,
    purchaseAnchor: { txid: input.anchor.txid, vout: input.anchor.vout, valueSats: input.anchor.valueSats },
    anchorSats: ctx.settings.anchorSats,
    feeAddress: ctx.settings.feeAddress,
    feeRate: input.feeRate,
    donation: input.roundUpDonation ? donation : null,
    partner,
    keys: ctx.keys,
    network: ctx.settings.network,
  });
  const isPaid = plan.income.some(({ partnerSats }) => partnerSats > 0);
  const paid = isPaid ? partner : null;
  return { ...plan, partnerId: paid?.id ?? null, partnerAddress: paid?.address ?? null };
}

/**
 * The package's fee rate, sat/vB. Refuses 503 above the highest rate, and for several listings while the
 * mempool minimum is above the transfers' own rate: the node takes several parents only if each passes alone.
 */
export async function purchaseFeeRate(ctx: TradingContext, listings: number): Promise<number> {
  const { rate, minimum } = await quotedFeeRate(ctx);
  if (listings > 1 && minimum > ctx.settings.transferFeeRate) refuseSeveralParents(minimum);
  return rate;
}

/** The seller's half of the fees is as signed. The buyer's half is the collection's current one. */
async function pricedListings(ctx: TradingContext, listings: readonly Listing[]): Promise<PricedListing[]> {
  const slugs = [...new Set(listings.map(({ collectionSlug }) => collectionSlug))];
  const rules = new Map(
    await Promise.all(slugs.map(async (slug) => [slug, await feeRulesOf(ctx, slug)] as const)),
  );
  return listings.map((listing) => {
    const { fees, payoutAddress } = rules.get(listing.collectionSlug)!;
    const now = feeBreakdown({
      priceSats: listing.priceSats,
      utxoValueSats: listing.utxoValueSats,
      fees,
      payoutAddress,
      network: ctx.settings.network,
    });
    return {
      terms: termsOf(listing),
      listingId: listing.id,
      inscriptionId: listing.inscriptionId,
      creatorAddress: payoutAddress,
      sendsTransfer: listing.transferSentAt === null,
      fees: {
        ...now,
        sellerMarketplaceFeeBps: listing.sellerFeeBps,
        sellerMarketplaceFeeSats: listing.sellerFeeSats,
        sellerCreatorRoyaltyBps: listing.sellerRoyaltyBps,
        sellerCreatorRoyaltySats: listing.sellerRoyaltySats,
        sellerReceiveSats: listing.sellerReceiveSats,
        marketplaceRevenueSats: listing.sellerFeeSats + now.buyerMarketplaceFeeSats,
        creatorRevenueSats: listing.sellerRoyaltySats + now.buyerCreatorRoyaltySats,
      },
    };
  });
}

async function feeRulesOf(ctx: TradingContext, slug: string): ReturnType<typeof feesOf> {
  const collection = await collectionBySlug(ctx.db, slug);
  if (!collection) throw new Error(`a listing is in collection ${slug}, which is gone`);
  return feesOf(ctx, collection);
}
