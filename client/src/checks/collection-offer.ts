/**
 * What a buyer's wallet verifies before it signs a funding parent, and a seller's before a fill. Pure. The offer address is made anew
 * from the terms that were asked for and answered: when the service had other terms in mind, the address differs, and nothing is signed.
 * Source: docs/protocol/collection-offers.md.
 */
import { hex } from '@scure/base';
import { concatBytes, equalBytes, tagSchnorr } from '@scure/btc-signer/utils.js';
import type { Answer } from '../api.ts';
import { type Coin, readPsbt } from '../psbt.ts';
import { leafHashOf, TAPSCRIPT, taprootScript } from '../taproot.ts';
import { demand } from '../unsafe-psbt.ts';
import { addressOf, scriptOf } from '../wallet/network.ts';
import { checkAsked, type WalletIdentity } from './asked.ts';
import { type FeeLimit, largestFee } from './fee-limit.ts';

export type CollectionOfferPreflight = Answer<'/collection/{slug}/collection-offers/preflight'>;
export type FillPreflight = Answer<'/collection/{slug}/collection-offers/{offerId}/fill/preflight'>;
type Promised = CollectionOfferPreflight['offers'][number];

export type Target =
  | { readonly kind: 'all' }
  | { readonly kind: 'traits'; readonly traits: readonly { readonly type: string; readonly values: readonly string[] }[] };

export interface CollectionOfferTerms {
  readonly wallet: WalletIdentity;
  readonly collectionSlug: string;
  readonly target: Target;
  /** Of the first offer; each next one is lower by `ladderStepSats`. */
  readonly priceSats: number;
  readonly offerCount?: number;
  readonly ladderStepSats?: number;
  readonly validityHours?: number;
  readonly spendableUtxos: readonly Coin[];
  /** Unix seconds now; the expiry answered must be about `validityHours` later. */
  readonly now: number;
}

/** Clocks differ, and a preflight takes time. */
const EXPIRY_SLACK_SECONDS = 900;

/** Throws `UnsafePsbt` naming the first thing that is not as it should be. */
export function checkCollectionOffers(preflight: CollectionOfferPreflight, terms: CollectionOfferTerms): void {
  const { offerCount = 1, ladderStepSats = 0, priceSats, collectionSlug, target } = terms;
  demand(preflight.offers.length === offerCount, () => {
    return `${preflight.offers.length} offers were built, and ${offerCount} were asked for`;
  });
  for (const [i, offer] of preflight.offers.entries()) {
    const { height } = JSON.parse(offer.criteriaCanonicalJson) as { height: number };
    const json = canonicalCriteria(collectionSlug, height, target);
    demand(offer.criteriaCanonicalJson === json, () => {
      return `offer ${i} is for ${offer.criteriaCanonicalJson}, not for ${json}`;
    });
    checkOffer(offer, terms, priceSats - i * ladderStepSats, `offer ${i}`);
  }
}

/** Canonical JSON (RFC 8785) of what an offer asks for. */
export function canonicalCriteria(collection: string, height: number, target: Target): string {
  if (target.kind === 'all') return JSON.stringify({ collection, height, kind: 'all', version: 1 });
  const groups = target.traits.map(({ type, values }) =>
    JSON.stringify({ type, values: [...new Set(values)].sort(byBytes) }),
  );
  const traits = [...new Set(groups)].sort(byBytes).map((group) => JSON.parse(group) as unknown);
  return JSON.stringify({ collection, height, kind: 'traits', traits, version: 1 });
}

function byBytes(a: string, b: string): number {
  const [left, right] = [utf8(a), utf8(b)];
  const at = left.findIndex((byte, index) => byte !== right[index]);
  return at === -1 ? left.length - right.length : left[at]! - (right[at] ?? -1);
}

function checkOffer(offer: Promised, terms: CollectionOfferTerms, priceSats: number, what: string): void {
  const { wallet, validityHours = 168, now, spendableUtxos } = terms;
  const receive = hex.encode(scriptOf(wallet.ordinalsAddress, wallet.network));
  demand(offer.priceSats === priceSats, () => `${what} is of ${offer.priceSats} sats, not ${priceSats}`);
  demand(offer.buyerReceiveScriptHex === receive, () => {
    return `${what} sends the inscription to ${offer.buyerReceiveScriptHex}, not to ${wallet.ordinalsAddress}`;
  });
  demand(offer.buyerPublicKey === wallet.ordinalsPublicKey.slice(-64), () => {
    return `${what} gives the money back to the key ${offer.buyerPublicKey}, which is not ours`;
  });
  demand(Math.abs(offer.expiresAtUnix - now - validityHours * 3600) <= EXPIRY_SLACK_SECONDS, () => {
    return `${what} ends at ${offer.expiresAt}, not in ${validityHours} hours`;
  });
  demand(offer.offerCriteriaHash === hex.encode(tagged('criteria', utf8(offer.criteriaCanonicalJson))), () => {
    return `${what} has a criteria hash that is not of its criteria`;
  });
  const script = offerScript(offer);
  const address = addressOf(script, wallet.network);
  demand(offer.offerAddress === address, () => {
    return `${what} is at ${offer.offerAddress}, and its terms make ${address}`;
  });

  const psbt = readPsbt(offer.psbtBase64);
  const own = scriptOf(wallet.paymentAddress, wallet.network);
  checkAsked(what, offer, {
    address: wallet.paymentAddress,
    indexes: psbt.inputs.map((_, index) => index),
    sigHashes: [0, 1, null],
    leafKey: null,
  });
  demand(psbt.txid === offer.expectedFundingParentTxid, () => `${what} is not ${offer.expectedFundingParentTxid}`);
  for (const input of psbt.inputs) {
    const isOffered = spendableUtxos.some(
      ({ txid, vout, valueSats }) => txid === input.txid && vout === input.vout && valueSats === input.valueSats,
    );
    demand(isOffered && equalBytes(input.script, own), () => {
      return `${what} spends ${input.txid}:${input.vout}, which was not offered for payment`;
    });
  }
  const [first, ...rest] = psbt.outputs;
  demand(first !== undefined && equalBytes(first.script, script) && first.valueSats === priceSats, () => {
    return `${what} does not pay ${priceSats} sats to its address`;
  });
  const exit = concatBytes(Uint8Array.of(0x6a, 0x40), hex.decode(offer.buyerPublicKey), offerRoot(offer));
  demand(rest.length > 0 && equalBytes(rest.at(-1)!.script, exit), () => {
    return `${what} lacks the exit data that we would need to leave alone`;
  });
  demand(rest.slice(0, -1).every((output) => equalBytes(output.script, own)), () => {
    return `${what} pays somebody else than the offer and us`;
  });
  const sum = (amounts: readonly { readonly valueSats: number }[]) => amounts.reduce((total, one) => total + one.valueSats, 0);
  demand(sum(psbt.inputs) === sum(psbt.outputs), () => `${what} pays a fee, and a funding parent has none`);
}

