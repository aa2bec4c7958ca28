import { isPoint, isXOnlyPoint, verify, verifySchnorr, xOnlyPointAddTweakCheck } from 'tiny-secp256k1';
import { decodeLaxDer } from './der.ts';

// The library throws on scalars out of range, where a node's verdict is "false". It must not get keys that
// are no points: it then throws out of its WASM, whose stack stays used up, and after some thousands of
// them it crashes.
function verdict(check: () => boolean): boolean {
  try {
    return check();
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('Expected ')) return false;
    throw error;
  }
}

/** True when `signature` (64 bytes) is a BIP340 signature of the 32-byte hash by the x-only key. */
export function schnorrVerifies(hash: Uint8Array, publicKey: Uint8Array, signature: Uint8Array): boolean {
  return isXOnlyPoint(publicKey) && verdict(() => verifySchnorr(hash, publicKey, signature));
}

/**
 * True when `signature` (DER as lax as OpenSSL once took it, without the sighash byte; high S allowed) signs
 * the hash. Keys may be compressed, uncompressed or hybrid; any other is false.
 */
export function ecdsaVerifies(hash: Uint8Array, publicKey: Uint8Array, signature: Uint8Array): boolean {
  const key = withoutHybridHeader(publicKey);
  const compact = decodeLaxDer(signature);
  return key !== null && compact !== null && isPoint(key) && verdict(() => verify(hash, key, compact));
}

function withoutHybridHeader(key: Uint8Array): Uint8Array | null {
  const header = key[0];
  if (key.length === 33) return header === 2 || header === 3 ? key : null;
  if (key.length !== 65) return null;
  if (header === 4) return key;
  if ((header !== 6 && header !== 7) || (key[64]! & 1) !== header - 6) return null;
  return Uint8Array.of(4, ...key.subarray(1));
}

/** True when `outputKey` is `internalKey` tweaked by `tweak`, with the given parity of its Y coordinate. */
export function isTweaked(
  internalKey: Uint8Array,
  tweak: Uint8Array,
  outputKey: Uint8Array,
  parity: 0 | 1,
): boolean {
  return (
    isXOnlyPoint(internalKey) && verdict(() => xOnlyPointAddTweakCheck(internalKey, tweak, outputKey, parity))
  );
}
