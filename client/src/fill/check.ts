/**
 * What a seller's wallet verifies before it signs the fill of a collection offer. Pure: depends only on the
 * response of the service and what the seller wants.
 *
 * The settlement is built here: our coin, and to our payment address the offer's price less fees and network
 * fee, all within our limits. From the PSBT come the offer, the admission coin and the shares of others.
 *
 * Only an index knows which inscription is on the spent output: pass its location to have it compared.
 */
import { fillTable } from '@ordbook/protocol/fill/fill';
import { type Layout, networkFee, pay } from '@ordbook/protocol/layout/layout';
import { layoutSize } from '@ordbook/protocol/layout/size';
import { p2trLock } from '@ordbook/protocol/locks/p2tr';
import { seenLock } from '@ordbook/protocol/locks/seen';
import { hex } from '@scure/base';
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
import { checkLocation, type Location } from '../signing/location.ts';
import { coinOf, type Psbt, readPsbt } from '../signing/psbt.ts';
import { type BuiltStep, inputSeen, outputSeen, paysSeen, rebuild, rebuiltStep } from '../signing/rebuilt.ts';
import { BelowTopOffer, demand } from '../signing/unsafe-psbt.ts';
import { scriptOf } from '../wallet/network.ts';
import type { WalletIdentity } from '../wallet/wallet.ts';

/** What the service wants signed for a fill. */
export type FillPreflight = Answer<'/collection/{slug}/collection-offers/{offerId}/fill/preflight'>;

/** What a preflight of a fill is compared with. */
export interface FillTerms extends Limits {
  readonly wallet: WalletIdentity;
  readonly offerId: string;
  readonly inscriptionId: string;
  /** The price that the user agreed to, sats. */
  readonly priceSats: number;
  /** Where the inscription is, from your own source. Without it the service is trusted. */
  readonly location?: Location;
  /** True: sell although another offer pays more for the same inscription. */
  readonly evenBelowTop?: boolean;
}

/** What a fill does, as verified. */
export interface CheckedFill {
  /** Sats that reach our payment address. */
  readonly receivedSats: number;
  /** What to sign, built here. */
  readonly step: BuiltStep;
}

/** Sats by which shares that are too small for an output, of fee and royalty, raise the network fee. */
const DUST_SHARES_SATS = 2 * 546;
/** vB of a large funding parent: 50 coins of a P2SH-P2WPKH payer. */
const MAX_PARENT_VSIZE = 4_800;
/** Highest lock of an admission coin, blocks: four weeks. */
const MAX_LOCK_BLOCKS = 4_032;

/**
 * Checks the response and builds what to sign. Throws `UnsafePsbt` with the first thing that is wrong, or
 * that differs from what was built.
 */
export function checkFill(preflight: FillPreflight, terms: FillTerms): CheckedFill {
  const { wallet } = terms;
  checkAmount('priceSats', terms.priceSats);
  const receivedSats = checkFigures(preflight, terms);
  const psbt = readPsbt(preflight.sellerStep.psbtBase64);
  const { valueSats } = inputSeen('the settlement', psbt, 0);
  demand(valueSats === preflight.inscriptionUtxoValueSats, () => {
    return `the inscription is on ${valueSats} sats, not ${preflight.inscriptionUtxoValueSats}`;
  });
  return rebuild('the fill', () => {
    const table = rebuiltFill(psbt, receivedSats, terms);
    checkShares(preflight, table, terms);
    const step = rebuiltStep(preflight.sellerStep, {
      what: 'the settlement',
      table,
      party: 'seller',
      stepIndex: 0,
      wallet,
      txid: preflight.expectedSettlementTxid,
    });
    return { receivedSats, step };
  });
}

