/**
 * What a buyer's wallet verifies before it signs a purchase. Pure: depends only on the response of the
 * service and what the buyer wants.
 *
 * - Our coins lose exactly `totalBuyerCostSats`, which is the sum of the figures, at the prices we agreed to.
 * - Every inscription's output arrives whole at our ordinals address, first in, first out.
 * - Only coins that we offered are signed, with signatures that cover the whole transaction.
 * - No output of ours has the index of an input that is not ours: a listing that we signed elsewhere requires
 *   an output of ours at the index of its input, and our change must not satisfy it.
 *
 * Which inscription a transfer holds, only the `location` of the listing says: the flow has it from a proof.
 */
import type { Layout } from '@ordbook/protocol/layout/layout';
import { layoutSize } from '@ordbook/protocol/layout/size';
import { TRANSFER_VSIZE } from '@ordbook/protocol/listing/listing';
import { payerLock, payerOf } from '@ordbook/protocol/locks/payer';
import { seenLock } from '@ordbook/protocol/locks/seen';
import { saleTable } from '@ordbook/protocol/purchase/sale';
import { hex } from '@scure/base';
import { equalBytes } from '@scure/btc-signer/utils.js';
import { checkOrigin, readTransfer } from '../listing/read-transfer.ts';
import { selectedCoins } from '../offer/offered-coins.ts';
import type { Answer } from '../operation.ts';
import { checkAsked, type WalletIdentity } from '../signing/asked.ts';
import {
  checkAmount,
  checkNetworkFee,
  checkPostage,
  type Limits,
  largestFee,
  largestNetworkFee,
} from '../signing/limits.ts';
import type { Location } from '../signing/location.ts';
import { type Coin, type Psbt, readPsbt } from '../signing/psbt.ts';
import { type BuiltStep, paysSeen, rebuild, rebuiltStep } from '../signing/rebuilt.ts';
import { outputFilledBy, sumOf } from '../signing/sat-flow.ts';
import { demand } from '../signing/unsafe-psbt.ts';
import { scriptOf } from '../wallet/network.ts';

export type PurchasePreflight = Answer<'/collection/{slug}/purchases/preflight'>;

export interface ListingToBuy {
  readonly listingId: string;
  readonly inscriptionId: string;
  /** The price that the user agreed to, sats. */
  readonly priceSats: number;
  /** Where the inscription is, if you know it. Default: as the service proves. */
  readonly location?: Location;
}

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
  readonly totalBuyerCostSats: number;
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
  const { wallet } = terms;
  const [step, ...more] = preflight.steps;
  demand(
    step !== undefined && more.length === 0,
    () => `the service returned ${preflight.steps.length} steps instead of one`,
  );
  const psbt = readPsbt(step.psbtBase64);
  demand(psbt.txid === preflight.expectedSettlementTxid, () => {
    return `the purchase is ${psbt.txid}, but the service announced ${preflight.expectedSettlementTxid}`;
  });
  const paying = checkPayments(psbt, preflight, terms);
  checkAsked('the purchase', step, {
    address: wallet.paymentAddress,
    indexes: paying,
    sigHashes: [1, 0, null],
    leafKey: null,
  });
  const received = checkInscriptions(psbt, preflight, wallet);
  const payment = scriptOf(wallet.paymentAddress, wallet.network);
  const ours = psbt.outputs.flatMap(({ script }, index) =>
    !received.includes(index) && equalBytes(script, payment) ? [index] : [],
  );
  checkUnpaired(psbt, { received, change: ours, paying });
  const change = ours.map((index) => psbt.outputs[index]!);
  const lost = sumOf(paying.map((index) => psbt.inputs[index]!)) - sumOf(change);
  demand(lost === preflight.totalBuyerCostSats, () => {
    return `our coins lose ${lost} sats, but the service announced ${preflight.totalBuyerCostSats}`;
  });
  return rebuild('the purchase', () => rebuiltPurchase(preflight, psbt, terms));
}

