import { sha256 } from '@noble/hashes/sha2.js';
import { isXOnlyPoint, xOnlyPointAddTweak } from '#curve';
import { bytesToHex, concatBytes, varBytes } from './bytes.ts';

/** Version of every leaf that we build: tapscript. Source: BIP342. */
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

export interface OutputKey {
  readonly key: Uint8Array;
  /** Parity of the point's y coordinate, for control blocks. */
  readonly parity: 0 | 1;
}

/** Cache: a tweak takes 0.2 ms, and a sale needs the same ones several times. */
const tweaked = new Map<string, OutputKey>();
const MAX_TWEAKED = 10_000;

/**
 * The tweak that turns an internal key (32 bytes) into its output key. Without a merkle root: BIP86. Source:
 * BIP341.
 */
export function tapTweak(internalKey: Uint8Array, merkleRoot: Uint8Array = new Uint8Array()): Uint8Array {
  return taggedHash('TapTweak', internalKey, merkleRoot);
}

/**
 * The x-only key in a taproot output. Without a merkle root the output has no leaves (BIP86). Source: BIP341.
 * `internalKey`: 32 bytes. Throws a RangeError when it is not a point on the curve, or the tweak fails.
 */
export function outputKey(internalKey: Uint8Array, merkleRoot: Uint8Array = new Uint8Array()): OutputKey {
  const name = bytesToHex(concatBytes(internalKey, merkleRoot));
  const known = tweaked.get(name);
  if (known) return known;
  // an error inside the curve library is never cleaned up: after some thousands it verifies nothing any more
  if (!isXOnlyPoint(internalKey)) throw new RangeError(`${bytesToHex(internalKey)} is not a point`);
  const point = xOnlyPointAddTweak(internalKey, tapTweak(internalKey, merkleRoot));
  if (!point) throw new RangeError(`the taproot tweak of ${bytesToHex(internalKey)} is not a point`);
  const made = { key: point.xOnlyPubkey, parity: point.parity };
  if (tweaked.size >= MAX_TWEAKED) tweaked.clear();
  tweaked.set(name, made);
  return made;
}

/** OP_1 <32 bytes>. */
export function taprootScript(key: Uint8Array): Uint8Array {
  return concatBytes(Uint8Array.of(0x51, 0x20), key);
}