/** The settlement from our side, with the offer, the admission coin and the payouts that it shows. */
function rebuiltFill(
  psbt: Psbt,
  dueSats: number,
  { wallet, priceSats, location, ...limits }: FillTerms,
): Layout {
  const what = 'the settlement';
  const utxo = inputSeen(what, psbt, 0);
  const offer = inputSeen(what, psbt, 1);
  const admission = inputSeen(what, psbt, 2);
  checkLocation(what, utxo, location);
  checkPostage(what, utxo.valueSats, limits);
  demand(offer.valueSats === priceSats, () => {
    return `the offer holds ${offer.valueSats} sats, not the price of ${priceSats}`;
  });
  const lockBlocks = admission.fields.sequence ?? 0xffffffff;
  demand(lockBlocks >= 1 && lockBlocks <= MAX_LOCK_BLOCKS, () => {
    return `the admission coin has sequence ${lockBlocks}; use 1 to ${MAX_LOCK_BLOCKS} blocks`;
  });
  // listings are signed for version 2, so none of our listings can be part of a version 3 fill
  return fillTable({
    utxo: coinOf(utxo),
    seller: p2trLock(wallet.ordinalsPublicKey.slice(-64)),
    offer: { coin: coinOf(offer), lock: seenLock(hex.encode(offer.script)) },
    admission: { coin: coinOf(admission), lock: seenLock(hex.encode(admission.script)), lockBlocks },
    receiveScript: hex.encode(outputSeen(what, psbt, 0).script),
    payments: [
      pay('seller', dueSats, hex.encode(scriptOf(wallet.paymentAddress, wallet.network))),
      ...paysSeen(psbt, 2, -1),
    ],
  });
}

/** Throws unless fee, royalty and network fee go where the figures say. */
function checkShares(preflight: FillPreflight, table: Layout, terms: FillTerms): void {
  const fees = preflight.marketplaceFeeSats + preflight.creatorRoyaltySats;
  const others = sumOf(table.outputs.slice(2, -1));
  demand(others <= fees, () => `the settlement pays ${others} sats to others; the figures show ${fees}`);
  const feeSats = networkFee(table);
  const figure = preflight.estimatedNetworkFeeSats;
  demand(feeSats <= figure + DUST_SHARES_SATS, () => {
    return `the settlement has a network fee of ${feeSats} sats, but the service announced ${figure}`;
  });
  const vsize = layoutSize(table) + MAX_PARENT_VSIZE;
  checkNetworkFee('the settlement', { feeSats, vsize, priceSats: terms.priceSats }, terms);
}

/** Sats that the figures leave us. */
function checkFigures(preflight: FillPreflight, terms: FillTerms): number {
  const { offerId, inscriptionId, priceSats, feeLimit } = terms;
  demand(preflight.offerId === offerId && preflight.inscriptionId === inscriptionId, () => {
    return `the service returned offer ${preflight.offerId} for ${preflight.inscriptionId}, not ${offerId} for ${inscriptionId}`;
  });
  demand(preflight.priceSats === priceSats, () => {
    return `the offer is at ${preflight.priceSats} sats, not ${priceSats}`;
  });
  const { belowTopOfferWarning: below, estimatedNetworkFeeSats: networkShare } = preflight;
  if (below && terms.evenBelowTop !== true) {
    const { offerId: best, priceSats: top } = below.topOffer;
    throw new BelowTopOffer(
      top,
      `offer ${best} pays ${top} sats for the same inscription; fill that one, or set evenBelowTop`,
    );
  }
  const fees = preflight.marketplaceFeeSats + preflight.creatorRoyaltySats;
  demand(preflight.sellerReceiveSats === priceSats - fees, () => {
    return `the service announced ${preflight.sellerReceiveSats} sats for the seller; ${priceSats} less fees of ${fees} are ${priceSats - fees}`;
  });
  const most = largestFee(priceSats, feeLimit);
  demand(fees <= most, () => `fees take ${fees} sats of the price; the limit is ${most}`);
  const mostForNetwork = largestNetworkFee(priceSats, terms);
  demand(networkShare <= mostForNetwork, () => {
    return `the network fee takes ${networkShare} sats of the price; the limit is ${mostForNetwork}. Set maxNetworkFeeSats to allow it`;
  });
  return priceSats - fees - networkShare;
}