/** The whole sale, from the proven transfers, our coins, and the payments to others that it shows. */
function rebuiltPurchase(
  preflight: PurchasePreflight,
  psbt: Psbt,
  { wallet, listings, spendableUtxos, purchaseAnchorSats, ...limits }: PurchaseTerms,
): CheckedPurchase {
  const { network } = wallet;
  const n = listings.length;
  const transfers = listings.map(({ inscriptionId, location }, index) => {
    const what = `the transfer of ${inscriptionId}`;
    const [raw, txid] = [preflight.listingTransfers[index], preflight.expectedListingTransferTxids[index]];
    demand(raw !== undefined && txid !== undefined, () => `${what} is missing`);
    const transfer = readTransfer(what, raw, txid);
    if (location) checkOrigin(what, transfer, location);
    checkPostage(what, transfer.passthrough.valueSats, limits);
    return transfer;
  });
  const operatorScript = transfers[0]!.anchorChange.script;
  for (const { anchorChange } of transfers)
    demand(anchorChange.script === operatorScript, () => {
      return `the transfers pay their anchors to ${operatorScript} and ${anchorChange.script}`;
    });
  const payer = payerOf(wallet.paymentAddress, wallet.paymentPublicKey, network);
  const anchor = psbt.inputs[n];
  demand(anchor !== undefined, () => 'the purchase has no purchase anchor');
  const { txid, vout, valueSats } = anchor;
  demand((purchaseAnchorSats ?? valueSats) === valueSats, () => {
    return `the purchase says that its anchor ${txid}:${vout} holds ${valueSats} sats, but it holds ${purchaseAnchorSats}`;
  });
  const table = saleTable({
    sold: transfers.map((transfer, index) => ({
      transferTxid: transfer.txid,
      anchorChangeSats: transfer.anchorChange.valueSats,
      passthrough: {
        valueSats: transfer.passthrough.valueSats,
        lock: seenLock(transfer.passthrough.script),
      },
      seller: {
        valueSats:
          preflight.listings[index]!.sellerReceiveSats + preflight.listings[index]!.inscriptionUtxoValueSats,
        script: hex.encode(psbt.outputs[n + 1 + index]!.script),
      },
    })),
    operator: seenLock(operatorScript),
    purchaseAnchor: { txid, vout, valueSats },
    buyerScript: hex.encode(scriptOf(wallet.ordinalsAddress, network)),
    payer,
    payments: selectedCoins('the purchase', preflight.selectedPaymentUtxos, spendableUtxos),
    settlements: paysSeen(psbt, 2 * n + 1),
  });
  checkSettlements(preflight, table, payerLock(payer).script);
  const step = rebuiltStep(preflight.steps[0]!, {
    what: 'the purchase',
    table,
    party: 'buyer',
    stepIndex: 0,
    address: wallet.paymentAddress,
  });
  checkNetworkFee(
    'the purchase',
    {
      feeSats: preflight.estimatedNetworkFeeSats + preflight.listingTransferFeeSats,
      vsize: layoutSize(table) + n * TRANSFER_VSIZE,
      priceSats: listings.reduce((total, { priceSats }) => total + priceSats, 0),
    },
    limits,
  );
  return {
    step,
    totalBuyerCostSats: preflight.totalBuyerCostSats,
    operatorScript,
    purchaseAnchor: { txid, vout, valueSats },
  };
}

/**
 * Throws unless the payments after the sellers' are what the figures leave for the marketplace, creators and
 * the donation: no part of the announced network fee goes to anybody.
 */