const utf8 = (text: string) => new TextEncoder().encode(text);
const tagged = (name: string, ...parts: Uint8Array[]) => tagSchnorr(`ordbook/collection-offer/${name}`, ...parts);

/** The leaf of an offer, made from its terms; then its version. */
function leafOf(offer: Promised): Uint8Array {
  const receive = hex.decode(offer.buyerReceiveScriptHex);
  const terms = tagged(
    'terms',
    Uint8Array.of(1),
    u64(offer.priceSats),
    u64(offer.expiresAtUnix),
    Uint8Array.of(receive.length),
    receive,
    hex.decode(offer.eligibleRoot),
    hex.decode(offer.offerCriteriaHash),
  );
  const { market, gate, policy } = offer.signerPublicKeys;
  const leaf = `20${hex.encode(terms)}75a820${offer.offerAuthSecretHash}8820${offer.buyerPublicKey}ac20${market}ba519d20${gate}ad20${policy}ac`;
  return hex.decode(`${leaf}${TAPSCRIPT.toString(16)}`);
}

function offerRoot(offer: Promised): Uint8Array {
  return leafHashOf(leafOf(offer));
}

/** The script of the offer output, made from its terms. */
function offerScript(offer: Promised): Uint8Array {
  return taprootScript(hex.decode(offer.buyerPublicKey), offerRoot(offer));
}

/** Little-endian. */
function u64(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value), true);
  return bytes;
}

export interface FillTerms {
  readonly wallet: WalletIdentity;
  readonly inscriptionId: string;
  /** The least that the offer may pay. */
  readonly priceSats: number;
  /** What may be taken out of the price: marketplace fee and royalty. */
  readonly feeLimit?: FeeLimit;
  /** What the network may take out of the price, sats. Default: a tenth of the price. */
  readonly networkFeeLimitSats?: number;
  /** Where the inscription lies, as your own index says. Without it the service is believed. */
  readonly location?: { readonly txid: string; readonly vout: number };
}

/** Throws `UnsafePsbt` unless signing sells one coin of ours, and only that, for the price less fees. Returns what we are paid, sats. */
export function checkFill(fill: FillPreflight, terms: FillTerms): number {
  const { wallet, location, priceSats } = terms;
  const what = `the sale of ${terms.inscriptionId}`;
  const psbt = readPsbt(fill.psbtBase64);
  const own = scriptOf(wallet.ordinalsAddress, wallet.network);
  checkAsked(what, fill, { address: wallet.ordinalsAddress, indexes: [0], sigHashes: [0, null], leafKey: null });
  demand(fill.inscriptionId === terms.inscriptionId, () => `${what} was built for ${fill.inscriptionId}`);
  demand(psbt.txid === fill.expectedSettlementTxid, () => `${what} is not ${fill.expectedSettlementTxid}`);
  const [input] = psbt.inputs;
  demand(input !== undefined && equalBytes(input.script, own), () => `${what} does not spend our coin`);
  demand(psbt.inputs.slice(1).every(({ script }) => !equalBytes(script, own)), () => `${what} spends more of ours`);
  demand(!location || (location.txid === input.txid && location.vout === input.vout), () => {
    return `${what} spends ${input.txid}:${input.vout}, where the inscription does not lie`;
  });
  const paid = psbt.outputs
    .slice(1)
    .filter(({ script }) => equalBytes(script, scriptOf(wallet.paymentAddress, wallet.network)))
    .reduce((total, { valueSats }) => total + valueSats, 0);
  const network = terms.networkFeeLimitSats ?? Math.ceil(priceSats / 10);
  const least = priceSats - largestFee(priceSats, terms.feeLimit) - network;
  demand(paid >= least, () => `${what} pays ${paid} sats; at a price of ${priceSats} it has to be ${least} or more`);
  return paid;
}
