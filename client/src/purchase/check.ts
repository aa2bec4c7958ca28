/**
 * What a buyer's wallet verifies before it signs a purchase. Pure: depends only on the response of the
 * service and what the buyer wants.
 *
 * The sale is built here, from the proven transfers, our coins and our addresses. Our coins lose exactly
 * `totalBuyerCostSats`, which is the sum of the figures, at the prices we agreed to.
 *
 * Which inscription a transfer holds, only the `location` of the listing says: the flow has it from a proof.
 */
import { layoutSize } from '@ordbook/protocol/layout/size';
import { TRANSFER_VSIZE } from '@ordbook/protocol/listing/listing';
import { payerLock, payerOf } from '@ordbook/protocol/locks/payer';
import { seenLock } from '@ordbook/protocol/locks/seen';
import { type SoldItem, saleTable } from '@ordbook/protocol/purchase/sale';
import { hex } from '@scure/base';
import { checkOrigin, readTransfer } from '../listing/read-transfer.ts';
import { selectedCoins } from '../offer/offered-coins.ts';
import type { Answer } from '../operation.ts';
import { sumOf } from '../responses/sats.ts';
import {
  checkAmount,
  checkNetworkFee,
  checkPostage,
  type Limits,
  largestFee,
  largestNetworkFee,
} from '../signing/limits.ts';
import type { Location } from '../signing/location.ts';
import { type Coin, coinOf, type Psbt, readPsbt } from '../signing/psbt.ts';
import {
  type BuiltStep,
  inputSeen,
  outputSeen,
  paysSeen,
  rebuild,
  rebuiltStep,
  stepsOf,
} from '../signing/rebuilt.ts';
import { demand } from '../signing/unsafe-psbt.ts';
import { ownScripts, scriptOf } from '../wallet/network.ts';
import type { WalletIdentity } from '../wallet/wallet.ts';

/** What the service wants signed for a purchase. */
export type PurchasePreflight = Answer<'/collection/{slug}/purchases/preflight'>;

/** A listing, and the price that the buyer saw. */
export interface ListingToBuy {
  readonly listingId: string;
  readonly inscriptionId: string;
  /** The price that the user agreed to, sats. */
  readonly priceSats: number;
  /** Where the inscription is, if you know it. Default: as the service proves. */
  readonly location?: Location;
}

/** What a preflight of a purchase is compared with. */
export interface PurchaseTerms extends Limits {
  readonly wallet: WalletIdentity;
  readonly listings: readonly ListingToBuy[];
  /** The coins that were offered, with values from our own node or explorer. */
  readonly spendableUtxos: readonly Coin[];
  /** Most sats that our coins may lose in total. Default: prices, postage and the limits of each fee. */
  readonly maxTotalSats?: number;
  readonly roundUpDonation?: boolean;
  /** Largest donation, sats. Default 10,000. */
  readonly maxDonationSats?: number;
  /** Value of the purchase anchor, if you know it before, sats. The flow asks its source afterwards. */
  readonly purchaseAnchorSats?: number;
}

/** What a purchase does, as verified. */
export interface CheckedPurchase {
  /** What to sign, built here. */
  readonly step: BuiltStep;
  /** What leaves the buyer's coins in total. */
  readonly totalBuyerCostSats: number;
  /** Script of the operator's coins. */
  readonly operatorScript: string;
  /** The operator's coin whose value our source should confirm. */
  readonly purchaseAnchor: Coin;
}

/** Sats that the network fee may exceed rate times size: change that would be dust goes to the fee. */
const FEE_SLACK_SATS = 1_000;

/**
 * Checks the response and builds what to sign. Throws `UnsafePsbt` with the first thing that is wrong, or
 * that differs from what was built.
 */
export function checkPurchase(preflight: PurchasePreflight, terms: PurchaseTerms): CheckedPurchase {
  for (const { inscriptionId, priceSats } of terms.listings)
    checkAmount(`the price of ${inscriptionId}`, priceSats);
  checkFigures(preflight, terms);
  const [step] = stepsOf(WHAT, preflight.steps, 1);
  const psbt = readPsbt(step!.psbtBase64);
  return rebuild(WHAT, () => rebuiltPurchase(preflight, psbt, terms));
}

const WHAT = 'the purchase';

