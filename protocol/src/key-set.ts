/**
 * An operator's key set: the public keys of its signers, signed by a key that no signer holds. The operator
 * publishes it where a compromised service cannot change it. Clients pin the publisher's key, and accept a
 * set of that key with the same or a higher number.
 */

import { isXOnlyPoint, signSchnorr, verifySchnorr, xOnlyPointFromScalar } from '#curve';
import { bytesToHex, hexToBytes } from './bitcoin/bytes.ts';
import { taggedHash } from './bitcoin/taproot.ts';
import { NETWORK_NAMES, type NetworkName } from './network.ts';

/** X-only keys in hex. */
export interface KeySet {
  readonly network: NetworkName;
  /** 1 for the first set of a publisher; each later one has a higher number. */
  readonly number: number;
  /** ISO 8601, UTC. */
  readonly issuedAt: string;
  readonly market: string;
  /** Owns the anchors and the operator's other coins. */
  readonly anchor: string;
  /** null: this operator has no collection offers. */
  readonly policy: string | null;
  readonly gate: string | null;
}

export interface SignedKeySet extends KeySet {
  /** The key that signs the set, x-only hex. */
  readonly publisher: string;
  /** BIP340, 64 bytes in hex, over `keySetHash`. */
  readonly signature: string;
}

const VERSION = 1;

/** The canonical JSON of a set without its signature: keys sorted, no spaces. */
function canonicalJson(set: KeySet & Pick<SignedKeySet, 'publisher'>): string {
  const { anchor, gate, issuedAt, market, network, number, policy, publisher } = set;
  return JSON.stringify({
    anchor,
    gate,
    issuedAt,
    market,
    network,
    number,
    policy,
    publisher,
    version: VERSION,
  });
}

/** What the publisher signs, 32 bytes. */
export function keySetHash(set: KeySet & Pick<SignedKeySet, 'publisher'>): Uint8Array {
  return taggedHash('ordbook/key-set', new TextEncoder().encode(canonicalJson(set)));
}

/** Signs a set. `secret`: 32 bytes, the publisher's. Throws a RangeError for a malformed set. */
export function signKeySet(set: KeySet, secret: Uint8Array): SignedKeySet {
  const named = { ...set, publisher: bytesToHex(xOnlyPointFromScalar(secret)) };
  return parseKeySet({ ...named, signature: bytesToHex(signSchnorr(keySetHash(named), secret)) });
}

/**
 * Reads a key set and verifies its signature. Throws a RangeError that names the field that is wrong.
 */
export function parseKeySet(value: unknown): SignedKeySet {
  if (typeof value !== 'object' || value === null) throw new RangeError('a key set is a JSON object');
  const given = value as Record<string, unknown>;
  const text = (name: string, pattern: RegExp, what: string): string => {
    const found = given[name];
    if (typeof found === 'string' && pattern.test(found)) return found;
    throw new RangeError(`${name} of the key set is ${JSON.stringify(found)}; it must be ${what}`);
  };
  const key = (name: string) => text(name, /^[0-9a-f]{64}$/, 'an x-only key, 64 hex digits');
  const { number } = given;
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 1)
    throw new RangeError(`number of the key set is ${JSON.stringify(number)}; it must be 1 or higher`);
  const set: SignedKeySet = {
    network: text(
      'network',
      new RegExp(`^(${NETWORK_NAMES.join('|')})$`),
      `one of ${NETWORK_NAMES.join(', ')}`,
    ) as NetworkName,
    number,
    issuedAt: text('issuedAt', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/, 'a time in ISO 8601, UTC'),
    market: key('market'),
    anchor: key('anchor'),
    policy: given['policy'] === null ? null : key('policy'),
    gate: given['gate'] === null ? null : key('gate'),
    publisher: key('publisher'),
    signature: text('signature', /^[0-9a-f]{128}$/, 'a BIP340 signature, 128 hex digits'),
  };
  const keys = [set.market, set.anchor, set.policy, set.gate, set.publisher].filter((one) => one !== null);
  if (new Set(keys).size < keys.length) throw new RangeError('the keys of a key set must all differ');
  if (!isSigned(set)) throw new RangeError(`the key set is not signed by its publisher ${set.publisher}`);
  return set;
}

function isSigned(set: SignedKeySet): boolean {
  try {
    if (!isXOnlyPoint(hexToBytes(set.publisher))) return false;
    return verifySchnorr(keySetHash(set), hexToBytes(set.publisher), hexToBytes(set.signature));
  } catch {
    // the wrapper throws for numbers outside the curve's order
    return false;
  }
}
