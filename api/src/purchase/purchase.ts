import { TRANSFER_BYTES } from '@ordbook/protocol/listing/listing';
import { Type } from 'typebox';
import { custodyProofs, proofs } from '../fields/custody.ts';
import {
  arrayOf,
  FeeRate,
  InscriptionId,
  NonnegativeSats,
  nullable,
  Text,
  Txid,
  UnsignedTransaction,
  Uuid,
  WalletBindingId,
  WalletPublicKey,
} from '../fields/scalars.ts';
import { PsbtStep, SignedStep, SpendableUtxos, Utxo } from '../fields/signing.ts';

const paymentPublicKey = WalletPublicKey('Key of the payment address.');

const Bought = Type.Object({
  listingId: Uuid('The listing.'),
  inscriptionId: InscriptionId('Its inscription; must match the listing.'),
});
const Listings = arrayOf(Bought, {
  minItems: 1,
  maxItems: 20,
  description: '1 to 20 listings to buy, none twice.',
});
const roundUpDonation = Type.Optional(
  Type.Boolean({
    default: false,
    description: "True: round the total up and donate the difference to the operator's initiative.",
  }),
);

export const PurchasePreflightBody = Type.Object({
  walletBindingId: WalletBindingId,
  paymentPublicKey,
  listings: Listings,
  spendableUtxos: Type.Optional(SpendableUtxos),
  roundUpDonation,
  proofs,
});

const ListingCost = Type.Object(
  {
    listingId: Uuid('The listing.'),
    inscriptionId: InscriptionId('The inscription.'),
    priceSats: NonnegativeSats('Asking price.', 60_000),
    inscriptionUtxoValueSats: NonnegativeSats(
      'Postage: value carried by the inscription, paid on top of the price.',
      10_000,
    ),
    listingFeeSats: NonnegativeSats("The seller's marketplace fee.", 1_000),
    buyerFeeBps: Type.Integer({
      minimum: 0,
      maximum: 10_000,
      description: "The buyer's fee in basis points.",
      examples: [150],
    }),
    buyerFeeSats: NonnegativeSats("The buyer's marketplace fee.", 1_000),
    sellerCreatorRoyaltySats: NonnegativeSats("The seller's royalty.", 0),
    buyerCreatorRoyaltySats: NonnegativeSats("The buyer's royalty.", 0),
    sellerReceiveSats: NonnegativeSats('What the seller receives: the price less fee and royalty.', 59_000),
    buyerPayTotalSats: NonnegativeSats(
      'What the buyer pays for the item, without postage and network fee: the price with fee and royalty.',
      61_000,
    ),
    marketplaceRevenueSats: NonnegativeSats('Both marketplace fees.', 2_000),
    creatorRevenueSats: NonnegativeSats('Both royalties.', 0),
  },
  { title: 'PurchaseListingCost', description: 'What one listing costs and who gets it.' },
);

export const PurchasePreflightAnswer = Type.Object({
  listings: arrayOf(ListingCost, { description: 'One per listing, same order.' }),
  selectedPaymentUtxos: arrayOf(Utxo, { description: 'Coins that pay; send back at submit.' }),
  targetFeeRateSatVb: FeeRate('Fee rate of the package in sat/vB.'),
  estimatedPackageVsize: Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
    description: 'Virtual size of the package in vB.',
  }),
  estimatedNetworkFeeSats: NonnegativeSats(
    'Network fee of the sale transaction. It contains `cpfpFeeSats` and does not contain `listingTransferFeeSats`.',
    1_244,
  ),
  cpfpFeeSats: NonnegativeSats(
    'The part of `estimatedNetworkFeeSats` that raises the transfers from their own fee rate to the target; not paid again beside it.',
    212,
  ),
  listingTransferFeeSats: NonnegativeSats(
    "The transfers' own network fees, which the service has advanced and the buyer refunds. Paid beside `estimatedNetworkFeeSats`, so the whole package costs both.",
    212,
  ),
  totalBuyerCostSats: NonnegativeSats(
    "What leaves the buyer's coins: each listing's `buyerPayTotalSats` and `inscriptionUtxoValueSats`, `listingTransferFeeSats`, `estimatedNetworkFeeSats` and `donationSats`. With one listing: 61,000 + 10,000 + 212 + 1,244 + 0 = 72,456.",
    72_456,
  ),
  donationInitiative: nullable(
    Type.Object(
      {
        name: Text('Name of the initiative.'),
        url: Text('Its page.'),
      },
      {
        title: 'DonationInitiative',
        description: 'Where round-up donations go; null when none is configured.',
      },
    ),
  ),
  donationSats: NonnegativeSats('Donation included in the total; 0 unless requested.', 0),
  purchaseAnchorUtxoId: Uuid('Anchor reserved for this purchase; send back at submit.'),
  steps: arrayOf(PsbtStep, { description: 'One step, signed by the payment address.' }),
  expectedSettlementTxid: Txid('Id of the sale transaction.'),
  expectedListingTransferTxids: arrayOf(Txid('Id of the transfer.'), {
    description: 'One per listing, same order.',
  }),
  listingTransfers: arrayOf(UnsignedTransaction('A transfer that the sale spends.', TRANSFER_BYTES), {
    description:
      'One per listing, same order. They prove which coins the inscriptions come from, and their values.',
  }),
  custodyProofs,
});

export const PurchaseSubmitBody = Type.Object({
  walletBindingId: WalletBindingId,
  paymentPublicKey,
  listings: Listings,
  spendableUtxos: SpendableUtxos,
  roundUpDonation,
  purchaseAnchorUtxoId: Uuid('As returned by the preflight.'),
  selectedPaymentUtxos: arrayOf(Utxo, {
    minItems: 1,
    maxItems: 1000,
    description: 'Exactly those of the preflight.',
  }),
  signedSteps: arrayOf(SignedStep, { minItems: 1, maxItems: 1, description: 'The step, signed.' }),
});

export const PurchaseSubmitAnswer = Type.Object({
  settlementTxid: Txid('Id of the sale transaction.'),
  listingTransferTxids: arrayOf(Txid('Id of the transfer.'), {
    description: 'One per listing, same order.',
  }),
  pendingSaleIds: arrayOf(Uuid('Id of the sale.'), { description: 'Sales that wait for a confirmation.' }),
  listings: arrayOf(Bought, { description: 'What was bought.' }),
});
