import { sha256 } from '@noble/hashes/sha2.js';
import { xOnlyPointAddTweak } from 'tiny-secp256k1';
import { concatBytes, varBytes } from './bytes.ts';

/** Version of every leaf that we make: tapscript. Source: BIP342. */
export const TAPSCRIPT = 0xc0;

const started = new Map<string, ReturnType<typeof sha256.create>>();

/** sha256(sha256(tag) || sha256(tag) || parts…). Source: BIP340. */
export function taggedHash(tag: string, ...parts: Uint8Array[]): Uint8Array {
  let prefix = started.get(tag);
  if (!prefix) {
    const tagHash = sha256(new TextEncoder().encode(tag));
    prefix = sha256.create().update(tagHash).update(tagHash);
    started.set(tag, prefix);
  }
  const hash = prefix.clone();
  for (const part of parts) hash.update(part);
  return hash.digest();
}

export function tapLeafHash(leaf: Uint8Array): Uint8Array {
  return taggedHash('TapLeaf', Uint8Array.of(TAPSCRIPT), varBytes(leaf));
}

/**
 * The x-only key that a taproot output shows, and its parity for control blocks. Without a merkle root the output has
 * no leaves (BIP86). Source: BIP341. `internalKey` is 32 bytes and a point (`xOnlyKey` has checked that).
 */
export function outputKey(
  internalKey: Uint8Array,
  merkleRoot?: Uint8Array,
): { key: Uint8Array; parity: 0 | 1 } {
  const tweak = taggedHash('TapTweak', internalKey, ...(merkleRoot ? [merkleRoot] : []));
  const tweaked = xOnlyPointAddTweak(internalKey, tweak);
  if (!tweaked) throw new RangeError('the taproot tweak of this key is no point');
  return { key: tweaked.xOnlyPubkey, parity: tweaked.parity };
}

/** OP_1 <32 bytes>. */
export function taprootScript(key: Uint8Array): Uint8Array {
  return concatBytes(Uint8Array.of(0x51, 0x20), key);
}
