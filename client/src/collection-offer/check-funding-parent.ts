/**
 * What a buyer's wallet verifies before it signs the funding parents of collection offers. Pure: only what the service answered, and what
 * the buyer wants.
 *
 * - The address of each offer is computed again from price, expiry, our ordinals address, target and keys: it can be filled on these
 *   terms only, and our key alone takes the money back at any time.
 * - The funding parent pays exactly the price there, returns the rest to us, and holds what we need to leave alone.
 *
 * Which inscriptions the eligible root stands for, only an index knows: name the ids that yours finds, and the root is computed again.
 */
import { hex } from '@scure/base';
import { equalBytes } from '@scure/btc-signer/utils.js';
import type { Answer } from '../api.ts';
import { checkOffered } from '../offer/offered-coins.ts';
import { checkAsked, type WalletIdentity } from '../signing/asked.ts';
import { type Coin, type Psbt, readPsbt } from '../signing/psbt.ts';
import { sumOf } from '../signing/sat-flow.ts';
import { demand } from '../signing/unsafe-psbt.ts';
import { addressOf, scriptOf } from '../wallet/network.ts';
import { eligibleRoot } from './eligible-root.ts';
import {
  criteriaHash,
  criteriaJson,
  type OfferOutputTerms,
  offerOutput,
  type Target,
  termsHash,
} from './offer-output.ts';

export type CollectionOfferPreflight = Answer<'/collection/{slug}/collection-offers/preflight'>;
type Promised = CollectionOfferPreflight['offers'][number];

export interface CollectionOfferTerms {
  readonly wallet: WalletIdentity;
  readonly collectionSlug: string;
  readonly target: Target;
  /** Of the first offer. */
  readonly priceSats: number;
  /** Default 1. */
  readonly offerCount?: number;
  /** Each next offer's price is lower by this. Default 0. */
  readonly ladderStepSats?: number;
  /** No offer may last beyond this. */
  readonly expiresBefore: Date;
  /** The coins that were offered, as our own node or explorer knows them. */
  readonly spendableUtxos: readonly Coin[];
  /** The set that our own index finds, or its root (hex). Without either the service is believed. */
  readonly eligibleIds?: readonly string[];
  readonly eligibleRoot?: string;
  /** x-only hex; when given, no other keys may stand in the leaf. */
  readonly signerPublicKeys?: OfferOutputTerms['signers'];
}

/** Throws `UnsafePsbt` naming the first thing that is not as it should be. */
export function checkCollectionOffers(
  preflight: CollectionOfferPreflight,
  terms: CollectionOfferTerms,
): void {
  const { priceSats, offerCount = 1, ladderStepSats = 0, eligibleIds } = terms;
  const roots = [terms.eligibleRoot, eligibleIds && eligibleRoot(eligibleIds)];
  demand(preflight.offers.length === offerCount, () => {
    return `${preflight.offers.length} offers were built, and ${offerCount} were asked for`;
  });
  for (const [index, offer] of preflight.offers.entries()) {
    const what = `offer ${index + 1}`;
    const wanted = priceSats - index * ladderStepSats;
    demand(offer.priceSats === wanted, () => `${what} is at ${offer.priceSats} sats, not ${wanted}`);
    for (const root of roots)
      demand(root === undefined || offer.eligibleRoot === root, () => {
        return `${what} is for the set ${offer.eligibleRoot}, and our index finds ${root}`;
      });
    const committed = checkTerms(what, offer, terms);
    checkFunding(what, offer, checkOutput(what, offer, committed, terms), terms);
  }
}