function checkSettlements(preflight: PurchasePreflight, table: Layout, change: string): void {
  const { listings, listingTransferFeeSats, donationSats } = preflight;
  const paid = table.outputs.slice(2 * listings.length + 1);
  const others = paid.at(-1)?.script === change ? paid.slice(0, -1) : paid;
  const shares = listings.reduce(
    (total, { marketplaceRevenueSats, creatorRevenueSats }) =>
      total + marketplaceRevenueSats + creatorRevenueSats,
    listingTransferFeeSats + donationSats,
  );
  demand(sumOf(others) <= shares, () => {
    return `fees and payouts total ${sumOf(others)} sats, but the quote shows ${shares}`;
  });
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

/**
 * The indexes of our coins. Throws `UnsafePsbt` unless they are the announced ones, all offered by us, with
 * known values.
 */
function checkPayments(
  psbt: Psbt,
  { selectedPaymentUtxos }: PurchasePreflight,
  { wallet, spendableUtxos }: PurchaseTerms,
): number[] {
  const known = new Map(spendableUtxos.map((coin) => [`${coin.txid}:${coin.vout}`, coin]));
  const announced = new Set(selectedPaymentUtxos.map(({ txid, vout }) => `${txid}:${vout}`));
  const scripts = [wallet.paymentAddress, wallet.ordinalsAddress].map((address) =>
    scriptOf(address, wallet.network),
  );
  const paying = psbt.inputs.flatMap(({ txid, vout, valueSats, script }, index) => {
    if (!scripts.some((own) => equalBytes(script, own)) && !known.has(`${txid}:${vout}`)) return [];
    const coin = known.get(`${txid}:${vout}`);
    demand(coin !== undefined && announced.has(`${txid}:${vout}`), () => {
      return `input ${index} spends our coin ${txid}:${vout}, which we did not offer or the service did not announce`;
    });
    demand(coin.valueSats === valueSats && equalBytes(script, scripts[0]!), () => {
      return `input ${index} says that ${txid}:${vout} holds ${valueSats} sats, but it holds ${coin.valueSats}`;
    });
    return [index];
  });
  demand(paying.length === announced.size && announced.size === selectedPaymentUtxos.length, () => {
    return `${paying.length} coins of ours pay, but the service announced ${selectedPaymentUtxos.length}`;
  });
  return paying;
}

/**
 * Throws `UnsafePsbt` unless the input at the index of our change is ours or missing: a signature on another
 * input may require exactly that output. At the index of an inscription's output there may also be an anchor
 * of the operator, which output 0 pays back.
 */
function checkUnpaired(
  { inputs, outputs }: Psbt,
  {
    received,
    change,
    paying,
  }: {
    readonly received: readonly number[];
    readonly change: readonly number[];
    readonly paying: readonly number[];
  },
): void {
  for (const index of [...received, ...change]) {
    const beside = inputs[index];
    if (beside === undefined || paying.includes(index)) continue;
    const isAnchor = received.includes(index) && equalBytes(beside.script, outputs[0]!.script);
    demand(isAnchor, () => {
      return `output ${index} is ours, but input ${index} is a coin of a third party, ${beside.txid}:${beside.vout}`;
    });
  }
}

/** The indexes of the outputs that the inscriptions fill. Throws `UnsafePsbt` unless they are ours. */
function checkInscriptions(psbt: Psbt, preflight: PurchasePreflight, wallet: WalletIdentity): number[] {
  const own = scriptOf(wallet.ordinalsAddress, wallet.network);
  const { listings, expectedListingTransferTxids } = preflight;
  const received = listings.map(({ inscriptionId, inscriptionUtxoValueSats }, number) => {
    const transfer = expectedListingTransferTxids[number];
    const input = psbt.inputs.findIndex(({ txid, vout }) => txid === transfer && vout === 0);
    demand(
      input >= 0,
      () => `inscription ${inscriptionId} is not in the purchase: ${transfer}:0 is not spent`,
    );
    demand(psbt.inputs[input]!.valueSats === inscriptionUtxoValueSats, () => {
      return `inscription ${inscriptionId} is on ${psbt.inputs[input]!.valueSats} sats, not ${inscriptionUtxoValueSats}`;
    });
    const output = outputFilledBy(psbt, input);
    demand(output !== null && equalBytes(psbt.outputs[output]!.script, own), () => {
      return `inscription ${inscriptionId} does not arrive, whole and alone, at ${wallet.ordinalsAddress}`;
    });
    return output;
  });
  demand(new Set(received).size === received.length, () => 'the service puts two inscriptions on one coin');
  return received;
}
