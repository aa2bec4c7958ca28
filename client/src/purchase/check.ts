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
 * Without an index a wallet cannot know which inscription a transfer holds. For that it trusts the service.
 */
import { equalBytes } from '@scure/btc-signer/utils.js';
import type { Answer } from '../api.ts';
import { checkAsked, type WalletIdentity } from '../signing/asked.ts';
import { type FeeLimit, largestFee } from '../signing/fee-limit.ts';
import { type Coin, type Psbt, readPsbt } from '../signing/psbt.ts';
import { outputFilledBy, sumOf } from '../signing/sat-flow.ts';
import { demand } from '../signing/unsafe-psbt.ts';
import { scriptOf } from '../wallet/network.ts';

export type PurchasePreflight = Answer<'/collection/{slug}/purchases/preflight'>;

export interface ListingToBuy {
  readonly listingId: string;
  readonly inscriptionId: string;
  /** The price that the user agreed to, sats. */
  readonly priceSats: number;
}

export interface PurchaseTerms {
  readonly wallet: WalletIdentity;
  readonly listings: readonly ListingToBuy[];
  /** The coins that were offered, with values from our own node or explorer. */
  readonly spendableUtxos: readonly Coin[];
  /** Most sats that our coins may lose in total. Default: only the limits below. */
  readonly maxTotalSats?: number;
  /** Maximum added to each price: marketplace fee and royalty. */
  readonly feeLimit?: FeeLimit;
  /** Highest fee rate, sat/vB. Default 500. */
  readonly maxFeeRate?: number;
  readonly roundUpDonation?: boolean;
}

/** Sats that the network fee may exceed rate times size: change that would be dust goes to the fee. */
const FEE_SLACK_SATS = 1_000;

/** Throws `UnsafePsbt` with the first thing that is wrong. */
export function checkPurchase(preflight: PurchasePreflight, terms: PurchaseTerms): void {
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
}

function checkFigures(preflight: PurchasePreflight, terms: PurchaseTerms): void {
  const { listings, feeLimit, maxFeeRate = 500, maxTotalSats = Number.POSITIVE_INFINITY } = terms;
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
      return `${what} costs ${built.buyerPayTotalSats} sats with fees; the limit is ${most}`;
    });
  }
  const { estimatedNetworkFeeSats, listingTransferFeeSats, donationSats, totalBuyerCostSats } = preflight;
  demand(donationSats === 0 || terms.roundUpDonation === true, () => {
    return `the purchase has a donation of ${donationSats} sats that was not requested`;
  });
  const items = preflight.listings.reduce(
    (total, { buyerPayTotalSats, inscriptionUtxoValueSats }) =>
      total + buyerPayTotalSats + inscriptionUtxoValueSats,
    0,
  );
  const sum = items + estimatedNetworkFeeSats + listingTransferFeeSats + donationSats;
  demand(sum === totalBuyerCostSats, () => `the figures add up to ${sum} sats, not to ${totalBuyerCostSats}`);
  demand(totalBuyerCostSats <= maxTotalSats, () => {
    return `the purchase costs ${totalBuyerCostSats} sats in total; the limit is ${maxTotalSats}`;
  });
  const { targetFeeRateSatVb, estimatedPackageVsize } = preflight;
  demand(targetFeeRateSatVb <= maxFeeRate, () => {
    return `the fee rate is ${targetFeeRateSatVb} sat/vB; the limit is ${maxFeeRate}`;
  });
  const fair = targetFeeRateSatVb * estimatedPackageVsize + FEE_SLACK_SATS;
  demand(estimatedNetworkFeeSats + listingTransferFeeSats <= fair, () => {
    return `the network fee of ${estimatedNetworkFeeSats + listingTransferFeeSats} sats is above ${fair}`;
  });
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
