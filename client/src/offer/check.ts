/**
 * What wallets verify before they sign an offer or its acceptance. Pure: depends only on the response of the
 * service and what the wallet wants.
 *
 * - The buyer's coins pay for one inscription's output, which arrives whole at the buyer's ordinals address.
 *   They lose at most the price with fees, the output's own value and a network fee.
 * - The owner gets at least the price less fees, and the payout moves it to the owner's payment address.
 *
 * Only an index knows which inscription is on the spent output: pass its location to have it compared.
 */
import { equalBytes } from '@scure/btc-signer/utils.js';
import type { Answer } from '../api.ts';
import { checkAsked, type WalletIdentity } from '../signing/asked.ts';
import { type FeeLimit, largestFee } from '../signing/fee-limit.ts';
import { checkLocation, checkOwnCoin, type Location } from '../signing/location.ts';
import { type Coin, type Psbt, readPsbt } from '../signing/psbt.ts';
import { outputFilledBy, sumOf } from '../signing/sat-flow.ts';
import { demand } from '../signing/unsafe-psbt.ts';
import { scriptOf } from '../wallet/network.ts';
import { checkOffered } from './offered-coins.ts';

export type OfferPreflight = Answer<'/collection/{slug}/offers/preflight'>;
export type AcceptPreflight = Answer<'/inscriptions/{id}/offers/{offerId}/accept/preflight'>;

export interface OfferTerms {
  readonly wallet: WalletIdentity;
  readonly inscriptionIds: readonly string[];
  readonly priceSats: number;
  /** The coins that were offered, with values from our own node or explorer. */
  readonly spendableUtxos: readonly Coin[];
  /** Outpoints by inscription id. Without it the service is trusted. */
  readonly locations?: Readonly<Record<string, Location>>;
  readonly feeLimit?: FeeLimit;
  /** Highest network fee of one settlement, sats. Default 20,000. */
  readonly maxNetworkFeeSats?: number;
}

/** Throws `UnsafePsbt` with the first thing that is wrong. */
export function checkOffers(preflight: OfferPreflight, terms: OfferTerms): void {
  demand(preflight.items.length === terms.inscriptionIds.length, () => {
    return `the service built ${preflight.items.length} offers for ${terms.inscriptionIds.length} inscriptions`;
  });
  for (const [index, inscriptionId] of terms.inscriptionIds.entries()) {
    const item = preflight.items[index]!;
    const what = `the offer on ${inscriptionId}`;
    demand(item.inscriptionId === inscriptionId && item.priceSats === terms.priceSats, () => {
      return `${what} is for ${item.inscriptionId} at ${item.priceSats} sats, not at ${terms.priceSats}`;
    });
    const most = terms.priceSats + largestFee(terms.priceSats, terms.feeLimit);
    demand(item.buyerPayTotalSats <= most, () => {
      return `${what} costs ${item.buyerPayTotalSats} sats with fees; the limit is ${most}`;
    });
    checkSettlement(what, item, preflight, terms);
  }
}

function checkSettlement(
  what: string,
  item: OfferPreflight['items'][number],
  { selectedPaymentUtxos }: OfferPreflight,
  terms: OfferTerms,
): void {
  const { wallet, spendableUtxos, locations, maxNetworkFeeSats = 20_000 } = terms;
  const [step, ...more] = item.steps;
  demand(step !== undefined && more.length === 0, () => `${what} has ${item.steps.length} steps, not one`);
  const psbt = readPsbt(step.psbtBase64);
  demand(psbt.txid === item.expectedSettlementTxid, () => {
    return `${what} is ${psbt.txid}, but the service announced ${item.expectedSettlementTxid}`;
  });
  const paying = selectedPaymentUtxos.map((_, index) => index + 1);
  checkAsked(what, step, {
    address: wallet.paymentAddress,
    indexes: paying,
    sigHashes: [1, 0, null],
    leafKey: null,
  });
  demand(psbt.inputs.length === paying.length + 1, () => `${what} spends ${psbt.inputs.length} coins`);
  const payments = psbt.inputs.slice(1);
  checkOffered(what, payments, spendableUtxos);
  checkArrival(what, psbt, wallet.ordinalsAddress, wallet, locations?.[item.inscriptionId]);
  const payment = scriptOf(wallet.paymentAddress, wallet.network);
  const change = psbt.outputs.slice(1).filter(({ script }) => equalBytes(script, payment));
  const lost = sumOf(payments) - sumOf(change);
  const most = item.buyerPayTotalSats + psbt.inputs[0]!.valueSats + maxNetworkFeeSats;
  demand(lost <= most, () => `${what} costs us ${lost} sats; the limit is ${most}`);
}

