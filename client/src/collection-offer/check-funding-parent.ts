/**
 * What a buyer's wallet verifies before it signs the funding parents of collection offers. Pure: only what
 * the service answered, and what the buyer wants.
 *
 * - The address of each offer is recomputed from price, expiry, our ordinals address, target and keys: it can
 *   be filled on these terms only, and our key alone can take the money back at any time.
 * - The funding parent pays exactly the price there, returns the rest to us, and has the exit data that we
 *   need to take the money back alone.
 *
 * Only an index knows which inscriptions the eligible root covers: pass the ids from yours to have the root
 * recomputed.
 */
import { fundingParentLayout } from '@ordbook/protocol/collection-offer/funding';
import { payerOf } from '@ordbook/protocol/locks/payer';
import { hex } from '@scure/base';
import { equalBytes } from '@scure/btc-signer/utils.js';
import { checkOffered, selectedCoins } from '../offer/offered-coins.ts';
import type { Answer } from '../operation.ts';
import { checkAsked, type WalletIdentity } from '../signing/asked.ts';
import { checkAmount } from '../signing/limits.ts';
import { type Coin, type Psbt, readPsbt } from '../signing/psbt.ts';
import { type BuiltStep, rebuild, rebuiltStep } from '../signing/rebuilt.ts';
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
} from './offer-output.ts';

export type CollectionOfferPreflight = Answer<'/collection/{slug}/collection-offers/preflight'>;
type Promised = CollectionOfferPreflight['offers'][number];

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
  readonly signerPublicKeys?: OfferOutputTerms['signers'];
}

/** What the offers do, as verified. */
export interface CheckedCollectionOffers {
  /** What to sign, built here: one funding parent for each offer. */
  readonly steps: readonly BuiltStep[];
  readonly signers: OfferOutputTerms['signers'];
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
    const committed = checkTerms(what, offer, terms);
    checkFunding(what, offer, checkOutput(what, offer, committed, terms), terms);
    return rebuild(what, () => rebuiltFunding(what, offer, committed, terms));
  });
  return { steps, signers: preflight.offers[0]!.signerPublicKeys };
}

/** The funding parent, from the terms that the offer commits to and our coins. */
function rebuiltFunding(
  what: string,
  { fundingParentStep, selectedPaymentUtxos }: Promised,
  { signers: keys, expiresAtUnix: expiresAt, ...committed }: OfferOutputTerms,
  { wallet, spendableUtxos }: CollectionOfferTerms,
): BuiltStep {
  const table = fundingParentLayout(
    { ...committed, expiresAt, keys },
    {
      payer: payerOf(wallet.paymentAddress, wallet.paymentPublicKey, wallet.network),
      payments: selectedCoins(what, selectedPaymentUtxos, spendableUtxos),
    },
  );
  const { paymentAddress: address } = wallet;
  return rebuiltStep(fundingParentStep, { what, table, party: 'buyer', stepIndex: 0, address });
}

/** The terms that the offer must commit to. Throws `UnsafePsbt` unless every one is as we requested. */
function checkTerms(what: string, offer: Promised, terms: CollectionOfferTerms): OfferOutputTerms {
  const { wallet, collectionSlug, target, expiresBefore, signerPublicKeys: pinned } = terms;
  const { criteriaCanonicalJson: json, signerPublicKeys: signers, expiresAtUnix } = offer;
  const { network } = wallet;
  const height = heightIn(json);
  demand(height !== null && json === criteriaJson(collectionSlug, height, target), () => {
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
  demand(offer.offerScriptHex === output.leaf, () => {
    return `${what} has a leaf that does not match its terms`;
  });
  const address = addressOf(output.script, wallet.network);
  demand(offer.offerAddress === address, () => {
    return `${what} is at the address ${offer.offerAddress}, but its terms give ${address}`;
  });
  return output;
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

function checkFunding(
  what: string,
  offer: Promised,
  output: ReturnType<typeof offerOutput>,
  { wallet, spendableUtxos }: CollectionOfferTerms,
): void {
  const psbt = readPsbt(offer.fundingParentStep.psbtBase64);
  demand(psbt.txid === offer.expectedFundingParentTxid && offer.fundingParentVout === 0, () => {
    return `${what} has the funding parent ${psbt.txid}, but the service announced ${offer.expectedFundingParentTxid}`;
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
    return `${what} pays ${paid?.valueSats} sats to its first output, not ${offer.priceSats} to the offer address`;
  });
  const data = rest.pop();
  demand(data !== undefined && data.valueSats === 0 && equalBytes(data.script, output.exitData), () => {
    return `${what} does not end with the exit data for taking the money back alone`;
  });
  const payment = scriptOf(wallet.paymentAddress, wallet.network);
  demand(
    rest.every(({ script }) => equalBytes(script, payment)),
    () => `${what} pays a third party`,
  );
  const fee = sumOf(psbt.inputs) - sumOf(psbt.outputs);
  demand(fee === 0 && psbt.transaction.version === 3, () => {
    return `${what} has a funding parent of version ${psbt.transaction.version} with a fee of ${fee} sats`;
  });
}

/**
 * Throws `UnsafePsbt` unless the offer spends exactly the announced coins, all of which we offered, with
 * their known values.
 */
function checkCoins(
  what: string,
  { inputs }: Psbt,
  announced: readonly Coin[],
  offered: readonly Coin[],
): void {
  checkOffered(what, inputs, offered);
  const spent = inputs.map(({ txid, vout }) => `${txid}:${vout}`).join(', ');
  const told = announced.map(({ txid, vout }) => `${txid}:${vout}`).join(', ');
  demand(spent === told, () => `${what} spends ${spent}, but the service announced ${told}`);
}
