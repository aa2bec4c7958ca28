/**
 * The offer output: holds a buyer's money for any eligible inscription. Its address commits to every term,
 * and a fill shows them: anybody can compare what was paid with what was offered, on the chain alone.
 *
 *   tr(buyer, leaf), leaf =
 *   <terms> OP_DROP  OP_SHA256 <auth secret hash> OP_EQUALVERIFY
 *   <buyer> OP_CHECKSIG <market> OP_CHECKSIGADD OP_1 OP_NUMEQUALVERIFY
 *   <gate> OP_CHECKSIGVERIFY  <policy> OP_CHECKSIG
 *
 * The buyer alone can spend it by key path, at any time. A fill spends the leaf: `[policy, gate, market,
 * empty, secret, leaf, control block]`. The empty item is where the buyer could sign instead of the market.
 */

import { bytesToHex, concatBytes, hexToBytes, u64, varBytes } from '../bitcoin/bytes.ts';
import { addressOf } from '../bitcoin/keys.ts';
import { tapLeafHash } from '../bitcoin/taproot.ts';
import { type LeafLock, leafLock } from '../locks/leaf.ts';
import type { NetworkName } from '../network.ts';
import type { Sats } from '../sats.ts';

/** The lowest price, and the step that every price is a multiple of, sats. */
export const MINIMUM_PRICE_SATS: Sats = 10_000;
export const PRICE_STEP_SATS: Sats = 5_000;

/** X-only hex keys of the three signers of fills. */
export interface OfferKeys {
  readonly market: string;
  readonly gate: string;
  readonly policy: string;
}

/** Everything that the offer's address commits to. Hashes, scripts and keys are hex. */
export interface CollectionOfferTerms {
  readonly priceSats: Sats;
  /** Unix seconds; from then on the signers refuse. */
  readonly expiresAt: number;
  /** Where the inscription goes. */
  readonly receiveScript: string;
  readonly eligibleRoot: string;
  readonly criteriaHash: string;
  /** The buyer's x-only internal key. */
  readonly buyerKey: string;
  /**
   * SHA-256 of a 32-byte secret that the service reveals when the offer is filled and deletes when it is
   * cancelled.
   */
  readonly authSecretHash: string;
  readonly keys: OfferKeys;
}

const VERSION = 1;
/** Version, price, expiry, length of the receive script; it, the root and the criteria hash. */
const STATED = /^01([0-9a-f]{16})([0-9a-f]{16})([0-9a-f]{2})((?:[0-9a-f]{2})+)$/;

/** The terms that the leaf shows. */
export type StatedTerms = Omit<CollectionOfferTerms, 'buyerKey' | 'authSecretHash' | 'keys'>;

/**
 * Price, expiry, receive script, eligible root and criteria hash as the leaf has them, hex: 104 to 116 bytes.
 */
export function termsHex(terms: StatedTerms): string {
  return bytesToHex(
    concatBytes(
      Uint8Array.of(VERSION),
      u64(terms.priceSats),
      u64(terms.expiresAt),
      varBytes(hexToBytes(terms.receiveScript)),
      hexToBytes(terms.eligibleRoot),
      hexToBytes(terms.criteriaHash),
    ),
  );
}

/** The terms in what a leaf drops (hex); null: `termsHex` makes no such bytes. */
export function readTerms(text: string): StatedTerms | null {
  const [, price, expiry, length, rest] = STATED.exec(text) ?? [];
  const digits = 2 * Number.parseInt(length ?? '', 16);
  if (rest?.length !== digits + 128) return null;
  const [priceSats, expiresAt] = [number(price!), number(expiry!)];
  if (!Number.isSafeInteger(priceSats) || !Number.isSafeInteger(expiresAt)) return null;
  return {
    priceSats,
    expiresAt,
    receiveScript: rest.slice(0, digits),
    eligibleRoot: rest.slice(digits, -64),
    criteriaHash: rest.slice(-64),
  };
}

function number(text: string): number {
  return Number(new DataView(hexToBytes(text).buffer).getBigUint64(0, true));
}

/** The leaf of an offer, hex. */
export function offerLeaf(terms: CollectionOfferTerms): string {
  const { buyerKey, authSecretHash, keys } = terms;
  const stated = termsHex(terms);
  return [
    // OP_PUSHDATA1, the shortest push of more than 75 bytes (MINIMALDATA)
    `4c${(stated.length / 2).toString(16)}${stated}75`,
    `a820${authSecretHash}88`,
    `20${buyerKey}ac20${keys.market}ba519d`,
    `20${keys.gate}ad`,
    `20${keys.policy}ac`,
  ].join('');
}

/**
 * The lock of the offer output. Witnesses need `authSecret` (32 bytes, hex); without it only script and
 * address are right.
 */
export function offerLock(terms: CollectionOfferTerms, authSecret = '00'.repeat(32)): LeafLock {
  const leaf = offerLeaf(terms);
  const { market, gate, policy } = terms.keys;
  return {
    ...leafLock(
      terms.buyerKey,
      leaf,
      tapLeafHash(hexToBytes(leaf)),
      { buyer: terms.buyerKey, market, gate, policy },
      ['policy', 'gate', 'market'],
    ),
    afterSignatures: ['', authSecret],
  };
}

export function offerAddress(terms: CollectionOfferTerms, network: NetworkName): string {
  return addressOf(offerLock(terms).script, network)!;
}

/**
 * OP_RETURN <internal key, merkle root>, hex: with the funding parent, the buyer's secret suffices to sign
 * the key path.
 */
export function exitDataScript(terms: CollectionOfferTerms): string {
  return `6a40${terms.buyerKey}${offerLock(terms).leafHash}`;
}
