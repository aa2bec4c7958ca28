/**
 * The curve in JavaScript: `#curve` in browsers, where bundlers do not take a WASM module. Six times slower
 * than libsecp256k1, and the same results.
 */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes } from './bytes.ts';

const { Point } = secp256k1;
const ORDER = Point.Fn.ORDER;

export function isPointCompressed(key: Uint8Array): boolean {
  return key.length === 33 && secp256k1.utils.isValidPublicKey(key, true);
}

/** Whether this is the x coordinate of a point. */
export function isXOnlyPoint(key: Uint8Array): boolean {
  return key.length === 32 && isPointCompressed(Uint8Array.of(2, ...key));
}

export function xOnlyPointFromScalar(secret: Uint8Array): Uint8Array {
  return schnorr.getPublicKey(secret);
}

/** BIP340; `auxiliary` is 32 bytes, by default zeros. */
export function signSchnorr(
  hash: Uint8Array,
  secret: Uint8Array,
  auxiliary: Uint8Array = new Uint8Array(32),
): Uint8Array {
  return schnorr.sign(hash, secret, auxiliary);
}

export function verifySchnorr(hash: Uint8Array, key: Uint8Array, signature: Uint8Array): boolean {
  return signature.length === 64 && schnorr.verify(signature, hash, key);
}

/** ECDSA over a compact signature. `isStrict`: only a low S is valid. */
export function verify(
  hash: Uint8Array,
  key: Uint8Array,
  signature: Uint8Array,
  isStrict?: boolean,
): boolean {
  return secp256k1.verify(signature, hash, key, { prehash: false, lowS: isStrict === true });
}

/** The point plus `tweak` times the generator; null when that is no point. Throws for a tweak too large. */
export function xOnlyPointAddTweak(
  key: Uint8Array,
  tweak: Uint8Array,
): { parity: 0 | 1; xOnlyPubkey: Uint8Array } | null {
  const scalar = BigInt(`0x${bytesToHex(tweak)}`);
  if (scalar >= ORDER) throw new RangeError('the tweak is not below the order of the curve');
  const added = Point.fromHex(`02${bytesToHex(key)}`).add(
    scalar === 0n ? Point.ZERO : Point.BASE.multiply(scalar),
  );
  if (added.is0()) return null;
  const compressed = hexToBytes(added.toHex(true));
  return { parity: compressed[0] === 3 ? 1 : 0, xOnlyPubkey: compressed.subarray(1) };
}
