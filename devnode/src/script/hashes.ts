import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/** SHA-256 twice. */
export function hash256(bytes: Uint8Array): Uint8Array {
  return sha256(sha256(bytes));
}

/** RIPEMD-160 of SHA-256. */
export function hash160(bytes: Uint8Array): Uint8Array {
  return ripemd160(sha256(bytes));
}

/** A BIP340 tagged hash, its two-block tag prefix computed once. */
export function taggedHash(tag: string): (...parts: Uint8Array[]) => Uint8Array {
  const tagHash = sha256(utf8ToBytes(tag));
  const prefix = sha256.create().update(tagHash).update(tagHash);
  return (...parts) => {
    const state = prefix.clone();
    for (const part of parts) state.update(part);
    return state.digest();
  };
}
