/**
 * What a buyer's wallet verifies before it signs the funding parents of collection offers. Pure: only what
 * the service answered, and what the buyer wants.
 *
 * Every term of an offer is compared with what was asked for. The funding parent is built here from these
 * terms: its first output commits to them, our key alone can take the money back at any time with the exit
 * data at its end, and the rest returns to us.
 *
 * Only an index knows which inscriptions the eligible root covers: pass the ids from yours to have the root
 * recomputed.
 */
import { criteriaHash, criteriaJson } from '@ordbook/protocol/collection-offer/criteria';
import { fundingParentLayout } from '@ordbook/protocol/collection-offer/funding';
import {
  type CollectionOfferTerms as CommittedTerms,
  type OfferKeys,
  offerLock,
} from '@ordbook/protocol/collection-offer/offer';
import { payerOf } from '@ordbook/protocol/locks/payer';
import { hex } from '@scure/base';
import { selectedCoins } from '../offer/offered-coins.ts';
import type { Answer, Body } from '../operation.ts';
import { checkAmount } from '../signing/limits.ts';
import type { Coin } from '../signing/psbt.ts';
import { type BuiltStep, rebuild, rebuiltStep } from '../signing/rebuilt.ts';
import { demand } from '../signing/unsafe-psbt.ts';
import { addressOf, scriptOf } from '../wallet/network.ts';
import type { WalletIdentity } from '../wallet/wallet.ts';
import { eligibleRoot } from './eligible-root.ts';

/** Every member of a collection, or those whose traits match each group. */
export type Target = Body<'/collection/{slug}/collection-offers/target-preview'>['target'];
/** What the service wants signed for a collection offer. */
export type CollectionOfferPreflight = Answer<'/collection/{slug}/collection-offers/preflight'>;
type Promised = CollectionOfferPreflight['offers'][number];

/** What a preflight of collection offers is compared with. */
export interface CollectionOfferTerms {
  readonly wallet: WalletIdentity;
  readonly collectionSlug: string;
  readonly target: Target;
  /** Price of the first offer, sats. */
  readonly priceSats: number;
  /** Number of offers. Default 1. */
  readonly offerCount?: number;
  /** Each further offer is priced lower by this amount, sats. Default 0. */
  readonly ladderStepSats?: number;
  /** No offer may last beyond this. */
  readonly expiresBefore: Date;
  /** The time now. Default: that of the clock. */
  readonly now?: Date;
  /** Height of the newest block of our own source: the set must not be of a later one. */
  readonly tipHeight?: number;
  /** The coins that were offered, with values from our own node or explorer. */
  readonly spendableUtxos: readonly Coin[];
  /** The eligible set from our own index, or its root (hex). Without either the service is trusted. */
  readonly eligibleIds?: readonly string[];
  readonly eligibleRoot?: string;
  /** x-only hex. If given, the leaf must use these keys. */
  readonly signerPublicKeys?: OfferKeys;
}

/** What the offers do, as verified. */
export interface CheckedCollectionOffers {
  /** What to sign, built here: one funding parent for each offer. */
  readonly steps: readonly BuiltStep[];
  readonly signers: OfferKeys;
}

/**
 * Checks the response and builds what to sign. Throws `UnsafePsbt` with the first thing that is wrong, or
 * that differs from what was built.
 */
export function checkCollectionOffers(
  preflight: CollectionOfferPreflight,
  terms: CollectionOfferTerms,
): CheckedCollectionOffers {
  const { priceSats, offerCount = 1, ladderStepSats = 0, eligibleIds } = terms;
  checkAmount('priceSats', priceSats);
  const roots = [terms.eligibleRoot, eligibleIds && eligibleRoot(eligibleIds)];
  demand(preflight.offers.length === offerCount, () => {
    return `the service built ${preflight.offers.length} offers instead of ${offerCount}`;
  });
  const steps = preflight.offers.map((offer, index) => {
    const what = `offer ${index + 1}`;
    const wanted = priceSats - index * ladderStepSats;
    demand(offer.priceSats === wanted, () => `${what} is at ${offer.priceSats} sats, not ${wanted}`);
    for (const root of roots)
      demand(root === undefined || offer.eligibleRoot === root, () => {
        return `${what} is for the set ${offer.eligibleRoot}, but our index finds ${root}`;
      });
    return rebuild(what, () => rebuiltFunding(what, offer, checkTerms(what, offer, terms), terms));
  });
  return { steps, signers: preflight.offers[0]!.signerPublicKeys };
}

