import { scriptOf } from '../bitcoin/keys.ts';
import { dustLimit } from '../bitcoin/weights.ts';
import type { NetworkName } from '../network.ts';
import { refuse } from '../refusals.ts';
import { type Sats, shareOf } from '../sats.ts';

/** Shares of a price. bps: basis points, 1/100 of a percent. */
export interface FeeSettings {
  readonly sellerBps: number;
  readonly buyerBps: number;
  /** Each side's fee is at least this. */
  readonly minimumSats: Sats;
  readonly sellerRoyaltyBps: number;
  readonly buyerRoyaltyBps: number;
  /** Of the fill of a collection offer, whose price pays every fee. Absent: both sides' shares together. */
  readonly fillBps?: number;
}

/** The parts of a price: the API's fee breakdown fields, sats and bps. */
export interface FeeBreakdown {
  readonly priceSats: Sats;
  readonly inscriptionUtxoValueSats: Sats;
  readonly sellerMarketplaceFeeBps: number;
  readonly sellerMarketplaceFeeSats: Sats;
  readonly buyerMarketplaceFeeBps: number;
  readonly buyerMarketplaceFeeSats: Sats;
  readonly sellerCreatorRoyaltyBps: number;
  readonly sellerCreatorRoyaltySats: Sats;
  readonly buyerCreatorRoyaltyBps: number;
  readonly buyerCreatorRoyaltySats: Sats;
  readonly sellerReceiveSats: Sats;
  readonly buyerPayTotalSats: Sats;
  readonly marketplaceRevenueSats: Sats;
  readonly creatorRevenueSats: Sats;
}

export interface FeeQuestion {
  readonly priceSats: Sats;
  /** Value of the output that holds the inscription. The buyer pays it to the seller on top of the price. */
  readonly utxoValueSats: Sats;
  readonly fees: FeeSettings;
  /** Where royalties go; null: no royalties. */
  readonly payoutAddress: string | null;
  readonly network: NetworkName;
}

/**
 * The marketplace's fee from the fill of a collection offer, sats: its share, and at least the minimum once.
 */
export function fillFee(priceSats: Sats, fees: FeeSettings): Sats {
  return marketplaceFee(priceSats, fees.fillBps ?? fees.sellerBps + fees.buyerBps, fees);
}

/**
 * Divides a price. Always: `sellerReceiveSats + marketplaceRevenueSats + creatorRevenueSats =
 * buyerPayTotalSats`. Royalties that together are below the dust limit of the payout address are not charged
 * to either side. Throws Refusal `bad_price` when fees and royalties exceed the price.
 */
export function feeBreakdown(question: FeeQuestion): FeeBreakdown {
  const { priceSats, fees } = question;
  const sellerFee = marketplaceFee(priceSats, fees.sellerBps, fees);
  const buyerFee = marketplaceFee(priceSats, fees.buyerBps, fees);
  const royalties = royaltiesOf(question);
  const sellerReceiveSats = priceSats - sellerFee - royalties.seller;
  if (sellerReceiveSats < 0) {
    refuse(
      'bad_price',
      `priceSats ${priceSats} does not cover the fees of ${sellerFee + royalties.seller} sats; use a higher price`,
    );
  }
  return {
    priceSats,
    inscriptionUtxoValueSats: question.utxoValueSats,
    sellerMarketplaceFeeBps: fees.sellerBps,
    sellerMarketplaceFeeSats: sellerFee,
    buyerMarketplaceFeeBps: fees.buyerBps,
    buyerMarketplaceFeeSats: buyerFee,
    sellerCreatorRoyaltyBps: royalties.seller > 0 ? fees.sellerRoyaltyBps : 0,
    sellerCreatorRoyaltySats: royalties.seller,
    buyerCreatorRoyaltyBps: royalties.buyer > 0 ? fees.buyerRoyaltyBps : 0,
    buyerCreatorRoyaltySats: royalties.buyer,
    sellerReceiveSats,
    buyerPayTotalSats: priceSats + buyerFee + royalties.buyer,
    marketplaceRevenueSats: sellerFee + buyerFee,
    creatorRevenueSats: royalties.seller + royalties.buyer,
  };
}

/**
 * The price of which the seller receives `receiveSats`: the lowest, where several do. null: no price leaves
 * exactly that. The reverse of `feeBreakdown`.
 */
export function priceOfReceived(receiveSats: Sats, question: Omit<FeeQuestion, 'priceSats'>): Sats | null {
  const received = (priceSats: Sats) =>
    priceSats -
    marketplaceFee(priceSats, question.fees.sellerBps, question.fees) -
    royaltiesOf({ ...question, priceSats }).seller;
  let low = receiveSats;
  let high = 2 * receiveSats + question.fees.minimumSats;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (received(middle) >= receiveSats) high = middle;
    else low = middle + 1;
  }
  return received(low) === receiveSats ? low : null;
}

/** The marketplace's fee from one side, sats: its share of the price in bps, and at least the minimum. */
export function marketplaceFee(
  priceSats: Sats,
  bps: number,
  { minimumSats }: Pick<FeeSettings, 'minimumSats'>,
): Sats {
  return Math.max(minimumSats, shareOf(priceSats, bps));
}

function royaltiesOf({ priceSats, fees, payoutAddress, network }: FeeQuestion): {
  seller: Sats;
  buyer: Sats;
} {
  const none = { seller: 0, buyer: 0 };
  if (payoutAddress === null) return none;
  const seller = shareOf(priceSats, fees.sellerRoyaltyBps);
  const buyer = shareOf(priceSats, fees.buyerRoyaltyBps);
  return seller + buyer < dustLimit(scriptOf(payoutAddress, network)) ? none : { seller, buyer };
}
