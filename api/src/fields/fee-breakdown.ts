import { Type } from 'typebox';
import { NonnegativeSats } from './scalars.ts';

const Bps = (description: string) =>
  Type.Integer({ minimum: 0, maximum: 10_000, description, examples: [150] });

/** The parts of a price: fields that offers and counters share. */
export const feeBreakdownFields = {
  inscriptionUtxoValueSats: NonnegativeSats('Value carried by the inscription, paid on top of the price.'),
  sellerMarketplaceFeeBps: Bps("Seller's marketplace fee, basis points."),
  sellerMarketplaceFeeSats: NonnegativeSats("Seller's marketplace fee."),
  buyerMarketplaceFeeBps: Bps("Buyer's marketplace fee, basis points."),
  buyerMarketplaceFeeSats: NonnegativeSats("Buyer's marketplace fee."),
  sellerCreatorRoyaltyBps: Bps("Seller's royalty, basis points."),
  sellerCreatorRoyaltySats: NonnegativeSats("Seller's royalty."),
  buyerCreatorRoyaltyBps: Bps("Buyer's royalty, basis points."),
  buyerCreatorRoyaltySats: NonnegativeSats("Buyer's royalty."),
  sellerReceiveSats: NonnegativeSats('What the seller nets, without postage and network fee.'),
  buyerPayTotalSats: NonnegativeSats('What the buyer pays, without postage and network fee.'),
  marketplaceRevenueSats: NonnegativeSats('Both marketplace fees.'),
  creatorRevenueSats: NonnegativeSats('Both royalties.'),
};
