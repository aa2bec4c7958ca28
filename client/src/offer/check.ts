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
import { type Layout, networkFee, spend } from '@ordbook/protocol/layout/layout';
import { paymentSpends } from '@ordbook/protocol/layout/payments';
import { layoutSize } from '@ordbook/protocol/layout/size';
import { p2trLock } from '@ordbook/protocol/locks/p2tr';
import { payerLock, payerOf } from '@ordbook/protocol/locks/payer';
import { seenLock } from '@ordbook/protocol/locks/seen';
import { payoutTable, settlementTable } from '@ordbook/protocol/offer/offer';
import { hex } from '@scure/base';
import { equalBytes } from '@scure/btc-signer/utils.js';
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
import { checkLocation, checkOwnCoin, type Location } from '../signing/location.ts';
import { type Coin, coinOf, type Psbt, type PsbtInput, readPsbt } from '../signing/psbt.ts';
import { type BuiltStep, paysSeen, rebuild, rebuiltStep } from '../signing/rebuilt.ts';
import { outputFilledBy, sumOf } from '../signing/sat-flow.ts';
import { demand } from '../signing/unsafe-psbt.ts';
import { scriptOf } from '../wallet/network.ts';
import { checkOffered, selectedCoins } from './offered-coins.ts';

export type OfferPreflight = Answer<'/collection/{slug}/offers/preflight'>;
export type AcceptPreflight = Answer<'/inscriptions/{id}/offers/{offerId}/accept/preflight'>;

export interface OfferTerms extends Limits {
  readonly wallet: WalletIdentity;
  readonly inscriptionIds: readonly string[];
  readonly priceSats: number;
  /** The coins that were offered, with values from our own node or explorer. */
  readonly spendableUtxos: readonly Coin[];
  /** Where the inscriptions are, by id. Without it the service is trusted. */
  readonly locations?: Readonly<Record<string, Location>>;
}

/** What the offers do, as verified: one step for each inscription, built here. */
export interface CheckedOffers {
  readonly steps: readonly BuiltStep[];
}

/**
 * Checks the response and builds what to sign. Throws `UnsafePsbt` with the first thing that is wrong, or
 * that differs from what was built.
 */
export function checkOffers(preflight: OfferPreflight, terms: OfferTerms): CheckedOffers {
  checkAmount('priceSats', terms.priceSats);
  demand(preflight.items.length === terms.inscriptionIds.length, () => {
    return `the service built ${preflight.items.length} offers for ${terms.inscriptionIds.length} inscriptions`;
  });
  const steps = terms.inscriptionIds.map((inscriptionId, index) => {
    const item = preflight.items[index]!;
    const what = `the offer on ${inscriptionId}`;
    demand(item.inscriptionId === inscriptionId && item.priceSats === terms.priceSats, () => {
      return `${what} is for ${item.inscriptionId} at ${item.priceSats} sats, not at ${terms.priceSats}`;
    });
    const most = terms.priceSats + largestFee(terms.priceSats, terms.feeLimit);
    demand(item.buyerPayTotalSats <= most, () => {
      return `${what} costs ${item.buyerPayTotalSats} sats with fees; the limit is ${most}. Set feeLimit to allow it`;
    });
    return checkSettlement(what, item, preflight, terms);
  });
  return { steps };
}

