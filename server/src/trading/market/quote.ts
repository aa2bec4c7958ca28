import { anchorAddress } from '@ordbook/protocol/bitcoin/keys';
import type { Sats } from '@ordbook/protocol/sats';
import { listingsByIds } from '../../store/listing/listings.ts';
import type { TradingContext } from '../context.ts';
import { planPurchase } from '../purchase/plan.ts';

/** What a listing costs a buyer, sats. Without the network fee exact; the fee is that of one taproot coin. */
export interface Quote {
  readonly priceSats: Sats;
  readonly marketplaceFeeSats: Sats;
  readonly royaltySats: Sats;
  /** The value of the output that holds the inscription, which the buyer gets with it. */
  readonly postageSats: Sats;
  /** Of the package, with the fee of the listing's transfer. */
  readonly networkFeeSats: Sats;
  readonly totalSats: Sats;
  readonly feeRateSatVb: number;
}

/** More than any purchase costs, sats. */
const PLENTY = 2_000_000_000_000_000;
const NO_TXID = '0'.repeat(64);

/**
 * Plans the purchase of one listing for a buyer who pays with one confirmed taproot coin, as preflight would,
 * at `feeRate`, sat/vB. Reserves and stores nothing. null: there is no such listing.
 */
export async function quoteListing(
  ctx: TradingContext,
  listingId: string,
  feeRate: number,
): Promise<Quote | null> {
  const [listing] = await listingsByIds(ctx.db, [listingId]);
  if (!listing) return null;
  const buyer = anchorAddress(ctx.keys, ctx.settings.network);
  const { figures, listings } = await planPurchase(ctx, {
    buyerOrdinalsAddress: buyer,
    payer: { address: buyer, publicKey: ctx.keys.anchor, type: 'p2tr' },
    listings: [listing],
    anchor: { txid: NO_TXID, vout: 0, valueSats: ctx.settings.anchorSats },
    feeRate,
    roundUpDonation: false,
    coins: { from: [{ txid: NO_TXID, vout: 1, valueSats: PLENTY }] },
  });
  const item = listings[0]!;
  return {
    priceSats: item.priceSats,
    marketplaceFeeSats: item.buyerFeeSats,
    royaltySats: item.buyerCreatorRoyaltySats,
    postageSats: item.inscriptionUtxoValueSats,
    networkFeeSats: figures.estimatedNetworkFeeSats + figures.listingTransferFeeSats,
    totalSats: figures.totalBuyerCostSats,
    feeRateSatVb: figures.targetFeeRateSatVb,
  };
}
