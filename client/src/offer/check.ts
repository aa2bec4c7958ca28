/**
 * What wallets verify before they sign an offer or its acceptance. Pure: depends only on the response of the
 * service and what the wallet wants.
 *
 * Settlement and payout are built here. From the PSBTs come the inscription's coin, the amounts, and the
 * coins and scripts of others; what others get is within what was agreed to.
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
import type { Answer } from '../operation.ts';
import { sumOf } from '../responses/sats.ts';
import { checkAmount, checkNetworkFee, checkPostage, type Limits, largestFee } from '../signing/limits.ts';
import { checkLocation, type Location } from '../signing/location.ts';
import { type Coin, coinOf, type Psbt, type PsbtInput, readPsbt } from '../signing/psbt.ts';
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
import { scriptOf } from '../wallet/network.ts';
import type { WalletIdentity } from '../wallet/wallet.ts';
import { selectedCoins } from './offered-coins.ts';

/** What the service wants signed for inscription offers. */
export type OfferPreflight = Answer<'/collection/{slug}/offers/preflight'>;
/** What the service wants signed for the acceptance of an offer. */
export type AcceptPreflight = Answer<'/inscriptions/{id}/offers/{offerId}/accept/preflight'>;

/** What a preflight of offers is compared with. */
export interface OfferTerms extends Limits {
  readonly wallet: WalletIdentity;
  readonly inscriptionIds: readonly string[];
  readonly priceSats: number;
  /** The coins that were offered, with values from our own node or explorer. */
  readonly spendableUtxos: readonly Coin[];
  /** Where the inscriptions are, by id. Without it the service is trusted. */
  readonly locations?: Readonly<Record<string, Location>>;
}

/** What the offers do, as verified. */
export interface CheckedOffers {
  /** What to sign, built here: one for each inscription. */
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
  const [step] = stepsOf(what, item.steps, 1);
  const psbt = readPsbt(step!.psbtBase64);
  const inscribed = inputSeen(what, psbt, 0);
  checkLocation(what, inscribed, locations?.[item.inscriptionId]);
  checkPostage(what, inscribed.valueSats, limits);
  return rebuild(what, () => {
    // every offer spends all of these coins, so at most one of them can be accepted
    const payer = payerOf(wallet.paymentAddress, wallet.paymentPublicKey, wallet.network);
    const payouts = paysSeen(psbt, 2);
    const change = payouts.at(-1)?.script === payerLock(payer).script ? payouts.pop()! : null;
    const table = settlementTable({
      utxo: coinOf(inscribed),
      owner: lockOf(inscribed),
      buyerScript: hex.encode(scriptOf(wallet.ordinalsAddress, wallet.network)),
      proceedsSats: outputSeen(what, psbt, 1).valueSats,
      payments: paymentSpends(payer, selectedCoins(what, selectedPaymentUtxos, spendableUtxos)),
      payouts,
      change,
    });
    const shared = sumOf(table.outputs.slice(1)) - (change?.valueSats ?? 0);
    const agreed = item.buyerPayTotalSats + inscribed.valueSats;
    demand(shared <= agreed, () => `${what} pays ${shared} sats to others; ${agreed} were agreed to`);
    checkNetworkFee(what, { feeSats: networkFee(table), vsize: layoutSize(table), priceSats }, limits);
    const { expectedSettlementTxid: txid } = item;
    return rebuiltStep(step!, { what, table, party: 'buyer', stepIndex: 0, wallet, txid });
  });
}

/** What a preflight of an acceptance is compared with. */
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
  const hasPayout = wallet.paymentAddress !== wallet.ordinalsAddress || preflight.expectedPayoutTxid !== null;
  const steps = stepsOf('the acceptance', preflight.steps, hasPayout ? 2 : 1);
  const what = 'the settlement';
  const [seen, payoutSeen] = steps.map(({ psbtBase64 }) => readPsbt(psbtBase64)) as [Psbt, Psbt?];
  const utxo = inputSeen(what, seen, 0);
  checkLocation(what, utxo, location);
  checkPostage(what, utxo.valueSats, terms);
  const { valueSats: proceedsSats } = outputSeen(what, seen, 1);
  const least = priceSats - largestFee(priceSats, feeLimit) + utxo.valueSats;
  demand(proceedsSats >= least, () => {
    return `the settlement pays us ${proceedsSats} sats; at least ${least} are due`;
  });
  const feeSats = payoutSeen ? proceedsSats - outputSeen('the payout', payoutSeen, 0).valueSats : 0;
  demand(feeSats === preflight.estimatedNetworkFeeSats, () => {
    return `the network fee is ${feeSats} sats, but the service announced ${preflight.estimatedNetworkFeeSats}`;
  });
  const { expectedSettlementTxid, expectedPayoutTxid } = preflight;
  return rebuild('the acceptance', () => {
    const seller = { party: 'seller', wallet } as const;
    const sellerKey = wallet.ordinalsPublicKey.slice(-64);
    const settlement = settlementTable({
      utxo: coinOf(utxo),
      owner: p2trLock(sellerKey),
      buyerScript: hex.encode(outputSeen(what, seen, 0).script),
      proceedsSats,
      payments: seen.inputs
        .slice(1)
        .map((coin, index) => spend(`payment ${index + 1}`, coinOf(coin), lockOf(coin), {})),
      payouts: paysSeen(seen, 2),
      change: null,
    });
    const willing = { ...seller, what, table: settlement, stepIndex: 0, txid: expectedSettlementTxid };
    const built = [rebuiltStep(steps[0]!, willing)];
    if (payoutSeen) {
      const to = { sellerKey, sellerPaymentAddress: wallet.paymentAddress, feeSats };
      const table = payoutTable(settlement, to, wallet.network);
      const vsize = layoutSize(settlement) + layoutSize(table);
      checkNetworkFee('the payout', { feeSats, vsize, priceSats }, terms);
      const payout = { ...seller, what: 'the payout', table, stepIndex: 1, txid: expectedPayoutTxid };
      built.push(rebuiltStep(steps[1]!, payout));
    }
    return { receivedSats: proceedsSats - feeSats, steps: built, settlement };
  });
}

function lockOf({ script, fields: { redeemScript } }: PsbtInput) {
  return seenLock(hex.encode(script), redeemScript && hex.encode(redeemScript));
}