/** The whole sale, from the proven transfers, our coins, and the payments to others that it shows. */
function rebuiltPurchase(
  preflight: PurchasePreflight,
  psbt: Psbt,
  { wallet, listings, spendableUtxos, purchaseAnchorSats, ...limits }: PurchaseTerms,
): CheckedPurchase {
  const n = listings.length;
  const sold = listings.map((_, index) => soldItem(preflight, psbt, index, { wallet, listings, ...limits }));
  const operatorScript = sold[0]!.operatorScript;
  for (const { operatorScript: other } of sold)
    demand(other === operatorScript, () => {
      return `the transfers pay their anchors to ${operatorScript} and ${other}`;
    });
  const purchaseAnchor = coinOf(inputSeen(WHAT, psbt, n));
  const { txid, vout, valueSats } = purchaseAnchor;
  demand((purchaseAnchorSats ?? valueSats) === valueSats, () => {
    return `the purchase says that its anchor ${txid}:${vout} holds ${valueSats} sats, but it holds ${purchaseAnchorSats}`;
  });
  const payer = payerOf(wallet.paymentAddress, wallet.paymentPublicKey, wallet.network);
  const payments = selectedCoins(WHAT, preflight.selectedPaymentUtxos, spendableUtxos);
  const settlements = paysSeen(psbt, 2 * n + 1);
  const table = saleTable({
    sold,
    operator: seenLock(operatorScript),
    purchaseAnchor,
    buyerScript: hex.encode(scriptOf(wallet.ordinalsAddress, wallet.network)),
    payer,
    payments,
    settlements,
  });
  const change = settlements.at(-1)?.script === payerLock(payer).script ? settlements.at(-1)! : null;
  checkShares(preflight, sumOf(settlements) - (change?.valueSats ?? 0));
  const { totalBuyerCostSats } = preflight;
  const lost = sumOf(payments) - (change?.valueSats ?? 0);
  demand(lost === totalBuyerCostSats, () => {
    return `our coins lose ${lost} sats, but the service announced ${totalBuyerCostSats}`;
  });
  checkNetworkFee(
    WHAT,
    {
      feeSats: preflight.estimatedNetworkFeeSats + preflight.listingTransferFeeSats,
      vsize: layoutSize(table) + n * TRANSFER_VSIZE,
      priceSats: listings.reduce((total, { priceSats }) => total + priceSats, 0),
    },
    limits,
  );
  const step = rebuiltStep(preflight.steps[0]!, {
    what: WHAT,
    table,
    party: 'buyer',
    stepIndex: 0,
    wallet,
    txid: preflight.expectedSettlementTxid,
  });
  return { step, totalBuyerCostSats, operatorScript, purchaseAnchor };
}

/** A listing in the sale: its transfer, which its hash proves, and the seller whom the PSBT shows. */
function soldItem(
  preflight: PurchasePreflight,
  psbt: Psbt,
  index: number,
  { listings, wallet, ...limits }: Pick<PurchaseTerms, 'listings' | 'wallet'> & Limits,
): SoldItem & { readonly operatorScript: string } {
  const { inscriptionId, location } = listings[index]!;
  const what = `the transfer of ${inscriptionId}`;
  const [raw, txid] = [preflight.listingTransfers[index], preflight.expectedListingTransferTxids[index]];
  demand(raw !== undefined && txid !== undefined, () => `${what} is missing`);
  const transfer = readTransfer(what, raw, txid);
  if (location) checkOrigin(what, transfer, location);
  const { passthrough, anchorChange } = transfer;
  checkPostage(what, passthrough.valueSats, limits);
  const { sellerReceiveSats, inscriptionUtxoValueSats } = preflight.listings[index]!;
  demand(inscriptionUtxoValueSats === passthrough.valueSats, () => {
    return `inscription ${inscriptionId} is on ${passthrough.valueSats} sats, not ${inscriptionUtxoValueSats}`;
  });
  const script = hex.encode(outputSeen(WHAT, psbt, listings.length + 1 + index).script);
  // a listing that we signed elsewhere requires an output of ours at the index of its input
  demand(!ownScripts(wallet).includes(script), () => {
    return `the seller's output of ${inscriptionId} is ours, but its coin is that of a third party`;
  });
  return {
    transferTxid: txid,
    anchorChangeSats: anchorChange.valueSats,
    passthrough: { valueSats: passthrough.valueSats, lock: seenLock(passthrough.script) },
    seller: { valueSats: sellerReceiveSats + inscriptionUtxoValueSats, script },
    operatorScript: anchorChange.script,
  };
}

