/**
 * What a seller's wallet verifies before it signs the fill of a collection offer. Pure: depends only on the
 * response of the service and what the seller wants.
 *
 * - The only coin of ours that is spent is the inscription's, whole into one output; the signature covers the
 *   whole transaction.
 * - Our payment address gets the offer's price less fees and network fee, all within our limits.
 *
 * Only an index knows which inscription is on the spent output: pass its location to have it compared.
 */
import { equalBytes } from '@scure/btc-signer/utils.js';
import type { Answer } from '../api.ts';
import { checkAsked, type WalletIdentity } from '../signing/asked.ts';
import { type FeeLimit, largestFee } from '../signing/fee-limit.ts';
import { checkOwnCoin, type Location } from '../signing/location.ts';
import { readPsbt } from '../signing/psbt.ts';
import { outputFilledBy } from '../signing/sat-flow.ts';
import { demand } from '../signing/unsafe-psbt.ts';
import { scriptOf } from '../wallet/network.ts';

export type FillPreflight = Answer<'/collection/{slug}/collection-offers/{offerId}/fill/preflight'>;

export interface FillTerms {
  readonly wallet: WalletIdentity;
  readonly offerId: string;
  readonly inscriptionId: string;
  /** The price that the user agreed to, sats. */
  readonly priceSats: number;
  readonly location?: Location;
  readonly feeLimit?: FeeLimit;
  /** Highest network fee that is taken from the price, sats. Default 100,000. */
  readonly maxNetworkFeeSats?: number;
  /** True: sell although another offer pays more for the same inscription. */
  readonly evenBelowTop?: boolean;
}

/** Sats that reach our payment address. Throws `UnsafePsbt` with the first thing that is wrong. */
export function checkFill(preflight: FillPreflight, terms: FillTerms): number {
  const { wallet, location } = terms;
  const dueSats = checkFigures(preflight, terms);
  const step = preflight.sellerStep;
  checkAsked('the settlement', step, {
    address: wallet.ordinalsAddress,
    indexes: [0],
    sigHashes: [0, null],
    leafKey: null,
  });
  const settlement = readPsbt(step.psbtBase64);
  demand(settlement.txid === preflight.expectedSettlementTxid, () => {
    return `the settlement is ${settlement.txid}, but the service announced ${preflight.expectedSettlementTxid}`;
  });
  // listings are signed for version 2, so none of our listings can be part of a version 3 fill
  demand(settlement.transaction.version === 3, () => {
    return `the settlement has version ${settlement.transaction.version}, not 3`;
  });
  const own = scriptOf(wallet.ordinalsAddress, wallet.network);
  const input = checkOwnCoin('the settlement', settlement, own, location);
  demand(input.valueSats === preflight.inscriptionUtxoValueSats, () => {
    return `the inscription is on ${input.valueSats} sats, not ${preflight.inscriptionUtxoValueSats}`;
  });
  demand(outputFilledBy(settlement, 0) === 0, () => {
    return 'the settlement does not move the inscription whole into its first output';
  });
  const paid = settlement.outputs[1];
  const payment = scriptOf(wallet.paymentAddress, wallet.network);
  demand(paid !== undefined && equalBytes(paid.script, payment) && paid.valueSats === dueSats, () => {
    return `the settlement's second output pays ${paid?.valueSats} sats; ${dueSats} are due to ${wallet.paymentAddress}`;
  });
  return paid.valueSats;
}

/** Sats that the figures leave us. */
function checkFigures(preflight: FillPreflight, terms: FillTerms): number {
  const { offerId, inscriptionId, priceSats, feeLimit, maxNetworkFeeSats = 100_000 } = terms;
  demand(preflight.offerId === offerId && preflight.inscriptionId === inscriptionId, () => {
    return `the service returned offer ${preflight.offerId} for ${preflight.inscriptionId}, not ${offerId} for ${inscriptionId}`;
  });
  demand(preflight.priceSats === priceSats, () => {
    return `the offer is at ${preflight.priceSats} sats, not ${priceSats}`;
  });
  const { belowTopOfferWarning: below, estimatedNetworkFeeSats: networkFee } = preflight;
  demand(!below || terms.evenBelowTop === true, () => {
    return `offer ${below?.topOffer.offerId} pays ${below?.topOffer.priceSats} sats for the same inscription; fill that one, or set evenBelowTop`;
  });
  const fees = preflight.marketplaceFeeSats + preflight.creatorRoyaltySats;
  const most = largestFee(priceSats, feeLimit);
  demand(fees <= most, () => `fees take ${fees} sats of the price; the limit is ${most}`);
  demand(networkFee <= maxNetworkFeeSats, () => {
    return `the network fee takes ${networkFee} sats of the price; the limit is ${maxNetworkFeeSats}`;
  });
  return priceSats - fees - networkFee;
}
