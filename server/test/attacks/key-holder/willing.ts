/** Whether the real SDK signs a transaction that a service shows, with figures that fit it. */
import {
  type AcceptPreflight,
  checkAcceptance,
  checkFill,
  checkOffers,
  checkPurchase,
  type FillPreflight,
  type OfferPreflight,
  type PurchasePreflight,
} from '@ordbook/client';
import { bytesToHex } from '@ordbook/protocol/bitcoin/bytes';
import { type Layout, layoutTxid, serialized } from '@ordbook/protocol/layout/layout';
import type { ListingTerms } from '@ordbook/protocol/layout/terms';
import { transferLayout } from '@ordbook/protocol/listing/listing';
import type { Utxo } from '@ordbook/protocol/outpoint';
import { psbtStep } from '@ordbook/protocol/psbt/step';
import { KEYS } from '../../../../protocol/test/parties.ts';

/** The public parts of the user's wallet. */
export type Identity = Parameters<typeof checkFill>[1]['wallet'];

const ID = `${'ab'.repeat(32)}i0`;
const OFFER_ID = '3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11';

/** Only a refusal counts as one: a bug of a test throws. */
function accepts(check: () => unknown): boolean {
  try {
    check();
    return true;
  } catch (error) {
    if ((error as Error).name === 'UnsafePsbt') return false;
    throw error;
  }
}

export const wouldSign = {
  acceptance(wallet: Identity, table: Layout, priceSats: number): boolean {
    const preflight = {
      offerId: OFFER_ID,
      targetFeeRateSatVb: 1,
      // what the seller pays: there is no payout
      estimatedNetworkFeeSats: 0,
      expectedSettlementTxid: layoutTxid(table),
      expectedPayoutTxid: null,
      steps: [psbtStep(table, 'seller', 0, wallet.ordinalsAddress)],
    } as unknown as AcceptPreflight;
    const location = table.inputs[0]!.coin;
    return accepts(() => checkAcceptance(preflight, { wallet, priceSats, location }));
  },

  fill(wallet: Identity, table: Layout, priceSats: number): boolean {
    const [, paid, fee] = table.outputs;
    const preflight = {
      offerId: OFFER_ID,
      inscriptionId: ID,
      priceSats,
      sellerReceiveSats: priceSats - fee!.valueSats,
      inscriptionUtxoValueSats: table.inputs[0]!.coin.valueSats,
      marketplaceFeeSats: fee!.valueSats,
      creatorRoyaltySats: 0,
      estimatedNetworkFeeSats: priceSats - fee!.valueSats - paid!.valueSats,
      belowTopOfferWarning: null,
      expectedSettlementTxid: layoutTxid(table),
      sellerStep: psbtStep(table, 'seller', 0, wallet.ordinalsAddress),
    } as unknown as FillPreflight;
    const location = table.inputs[0]!.coin;
    const terms = { wallet, offerId: OFFER_ID, inscriptionId: ID, priceSats, location };
    return accepts(() => checkFill(preflight, terms));
  },

  offer(
    wallet: Identity,
    table: Layout,
    { priceSats, payment }: { priceSats: number; payment: Utxo },
  ): boolean {
    const step = psbtStep(table, 'buyer', 0, wallet.paymentAddress);
    const buyerPayTotalSats = table.outputs[1]!.valueSats - table.outputs[0]!.valueSats;
    const item = {
      inscriptionId: ID,
      priceSats,
      buyerPayTotalSats,
      expectedSettlementTxid: layoutTxid(table),
      steps: [step],
    };
    const preflight = { items: [item], selectedPaymentUtxos: [payment] } as unknown as OfferPreflight;
    // the user does not know where the inscription is: with a location, an own coin is refused at once
    const terms = { wallet, inscriptionIds: [ID], priceSats, spendableUtxos: [payment] };
    return accepts(() => checkOffers(preflight, terms));
  },

  purchase(
    wallet: Identity,
    table: Layout,
    { sold, priceSats, payment }: { sold: ListingTerms; priceSats: number; payment: Utxo },
  ): boolean {
    const transfer = transferLayout(sold, KEYS);
    const change = table.outputs.at(-1)!.valueSats;
    const figures = {
      listingId: OFFER_ID,
      inscriptionId: ID,
      priceSats,
      inscriptionUtxoValueSats: sold.utxo.valueSats,
      sellerReceiveSats: sold.sellerProceedsSats - sold.utxo.valueSats,
      buyerPayTotalSats: priceSats + 1_500,
      marketplaceRevenueSats: 2_500,
      creatorRevenueSats: 0,
    };
    const totalBuyerCostSats = payment.valueSats - change;
    const feeSats = totalBuyerCostSats - figures.buyerPayTotalSats - sold.utxo.valueSats;
    const preflight = {
      listings: [figures],
      selectedPaymentUtxos: [payment],
      targetFeeRateSatVb: 10,
      estimatedPackageVsize: 700,
      estimatedNetworkFeeSats: feeSats - sold.transferFeeSats,
      listingTransferFeeSats: sold.transferFeeSats,
      totalBuyerCostSats,
      donationSats: 0,
      steps: [psbtStep(table, 'buyer', 0, wallet.paymentAddress)],
      expectedSettlementTxid: layoutTxid(table),
      expectedListingTransferTxids: [layoutTxid(transfer)],
      listingTransfers: [bytesToHex(serialized(transfer, true))],
    } as unknown as PurchasePreflight;
    const listings = [{ listingId: OFFER_ID, inscriptionId: ID, priceSats }];
    return accepts(() => checkPurchase(preflight, { wallet, listings, spendableUtxos: [payment] }));
  },
};