/** Throws `UnsafePsbt` unless input 0, the inscription's output, fills output 0, which pays `address`. */
export function checkArrival(
  what: string,
  psbt: Psbt,
  address: string,
  { network }: WalletIdentity,
  location: Location | undefined,
): void {
  checkLocation(what, psbt.inputs[0]!, location);
  const output = outputFilledBy(psbt, 0);
  demand(output === 0 && equalBytes(psbt.outputs[0]!.script, scriptOf(address, network)), () => {
    return `${what} does not move the inscription, whole and alone, to ${address}`;
  });
}

export interface AcceptTerms {
  readonly wallet: WalletIdentity;
  readonly priceSats: number;
  readonly location?: Location;
  readonly feeLimit?: FeeLimit;
  /** Highest network fee of the payout, sats. Default 20,000. */
  readonly maxNetworkFeeSats?: number;
}

/** Sats that we receive in the end. Throws `UnsafePsbt` with the first thing that is wrong. */
export function checkAcceptance(preflight: AcceptPreflight, terms: AcceptTerms): number {
  const { wallet, priceSats, location, feeLimit, maxNetworkFeeSats = 20_000 } = terms;
  const [settlementStep, payoutStep, ...more] = preflight.steps;
  demand(
    settlementStep !== undefined && more.length === 0,
    () => `the service returned ${preflight.steps.length} steps`,
  );
  const asked = { address: wallet.ordinalsAddress, indexes: [0], sigHashes: [0, null], leafKey: null };
  checkAsked('the settlement', settlementStep, asked);
  const settlement = readPsbt(settlementStep.psbtBase64);
  demand(settlement.txid === preflight.expectedSettlementTxid, () => {
    return `the settlement is ${settlement.txid}, but the service announced ${preflight.expectedSettlementTxid}`;
  });
  const own = scriptOf(wallet.ordinalsAddress, wallet.network);
  const input = checkOwnCoin('the settlement', settlement, own, location);
  // otherwise sats that follow it, such as those of a listing of ours, could flow to the buyer as well
  demand(outputFilledBy(settlement, 0) === 0, () => {
    return 'the settlement does not move the inscription, whole and alone, into its first output';
  });
  const least = priceSats - largestFee(priceSats, feeLimit) + input.valueSats;
  const proceeds = settlement.outputs[1];
  demand(proceeds !== undefined && equalBytes(proceeds.script, own) && proceeds.valueSats >= least, () => {
    return `the settlement pays us ${proceeds?.valueSats} sats; at least ${least} are due`;
  });
  if (!payoutStep) {
    demand(wallet.paymentAddress === wallet.ordinalsAddress && preflight.expectedPayoutTxid === null, () => {
      return 'there is no payout to our payment address';
    });
    return proceeds.valueSats;
  }
  checkAsked('the payout', payoutStep, asked);
  const payout = readPsbt(payoutStep.psbtBase64);
  demand(
    payout.txid === preflight.expectedPayoutTxid,
    () => `the payout is ${payout.txid}, which the service did not announce`,
  );
  const [spent, ...others] = payout.inputs;
  demand(spent?.txid === settlement.txid && spent.vout === 1 && others.length === 0, () => {
    return 'the payout spends coins other than the proceeds';
  });
  const [paid, ...rest] = payout.outputs;
  const payment = scriptOf(wallet.paymentAddress, wallet.network);
  demand(paid !== undefined && rest.length === 0 && equalBytes(paid.script, payment), () => {
    return `the payout does not pay ${wallet.paymentAddress} alone`;
  });
  demand(proceeds.valueSats - paid.valueSats <= maxNetworkFeeSats, () => {
    return `the payout has a network fee of ${proceeds.valueSats - paid.valueSats} sats; the limit is ${maxNetworkFeeSats}`;
  });
  return paid.valueSats;
}
