import type { FeeBreakdown } from '../layout/fees.ts';
import type { Payout } from '../layout/terms.ts';
import { type Sats, sumSats } from '../sats.ts';
import type { PricedListing, Shares } from './sale-shares.ts';

/**
 * What the operator takes from one sale and where it goes, sats. In a settlement that pays the marketplace,
 * `feePaidSats`, `partnerSats`, `royaltySats` and `anchorSats` of its sales add up to the outputs that are
 * neither of the parties nor a donation.
 */
export interface SaleIncome {
  readonly sellerFeeSats: Sats;
  readonly buyerFeeSats: Sats;
  /** Paid to the creator; 0 when it was too small for an output. */
  readonly royaltySats: Sats;
  /** Paid to the partner, out of the fees; 0 when it was too small for an output. */
  readonly partnerSats: Sats;
  /** Kept in new anchors of the operator. */
  readonly anchorSats: Sats;
  /**
   * Paid to the fee address as the marketplace's own: the fees less partner and anchors, plus what the buyer
   * refunds for the transfers.
   */
  readonly feePaidSats: Sats;
}

/** The income of each listing of a purchase, in order. What they share is divided by their fees. */
export function incomeOfSale(
  listings: readonly PricedListing[],
  { paid, freshAnchors }: Shares,
  anchorSats: Sats,
): SaleIncome[] {
  const fees = listings.map(({ fees }) => fees.marketplaceRevenueSats);
  const partner = divided(paid.partnerSats, fees);
  const anchors = divided(freshAnchors * anchorSats, fees);
  const marketplace = divided(paid.marketplaceSats, fees);
  return listings.map(({ fees, creatorAddress }, i) => ({
    sellerFeeSats: fees.sellerMarketplaceFeeSats,
    buyerFeeSats: fees.buyerMarketplaceFeeSats,
    royaltySats: creatorAddress !== null && paid.creators.has(creatorAddress) ? fees.creatorRevenueSats : 0,
    partnerSats: partner[i]!,
    anchorSats: anchors[i]!,
    feePaidSats: marketplace[i]!,
  }));
}

/** The income of a sale of one item, whose transaction pays these. */
export function incomeOfItem(
  fees: Pick<FeeBreakdown, 'sellerMarketplaceFeeSats' | 'buyerMarketplaceFeeSats' | 'marketplaceRevenueSats'>,
  payouts: readonly Payout[],
): SaleIncome {
  const paidTo = (wanted: Payout['purpose']) =>
    sumSats(payouts.filter(({ purpose }) => purpose === wanted).map(({ valueSats }) => valueSats));
  // A creator at the fee address has no output of their own.
  const feePaidSats = Math.min(paidTo('marketplace'), fees.marketplaceRevenueSats);
  return {
    sellerFeeSats: fees.sellerMarketplaceFeeSats,
    buyerFeeSats: fees.buyerMarketplaceFeeSats,
    royaltySats: paidTo('creator') + paidTo('marketplace') - feePaidSats,
    partnerSats: 0,
    anchorSats: 0,
    feePaidSats,
  };
}

/** Whole parts of `total` in proportion to `weights`; they add up to it. */
function divided(total: Sats, weights: readonly Sats[]): Sats[] {
  const all = sumSats(weights);
  const parts: Sats[] = [];
  let seen = 0;
  let given = 0;
  for (const [i, weight] of weights.entries()) {
    seen += all === 0 ? 1 : weight;
    const upTo = Number((BigInt(total) * BigInt(seen)) / BigInt(all === 0 ? weights.length : all));
    parts[i] = upTo - given;
    given = upTo;
  }
  return parts;
}
