/**
 * The offer output: where a buyer's money waits for any eligible inscription. Its address commits to every term.
 *
 *   tr(buyer, leaf), leaf =
 *     <terms hash> OP_DROP  OP_SHA256 <auth secret hash> OP_EQUALVERIFY
 *     <buyer> OP_CHECKSIG <market> OP_CHECKSIGADD OP_1 OP_NUMEQUALVERIFY  <gate> OP_CHECKSIGVERIFY  <policy> OP_CHECKSIG
 *
 * The buyer alone spends it by key path, at any time. A fill spends the leaf: `[policy, gate, market, empty, secret, leaf,
 * control block]`; the empty item stands where the buyer could sign instead of the market.
 */

import { bytesToHex, hexToBytes, u64, varBytes } from '../bitcoin/bytes.ts';
import { addressOf } from '../bitcoin/keys.ts';
import { type LeafLock, leafLock } from '../bitcoin/lock.ts';
import { taggedHash, tapLeafHash } from '../bitcoin/taproot.ts';
import type { NetworkName } from '../network.ts';
import type { Sats } from '../sats.ts';

/** What a price must at least be, and be a multiple of. */
export const MINIMUM_PRICE_SATS: Sats = 10_000;
export const PRICE_STEP_SATS: Sats = 5_000;

/** X-only hex keys of the three signers of fills. */
export interface OfferKeys {
  readonly market: string;
  readonly gate: string;
  readonly policy: string;
}

/** Everything that the offer's address is made of. Hashes, scripts and keys are hex. */
export interface CollectionOfferTerms {
  readonly priceSats: Sats;
  /** Unix seconds; from then on no signer signs. */
  readonly expiresAt: number;
  /** Where the inscription goes. */
  readonly receiveScript: string;
  readonly eligibleRoot: string;
  readonly criteriaHash: string;
  /** The buyer's x-only internal key. */
  readonly buyerKey: string;
  /** SHA-256 of 32 bytes that the service shows when the offer is filled, and deletes when it is cancelled. */
  readonly authSecretHash: string;
  readonly keys: OfferKeys;
}

const VERSION = 1;

/** Hex of the hash of price, expiry, receive script, eligible root and criteria. */
export function termsHash(terms: Omit<CollectionOfferTerms, 'buyerKey' | 'authSecretHash' | 'keys'>): string {
  return bytesToHex(
    taggedHash(
      'ordbook/collection-offer/terms',
      Uint8Array.of(VERSION),
      u64(terms.priceSats),
      u64(terms.expiresAt),
      varBytes(hexToBytes(terms.receiveScript)),
      hexToBytes(terms.eligibleRoot),
      hexToBytes(terms.criteriaHash),
    ),
  );
}

/** The leaf of an offer, hex. */
export function offerLeaf(terms: CollectionOfferTerms): string {
  const { buyerKey, authSecretHash, keys } = terms;
  return [
    `20${termsHash(terms)}75`,
    `a820${authSecretHash}88`,
    `20${buyerKey}ac20${keys.market}ba519d`,
    `20${keys.gate}ad`,
    `20${keys.policy}ac`,
  ].join('');
}

/** `authSecret` (32 bytes, hex) is part of a fill's witness; without it the lock tells script and address only. */
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
 * OP_RETURN <internal key, merkle root>: with the funding parent and the buyer's secret alone, the key path can be signed. Hex.
 */
export function exitDataScript(terms: CollectionOfferTerms): string {
  return `6a40${terms.buyerKey}${offerLock(terms).leafHash}`;
}
