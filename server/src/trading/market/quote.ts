import { anchorAddress } from '@ordbook/protocol/bitcoin/keys';
import type { Sats } from '@ordbook/protocol/sats';
import { listingsByIds } from '../../store/listing/listings.ts';
import type { TradingContext } from '../context.ts';
import { planPurchase } from '../purchase/plan.ts';

/** What listings cost a buyer, sats. Without the network fee exact; the fee is that of one taproot coin. */
export interface Quote {
  readonly priceSats: Sats;
  readonly marketplaceFeeSats: Sats;
  readonly royaltySats: Sats;
  /** The value of the outputs that hold the inscriptions, which the buyer gets with them. */
  readonly postageSats: Sats;
  /** Of the package, with the fees of the listings' transfers. */
  readonly networkFeeSats: Sats;
  readonly totalSats: Sats;
  readonly feeRateSatVb: number;
}

/** More than any purchase costs, sats. */
const PLENTY = 2_000_000_000_000_000;
const NO_TXID = '0'.repeat(64);

/**
 * Plans the purchase of listings of one collection in one transaction, for a buyer who pays with one
 * confirmed taproot coin, as preflight would, at `feeRate`, sat/vB. Reserves and stores nothing. null: one is
 * gone. Throws `Refusal` for what preflight would refuse.
 */
export async function quoteListings(
  ctx: TradingContext,
  listingIds: readonly string[],
  feeRate: number,
): Promise<Quote | null> {
  const found = await listingsByIds(ctx.db, listingIds);
  const wanted = found.filter((listing) => listing !== null);
  if (wanted.length < listingIds.length) return null;
  const buyer = anchorAddress(ctx.keys, ctx.settings.network);
  const { figures, listings } = await planPurchase(ctx, {
    buyerOrdinalsAddress: buyer,
    payer: { address: buyer, publicKey: ctx.keys.anchor, type: 'p2tr' },
    listings: wanted,
    anchor: { txid: NO_TXID, vout: 0, valueSats: ctx.settings.anchorSats },
    feeRate,
    roundUpDonation: false,
    coins: { from: [{ txid: NO_TXID, vout: 1, valueSats: PLENTY }] },
  });
  const sum = (of: (one: (typeof listings)[number]) => Sats) =>
    listings.reduce((total, one) => total + of(one), 0);
  return {
    priceSats: sum(({ priceSats }) => priceSats),
    marketplaceFeeSats: sum(({ buyerFeeSats }) => buyerFeeSats),
    royaltySats: sum(({ buyerCreatorRoyaltySats }) => buyerCreatorRoyaltySats),
    postageSats: sum(({ inscriptionUtxoValueSats }) => inscriptionUtxoValueSats),
    networkFeeSats: figures.estimatedNetworkFeeSats + figures.listingTransferFeeSats,
    totalSats: figures.totalBuyerCostSats,
    feeRateSatVb: figures.targetFeeRateSatVb,
  };
}