/** What the offer must commit to: every term is one that we asked for. */
function checkTerms(what: string, offer: Promised, terms: CollectionOfferTerms): OfferOutputTerms {
  const { wallet, collectionSlug, target, expiresBefore, signerPublicKeys: pinned } = terms;
  const { criteriaCanonicalJson: json, signerPublicKeys: signers, expiresAtUnix } = offer;
  const height = heightIn(json);
  demand(height !== null && json === criteriaJson(collectionSlug, height, target), () => {
    return `${what} is for ${json}, which is not what was asked for`;
  });
  demand(offer.offerCriteriaHash === criteriaHash(json), () => `${what} does not commit to its criteria`);
  const receiveScript = hex.encode(scriptOf(wallet.ordinalsAddress, wallet.network));
  demand(offer.buyerReceiveScriptHex === receiveScript, () => {
    return `${what} sends the inscription to ${offer.buyerReceiveScriptHex}, not to ${wallet.ordinalsAddress}`;
  });
  const buyerKey = wallet.ordinalsPublicKey.slice(-64);
  demand(offer.buyerPublicKey === buyerKey, () => {
    return `${what} gives the money back to the key ${offer.buyerPublicKey}, which is not ours`;
  });
  demand(expiresAtUnix * 1000 <= expiresBefore.getTime(), () => {
    return `${what} lasts until ${offer.expiresAt}, beyond ${expiresBefore.toISOString()}`;
  });
  for (const role of ['market', 'gate', 'policy'] as const) {
    demand(!pinned || pinned[role].slice(-64) === signers[role], () => {
      return `${what} names the ${role} key ${signers[role]}, not ${pinned?.[role]}`;
    });
  }
  return {
    priceSats: offer.priceSats,
    expiresAtUnix,
    receiveScript,
    eligibleRoot: offer.eligibleRoot,
    criteriaHash: offer.offerCriteriaHash,
    buyerKey,
    authSecretHash: offer.offerAuthSecretHash,
    signers,
  };
}

function checkOutput(
  what: string,
  offer: Promised,
  committed: OfferOutputTerms,
  { wallet }: CollectionOfferTerms,
) {
  const output = offerOutput(committed);
  demand(offer.offerTermsHash === termsHash(committed) && offer.offerScriptHex === output.leaf, () => {
    return `${what} has a leaf that does not say its terms`;
  });
  const address = addressOf(output.script, wallet.network);
  demand(offer.offerAddress === address, () => {
    return `${what} waits at ${offer.offerAddress}; its terms make ${address}`;
  });
  return output;
}

function heightIn(json: string): number | null {
  try {
    const { height } = JSON.parse(json) as { height?: unknown };
    return typeof height === 'number' && Number.isSafeInteger(height) ? height : null;
  } catch {
    return null;
  }
}

function checkFunding(
  what: string,
  offer: Promised,
  output: ReturnType<typeof offerOutput>,
  { wallet, spendableUtxos }: CollectionOfferTerms,
): void {
  const psbt = readPsbt(offer.fundingParentStep.psbtBase64);
  demand(psbt.txid === offer.expectedFundingParentTxid && offer.fundingParentVout === 0, () => {
    return `${what} has the funding parent ${psbt.txid}, and ${offer.expectedFundingParentTxid} was announced`;
  });
  checkAsked(what, offer.fundingParentStep, {
    address: wallet.paymentAddress,
    indexes: psbt.inputs.map((_, index) => index),
    sigHashes: [1, 0, null],
    leafKey: null,
  });
  checkCoins(what, psbt, offer.selectedPaymentUtxos, spendableUtxos);
  const [paid, ...rest] = psbt.outputs;
  const isPaid =
    paid !== undefined && equalBytes(paid.script, output.script) && paid.valueSats === offer.priceSats;
  demand(isPaid, () => {
    return `${what} puts ${paid?.valueSats} sats into its first output, not ${offer.priceSats} into the offer's`;
  });
  const data = rest.pop();
  demand(data !== undefined && data.valueSats === 0 && equalBytes(data.script, output.exitData), () => {
    return `${what} does not end with what it takes to leave alone`;
  });
  const payment = scriptOf(wallet.paymentAddress, wallet.network);
  demand(
    rest.every(({ script }) => equalBytes(script, payment)),
    () => `${what} pays somebody else`,
  );
  const fee = sumOf(psbt.inputs) - sumOf(psbt.outputs);
  demand(fee === 0 && psbt.transaction.version === 3, () => {
    return `${what} has a funding parent of version ${psbt.transaction.version} with a fee of ${fee} sats`;
  });
}

/** Exactly the coins announced, each one that we offered, with the value that we know. */
function checkCoins(
  what: string,
  { inputs }: Psbt,
  announced: readonly Coin[],
  offered: readonly Coin[],
): void {
  checkOffered(what, inputs, offered);
  const spent = inputs.map(({ txid, vout }) => `${txid}:${vout}`).join(', ');
  const told = announced.map(({ txid, vout }) => `${txid}:${vout}`).join(', ');
  demand(spent === told, () => `${what} spends ${spent}, and ${told} was announced`);
}
