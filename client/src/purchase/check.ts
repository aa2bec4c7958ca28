/**
 * What a buyer's wallet verifies before it signs a purchase. Pure: only what the service answered, and what the buyer wants.
 *
 * - Our coins lose exactly `totalBuyerCostSats`, which is the sum of the figures shown, at the prices we agreed to.
 * - Every inscription's output arrives whole at our ordinals address, by first in, first out.
 * - Only coins that we offered are signed, with signatures that cover the whole transaction.
 * - Nothing that we count as ours stands beside a coin of somebody else's: a sale that we signed elsewhere asks for an output of ours
 *   beside its own input, and must not be paid with our change.
 *
 * What a wallet cannot know without an index is that a transfer holds the inscription it is said to hold: that the service
 * promises, and its `ord` server says.
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
  /** The price seen and agreed to. */
  readonly priceSats: number;
}

export interface PurchaseTerms {
  readonly wallet: WalletIdentity;
  readonly listings: readonly ListingToBuy[];
  /** The coins that were offered, as our own node or explorer knows them. */
  readonly spendableUtxos: readonly Coin[];
  /** The most that may leave our coins, all in. Not given: only the limits below. */
  readonly maxTotalSats?: number;
  /** What may be added to each price: marketplace fee and royalty. */
  readonly feeLimit?: FeeLimit;
  /** sat/vB. Default 500. */
  readonly maxFeeRate?: number;
  readonly roundUpDonation?: boolean;
}

/** Sats of network fee above rate times size: change too small to make joins the fee. */
const FEE_SLACK_SATS = 1_000;

/** Throws `UnsafePsbt` naming the first thing that is not as it should be. */
export function checkPurchase(preflight: PurchasePreflight, terms: PurchaseTerms): void {
  checkFigures(preflight, terms);
  const { wallet } = terms;
  const [step, ...more] = preflight.steps;
  demand(
    step !== undefined && more.length === 0,
    () => `a purchase has one step, not ${preflight.steps.length}`,
  );
  const psbt = readPsbt(step.psbtBase64);
  demand(psbt.txid === preflight.expectedSettlementTxid, () => {
    return `the purchase is ${psbt.txid}, and ${preflight.expectedSettlementTxid} was announced`;
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
    return `our coins lose ${lost} sats, and ${preflight.totalBuyerCostSats} were announced`;
  });
}

function checkFigures(preflight: PurchasePreflight, terms: PurchaseTerms): void {
  const { listings, feeLimit, maxFeeRate = 500, maxTotalSats = Number.POSITIVE_INFINITY } = terms;
  demand(preflight.listings.length === listings.length, () => {
    return `${preflight.listings.length} listings are in a purchase of ${listings.length}`;
  });
  for (const [index, wanted] of listings.entries()) {
    const built = preflight.listings[index]!;
    const what = `listing ${wanted.listingId}`;
    demand(built.listingId === wanted.listingId && built.inscriptionId === wanted.inscriptionId, () => {
      return `${what} was asked for, and ${built.listingId} of ${built.inscriptionId} came`;
    });
    demand(built.priceSats === wanted.priceSats, () => {
      return `${what} costs ${built.priceSats} sats now, not ${wanted.priceSats}`;
    });
    const most = wanted.priceSats + largestFee(wanted.priceSats, feeLimit);
    demand(built.buyerPayTotalSats <= most, () => {
      return `${what} costs ${built.buyerPayTotalSats} sats with fees; at most ${most} are accepted`;
    });
  }
  const { estimatedNetworkFeeSats, listingTransferFeeSats, donationSats, totalBuyerCostSats } = preflight;
  demand(donationSats === 0 || terms.roundUpDonation === true, () => {
    return `a donation of ${donationSats} sats is in it, and none was asked for`;
  });
  const items = preflight.listings.reduce(
    (total, { buyerPayTotalSats, inscriptionUtxoValueSats }) =>
      total + buyerPayTotalSats + inscriptionUtxoValueSats,
    0,
  );
  const sum = items + estimatedNetworkFeeSats + listingTransferFeeSats + donationSats;
  demand(sum === totalBuyerCostSats, () => `the figures add up to ${sum} sats, not to ${totalBuyerCostSats}`);
  demand(totalBuyerCostSats <= maxTotalSats, () => {
    return `it costs ${totalBuyerCostSats} sats in all; at most ${maxTotalSats} are accepted`;
  });
  const { targetFeeRateSatVb, estimatedPackageVsize } = preflight;
  demand(targetFeeRateSatVb <= maxFeeRate, () => {
    return `the fee rate is ${targetFeeRateSatVb} sat/vB; at most ${maxFeeRate} is accepted`;
  });
  const fair = targetFeeRateSatVb * estimatedPackageVsize + FEE_SLACK_SATS;
  demand(estimatedNetworkFeeSats + listingTransferFeeSats <= fair, () => {
    return `the network fee of ${estimatedNetworkFeeSats + listingTransferFeeSats} sats is above ${fair}`;
  });
}

/** The indexes of our coins: exactly those announced, each one that we offered, with the value that we know. */
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
      return `input ${index} spends our coin ${txid}:${vout}, which was not offered and announced`;
    });
    demand(coin.valueSats === valueSats && equalBytes(script, scripts[0]!), () => {
      return `input ${index} says that ${txid}:${vout} holds ${valueSats} sats, and it holds ${coin.valueSats}`;
    });
    return [index];
  });
  demand(paying.length === announced.size && announced.size === selectedPaymentUtxos.length, () => {
    return `${paying.length} coins of ours pay, and ${selectedPaymentUtxos.length} were announced`;
  });
  return paying;
}

/**
 * Beside change stands a coin of ours, or nothing: what else is signed beside it may ask for that very output. Beside an inscription's
 * output an anchor of the operator may stand too, whom output 0 pays.
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
      return `output ${index} is ours and stands beside a coin of somebody else's, ${beside.txid}:${beside.vout}`;
    });
  }
}

/** The outputs that the inscriptions fill, which are ours. */
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
      return `inscription ${inscriptionId} lies on ${psbt.inputs[input]!.valueSats} sats, not ${inscriptionUtxoValueSats}`;
    });
    const output = outputFilledBy(psbt, input);
    demand(output !== null && equalBytes(psbt.outputs[output]!.script, own), () => {
      return `inscription ${inscriptionId} does not arrive, whole and alone, at ${wallet.ordinalsAddress}`;
    });
    return output;
  });
  demand(new Set(received).size === received.length, () => 'two inscriptions are said to be on one coin');
  return received;
}