/** The funding parent, from the terms that the offer commits to and our coins. */
function rebuiltFunding(
  what: string,
  offer: Promised,
  committed: CommittedTerms,
  { wallet, spendableUtxos }: CollectionOfferTerms,
): BuiltStep {
  const { fundingParentStep, selectedPaymentUtxos, expectedFundingParentTxid: txid } = offer;
  const { leaf, script } = offerLock(committed);
  const address = addressOf(hex.decode(script), wallet.network);
  // not signed, but shown and stored
  demand(offer.offerScriptHex === leaf && offer.offerAddress === address, () => {
    return `${what} shows the address ${offer.offerAddress} and a leaf; its terms give ${address}`;
  });
  const table = fundingParentLayout(committed, {
    payer: payerOf(wallet.paymentAddress, wallet.paymentPublicKey, wallet.network),
    payments: selectedCoins(what, selectedPaymentUtxos, spendableUtxos),
  });
  return rebuiltStep(fundingParentStep, { what, table, party: 'buyer', stepIndex: 0, wallet, txid });
}

/** The terms that the offer must commit to. Throws `UnsafePsbt` unless every one is as we requested. */
function checkTerms(what: string, offer: Promised, terms: CollectionOfferTerms): CommittedTerms {
  const { wallet, collectionSlug, target, expiresBefore, signerPublicKeys: pinned } = terms;
  const { criteriaCanonicalJson: json, signerPublicKeys: signers, expiresAtUnix } = offer;
  const { network } = wallet;
  const height = heightIn(json);
  demand(height !== null && json === criteriaJson({ collection: collectionSlug, height, target }), () => {
    return `${what} is for ${json}, which was not requested`;
  });
  demand(height <= (terms.tipHeight ?? height), () => {
    return `${what} is for the set as of block ${height}, but the newest block is ${terms.tipHeight}`;
  });
  for (const [name, value] of Object.entries({
    eligibleRoot: offer.eligibleRoot,
    offerCriteriaHash: offer.offerCriteriaHash,
    offerAuthSecretHash: offer.offerAuthSecretHash,
    ...signers,
  }))
    demand(
      /^[0-9a-f]{64}$/.test(value),
      () => `${what} has the ${name} ${value}; it must be 32 bytes in hex`,
    );
  demand(new Set([signers.market, signers.gate, signers.policy]).size === 3 || network !== 'mainnet', () => {
    return `${what} has one key for two of its signers`;
  });
  demand(offer.offerCriteriaHash === criteriaHash(json), () => `${what} does not commit to its criteria`);
  const receiveScript = hex.encode(scriptOf(wallet.ordinalsAddress, wallet.network));
  demand(offer.buyerReceiveScriptHex === receiveScript, () => {
    return `${what} sends the inscription to ${offer.buyerReceiveScriptHex}, not to ${wallet.ordinalsAddress}`;
  });
  const buyerKey = wallet.ordinalsPublicKey.slice(-64);
  demand(offer.buyerPublicKey === buyerKey, () => {
    return `${what} returns the money to the key ${offer.buyerPublicKey}, which is not ours`;
  });
  const now = (terms.now ?? new Date()).getTime();
  demand(Number.isSafeInteger(expiresAtUnix) && expiresAtUnix * 1000 > now, () => {
    return `${what} expires at ${expiresAtUnix}, which is not in the future`;
  });
  demand(expiresAtUnix * 1000 <= expiresBefore.getTime(), () => {
    return `${what} expires at ${offer.expiresAt}, after ${expiresBefore.toISOString()}`;
  });
  demand(Date.parse(offer.expiresAt) === expiresAtUnix * 1000, () => {
    return `${what} shows the expiry ${offer.expiresAt}, but commits to ${expiresAtUnix}`;
  });
  for (const role of ['market', 'gate', 'policy'] as const) {
    demand(!pinned || pinned[role].slice(-64) === signers[role], () => {
      return `${what} has the ${role} key ${signers[role]}, not ${pinned?.[role]}`;
    });
  }
  return {
    priceSats: offer.priceSats,
    expiresAt: expiresAtUnix,
    receiveScript,
    eligibleRoot: offer.eligibleRoot,
    criteriaHash: offer.offerCriteriaHash,
    buyerKey,
    authSecretHash: offer.offerAuthSecretHash,
    keys: signers,
  };
}

/** The height in canonical criteria; null: it has none. */
export function heightIn(json: string): number | null {
  try {
    const { height } = JSON.parse(json) as { height?: unknown };
    return typeof height === 'number' && Number.isSafeInteger(height) ? height : null;
  } catch {
    return null;
  }
}
