import { scriptOf } from '../bitcoin/keys.ts';
import { dustLimit } from '../bitcoin/weights.ts';
import type { PaymentCoins } from '../layout/coin-selection.ts';
import type { FeeBreakdown } from '../layout/fees.ts';
import type { ListingTerms, Operator, Payout } from '../layout/terms.ts';
import type { Payer } from '../locks/payer.ts';
import type { NetworkName } from '../network.ts';
import type { Utxo } from '../outpoint.ts';
import { type Sats, shareOf, sumSats } from '../sats.ts';

/** Who is paid out of a sale, besides its sellers and a donation. */
export interface Shares {
  readonly payouts: readonly Payout[];
  readonly freshAnchors: number;
  /** The marketplace's share when it is too small for an output; it then goes towards the network fee. */
  readonly unpaidSats: Sats;
  /** What each is paid, also where two of them share an address and so an output. */
  readonly paid: {
    readonly marketplaceSats: Sats;
    readonly partnerSats: Sats;
    /** The addresses of the creators who are paid. */
    readonly creators: ReadonlySet<string>;
  };
}

/**
 * Divides revenue and royalties into payouts, one per address. A creator's or partner's share below dust goes
 * to the marketplace. The marketplace's share includes the refund of the transfers and pays for new anchors
 * as long as it stays above dust.
 */
export function divide(
  { listings, partner, anchorSats, feeAddress, network }: SaleQuestion,
  refundSats: Sats,
): Shares {
  const dustAt = (address: string) => dustLimit(scriptOf(address, network));
  const revenue = sumSats(listings.map(({ fees }) => fees.marketplaceRevenueSats));
  const partnerSats = partner ? shareOf(revenue, partner.shareBps) : 0;
  const royalties = listings.flatMap(({ creatorAddress, fees }): Payout[] =>
    creatorAddress === null
      ? []
      : [{ purpose: 'creator', address: creatorAddress, valueSats: fees.creatorRevenueSats }],
  );
  const others = merged([
    ...royalties,
    ...(partner ? [{ purpose: 'partner' as const, address: partner.address, valueSats: partnerSats }] : []),
  ]).filter(({ address, valueSats }) => valueSats >= dustAt(address));

  const taken = sumSats(listings.map(({ fees }) => fees.marketplaceRevenueSats + fees.creatorRevenueSats));
  const left = taken + refundSats - sumSats(others.map(({ valueSats }) => valueSats));
  const limit = dustAt(feeAddress);
  const addresses = new Set(others.map(({ address }) => address));
  const paidOthers = {
    partnerSats: partner && addresses.has(partner.address) ? partnerSats : 0,
    creators: new Set(royalties.map(({ address }) => address).filter((address) => addresses.has(address))),
  };
  if (left < limit)
    return {
      payouts: others,
      freshAnchors: 0,
      unpaidSats: left,
      paid: { marketplaceSats: 0, ...paidOthers },
    };
  const freshAnchors = Math.min(listings.length + 1, Math.floor((left - limit) / anchorSats));
  const marketplace = {
    purpose: 'marketplace' as const,
    address: feeAddress,
    valueSats: left - freshAnchors * anchorSats,
  };
  return {
    payouts: merged([marketplace, ...others]),
    freshAnchors,
    unpaidSats: 0,
    paid: { marketplaceSats: marketplace.valueSats, ...paidOthers },
  };
}

/** One payout per address, in the order of first appearance, with the purpose of the first. */
function merged(payouts: readonly Payout[]): Payout[] {
  const byAddress = new Map<string, Payout>();
  for (const payout of payouts) {
    const earlier = byAddress.get(payout.address);
    byAddress.set(
      payout.address,
      earlier ? { ...earlier, valueSats: earlier.valueSats + payout.valueSats } : payout,
    );
  }
  return [...byAddress.values()];
}

export interface PricedListing {
  readonly terms: ListingTerms;
  readonly listingId: string;
  readonly inscriptionId: string;
  readonly fees: FeeBreakdown;
  /** Where royalties go; null: no royalties. */
  readonly creatorAddress: string | null;
  /** True when the package sends the transfer; false when an earlier one sent it and paid its fee. */
  readonly sendsTransfer: boolean;
}

export interface SaleQuestion {
  readonly listings: readonly PricedListing[];
  readonly buyerOrdinalsAddress: string;
  readonly payer: Payer;
  readonly coins: PaymentCoins;
  readonly purchaseAnchor: Utxo;
  readonly anchorSats: Sats;
  readonly feeAddress: string;
  /** Fee rate of the whole package, sat/vB. */
  readonly feeRate: number;
  /** A donation rounds the total up to the next multiple; null: no donation. */
  readonly donation: { readonly address: string; readonly roundUpToSats: Sats } | null;
  /** A partner who gets a share (bps) of the marketplace's revenue. */
  readonly partner?: { readonly address: string; readonly shareBps: number } | null;
  readonly keys: Operator;
  readonly network: NetworkName;
}