/**
 * Throws unless the payments after the sellers' are what the figures leave for the marketplace, creators and
 * the donation: no part of the announced network fee goes to anybody.
 */
function checkShares(
  { listings, listingTransferFeeSats, donationSats }: PurchasePreflight,
  paidSats: number,
): void {
  const shares = listings.reduce(
    (total, { marketplaceRevenueSats, creatorRevenueSats }) =>
      total + marketplaceRevenueSats + creatorRevenueSats,
    listingTransferFeeSats + donationSats,
  );
  demand(paidSats <= shares, () => `fees and payouts total ${paidSats} sats, but the quote shows ${shares}`);
}

function checkFigures(preflight: PurchasePreflight, terms: PurchaseTerms): void {
  const { listings, feeLimit, maxDonationSats = 10_000 } = terms;
  demand(preflight.listings.length === listings.length, () => {
    return `the service returned ${preflight.listings.length} listings instead of ${listings.length}`;
  });
  for (const [index, wanted] of listings.entries()) {
    const built = preflight.listings[index]!;
    const what = `listing ${wanted.listingId}`;
    demand(built.listingId === wanted.listingId && built.inscriptionId === wanted.inscriptionId, () => {
      return `${what} was requested, but the service returned ${built.listingId} of ${built.inscriptionId}`;
    });
    demand(built.priceSats === wanted.priceSats, () => {
      return `${what} costs ${built.priceSats} sats now, not ${wanted.priceSats}`;
    });
    const most = wanted.priceSats + largestFee(wanted.priceSats, feeLimit);
    demand(built.buyerPayTotalSats <= most, () => {
      return `${what} costs ${built.buyerPayTotalSats} sats with fees; the limit is ${most}. Set feeLimit to allow it`;
    });
    const shares = built.sellerReceiveSats + built.marketplaceRevenueSats + built.creatorRevenueSats;
    demand(shares === built.buyerPayTotalSats, () => {
      return `the shares of ${what} add up to ${shares} sats, not to ${built.buyerPayTotalSats}`;
    });
  }
  const { estimatedNetworkFeeSats, listingTransferFeeSats, donationSats, totalBuyerCostSats } = preflight;
  demand(donationSats === 0 || terms.roundUpDonation === true, () => {
    return `the purchase has a donation of ${donationSats} sats that was not requested`;
  });
  demand(donationSats <= maxDonationSats, () => {
    return `the purchase has a donation of ${donationSats} sats; the limit is ${maxDonationSats}. Set maxDonationSats to allow it`;
  });
  const items = preflight.listings.reduce(
    (total, { buyerPayTotalSats, inscriptionUtxoValueSats }) =>
      total + buyerPayTotalSats + inscriptionUtxoValueSats,
    0,
  );
  const sum = items + estimatedNetworkFeeSats + listingTransferFeeSats + donationSats;
  demand(sum === totalBuyerCostSats, () => `the figures add up to ${sum} sats, not to ${totalBuyerCostSats}`);
  const maxTotalSats = terms.maxTotalSats ?? largestTotal(preflight, terms);
  demand(totalBuyerCostSats <= maxTotalSats, () => {
    return `the purchase costs ${totalBuyerCostSats} sats in total; the limit is ${maxTotalSats}. Set maxTotalSats to allow it`;
  });
  const { targetFeeRateSatVb, estimatedPackageVsize } = preflight;
  const fair = targetFeeRateSatVb * estimatedPackageVsize + FEE_SLACK_SATS;
  demand(estimatedNetworkFeeSats + listingTransferFeeSats <= fair, () => {
    return `the network fee of ${estimatedNetworkFeeSats + listingTransferFeeSats} sats is above ${fair}`;
  });
}

/** What the single limits allow together, sats. */
function largestTotal({ listings, donationSats }: PurchasePreflight, terms: PurchaseTerms): number {
  const prices = terms.listings.reduce((total, { priceSats }) => total + priceSats, 0);
  const fees = terms.listings.reduce(
    (total, { priceSats }) => total + largestFee(priceSats, terms.feeLimit),
    0,
  );
  const postage = listings.reduce((total, { inscriptionUtxoValueSats: sats }) => total + sats, 0);
  return prices + fees + postage + donationSats + largestNetworkFee(prices, terms);
}
