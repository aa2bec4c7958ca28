import { hex } from '@scure/base';

/** True for exactly the DER signatures BIP66 allows, sighash byte included. */
export function isStrictDer(signature: Uint8Array): boolean {
  const { length } = signature;
  if (length < 9 || length > 73) return false;
  if (signature[0] !== 0x30 || signature[1] !== length - 3) return false;
  const rLength = signature[3]!;
  if (5 + rLength >= length) return false;
  const sLength = signature[5 + rLength]!;
  if (rLength + sLength + 7 !== length) return false;
  return isStrictInteger(signature, 2, rLength) && isStrictInteger(signature, 4 + rLength, sLength);
}

function isStrictInteger(signature: Uint8Array, at: number, length: number): boolean {
  const first = signature[at + 2]!;
  if (signature[at] !== 0x02 || length === 0 || (first & 0x80) !== 0) return false;
  return !(length > 1 && first === 0 && (signature[at + 3]! & 0x80) === 0);
}

const ORDER = hex.decode('fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141');
const HALF_ORDER = hex.decode('7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0');

/** True when S of a compact signature is at most half the group order (BIP146). */
export function isLowS(compact: Uint8Array): boolean {
  return Buffer.compare(compact.subarray(32), HALF_ORDER) <= 0;
}

/**
 * Decodes a DER signature (no sighash byte) as leniently as nodes do outside BIP66: long length forms,
 * padding and trailing bytes pass. Returns R and S as 64 bytes, both zero when either reaches the group
 * order, which never verifies. Null when even that parser refuses.
 */
export function decodeLaxDer(signature: Uint8Array): Uint8Array | null {
  if (signature[0] !== 0x30 || signature.length < 2) return null;
  let at = 2;
  const sequenceLength = signature[1]!;
  // The sequence's own length is skipped unread.
  if ((sequenceLength & 0x80) !== 0) at += sequenceLength & 0x7f;
  const r = laxInteger(signature, at);
  const s = r && laxInteger(signature, r.next);
  if (!r || !s) return null;
  const compact = new Uint8Array(64);
  if (r.digits.length > 32 || s.digits.length > 32) return compact;
  compact.set(r.digits, 32 - r.digits.length);
  compact.set(s.digits, 64 - s.digits.length);
  const inRange = [compact.subarray(0, 32), compact.subarray(32)].every((n) => Buffer.compare(n, ORDER) < 0);
  return inRange ? compact : compact.fill(0);
}

function laxInteger(signature: Uint8Array, start: number): { digits: Uint8Array; next: number } | null {
  if (signature[start] !== 0x02) return null;
  let at = start + 1;
  const lengthByte = signature[at++];
  if (lengthByte === undefined) return null;
  let length = lengthByte;
  if ((lengthByte & 0x80) !== 0) {
    let width = lengthByte & 0x7f;
    if (width > signature.length - at) return null;
    for (; width > 0 && signature[at] === 0; width--) at++;
    if (width >= 4) return null;
    length = 0;
    for (; width > 0; width--) length = length * 256 + signature[at++]!;
  }
  if (length > signature.length - at) return null;
  const next = at + length;
  while (at < next && signature[at] === 0) at++;
  return { digits: signature.subarray(at, next), next };
}