function checkSettlement(
  what: string,
  item: OfferPreflight['items'][number],
  { selectedPaymentUtxos }: OfferPreflight,
  { wallet, spendableUtxos, locations, priceSats, ...limits }: OfferTerms,
): BuiltStep {
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
  const [inscribed] = psbt.inputs as [PsbtInput];
  checkPostage(what, inscribed.valueSats, limits);
  const payment = scriptOf(wallet.paymentAddress, wallet.network);
  const change = psbt.outputs.slice(1).filter(({ script }) => equalBytes(script, payment));
  const lost = sumOf(payments) - sumOf(change);
  const agreed = item.buyerPayTotalSats + inscribed.valueSats;
  const most = agreed + largestNetworkFee(priceSats, limits);
  demand(
    lost <= most,
    () => `${what} costs us ${lost} sats; the limit is ${most}. Set maxNetworkFeeSats to allow it`,
  );
  return rebuild(what, () => {
    // every offer spends all of these coins, so at most one of them can be accepted
    const payer = payerOf(wallet.paymentAddress, wallet.paymentPublicKey, wallet.network);
    const rest = paysSeen(psbt, 2);
    const back = rest.at(-1)?.script === payerLock(payer).script ? rest.pop()! : null;
    const table = settlementTable({
      utxo: coinOf(inscribed),
      owner: seenLock(hex.encode(inscribed.script)),
      buyerScript: hex.encode(scriptOf(wallet.ordinalsAddress, wallet.network)),
      proceedsSats: psbt.outputs[1]!.valueSats,
      payments: paymentSpends(payer, selectedCoins(what, selectedPaymentUtxos, spendableUtxos)),
      payouts: rest,
      change: back,
    });
    const shared = sumOf(table.outputs.slice(1)) - (back?.valueSats ?? 0);
    demand(shared <= agreed, () => `${what} pays ${shared} sats to others; ${agreed} were agreed to`);
    checkNetworkFee(what, { feeSats: networkFee(table), vsize: layoutSize(table), priceSats }, limits);
    const { paymentAddress: address } = wallet;
    return rebuiltStep(step, { what, table, party: 'buyer', stepIndex: 0, address });
  });
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

export interface AcceptTerms extends Limits {
  readonly wallet: WalletIdentity;
  readonly priceSats: number;
  /** Where the inscription is, from your own source. Without it the service is trusted. */
  readonly location?: Location;
}

/** What an acceptance does, as verified. */
export interface CheckedAcceptance {
  /** Sats that we receive in the end. */
  readonly receivedSats: number;
  /** What to sign, built here: the settlement, and the payout if there is one. */
  readonly steps: readonly BuiltStep[];
  /** The whole settlement. */
  readonly settlement: Layout;
}

/**
 * Checks the response and builds what to sign. Throws `UnsafePsbt` with the first thing that is wrong, or
 * that differs from what was built.
 */
export function checkAcceptance(preflight: AcceptPreflight, terms: AcceptTerms): CheckedAcceptance {
  const { wallet, priceSats, location, feeLimit } = terms;
  checkAmount('priceSats', priceSats);
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
  checkPostage('the settlement', input.valueSats, terms);
  // otherwise sats that follow it, such as those of a listing of ours, could flow to the buyer as well
  demand(outputFilledBy(settlement, 0) === 0, () => {
    return 'the settlement does not move the inscription, whole and alone, into its first output';
  });
  const least = priceSats - largestFee(priceSats, feeLimit) + input.valueSats;
  const proceeds = settlement.outputs[1];
  demand(proceeds !== undefined && equalBytes(proceeds.script, own) && proceeds.valueSats >= least, () => {
    return `the settlement pays us ${proceeds?.valueSats} sats; at least ${least} are due`;
  });
  const feeSats = payoutStep ? checkPayout(preflight, settlement, terms) : 0;
  demand(
    payoutStep !== undefined ||
      (wallet.paymentAddress === wallet.ordinalsAddress && preflight.expectedPayoutTxid === null),
    () => {
      return 'there is no payout to our payment address';
    },
  );
  demand(feeSats === preflight.estimatedNetworkFeeSats, () => {
    return `the network fee is ${feeSats} sats, but the service announced ${preflight.estimatedNetworkFeeSats}`;
  });
  return rebuild('the acceptance', () => {
    const seller = { party: 'seller', address: wallet.ordinalsAddress } as const;
    const table = rebuiltSettlement(settlement, wallet);
    const steps = [rebuiltStep(settlementStep, { ...seller, what: 'the settlement', table, stepIndex: 0 })];
    if (payoutStep) {
      const to = { sellerKey: ownKey(wallet), sellerPaymentAddress: wallet.paymentAddress, feeSats };
      const payout = payoutTable(table, to, wallet.network);
      const vsize = layoutSize(table) + layoutSize(payout);
      checkNetworkFee('the payout', { feeSats, vsize, priceSats }, terms);
      steps.push(rebuiltStep(payoutStep, { ...seller, what: 'the payout', table: payout, stepIndex: 1 }));
    }
    return { receivedSats: proceeds.valueSats - feeSats, steps, settlement: table };
  });
}

function ownKey({ ordinalsPublicKey }: WalletIdentity): string {
  return ordinalsPublicKey.slice(-64);
}

/** The settlement from our side: our inscription and proceeds, and the coins and payments of others. */
function rebuiltSettlement(psbt: Psbt, wallet: WalletIdentity): Layout {
  const [inscribed, ...payments] = psbt.inputs as [PsbtInput, ...PsbtInput[]];
  return settlementTable({
    utxo: coinOf(inscribed),
    owner: p2trLock(ownKey(wallet)),
    buyerScript: hex.encode(psbt.outputs[0]!.script),
    proceedsSats: psbt.outputs[1]!.valueSats,
    payments: payments.map((coin, index) => spend(`payment ${index + 1}`, coinOf(coin), lockOf(coin), {})),
    payouts: paysSeen(psbt, 2),
    change: null,
  });
}

function lockOf({ script, fields: { redeemScript } }: PsbtInput) {
  return seenLock(hex.encode(script), redeemScript && hex.encode(redeemScript));
}

/**
 * The network fee of the payout, sats. Throws `UnsafePsbt` unless it moves the proceeds to our payment
 * address.
 */
function checkPayout(preflight: AcceptPreflight, settlement: Psbt, terms: AcceptTerms): number {
  const { wallet, priceSats } = terms;
  const step = preflight.steps[1]!;
  checkAsked('the payout', step, {
    address: wallet.ordinalsAddress,
    indexes: [0],
    sigHashes: [0, null],
    leafKey: null,
  });
  const payout = readPsbt(step.psbtBase64);
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
  const feeSats = settlement.outputs[1]!.valueSats - paid.valueSats;
  const most = largestNetworkFee(priceSats, terms);
  demand(feeSats <= most, () => {
    return `the payout has a network fee of ${feeSats} sats; the limit is ${most}. Set maxNetworkFeeSats to allow it`;
  });
  return feeSats;
}
