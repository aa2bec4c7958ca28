import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';

export { bytesToHex, concatBytes, hexToBytes };

/** 4 bytes, little-endian as on the wire. Throws a RangeError unless `value` is 0 to 2^32-1. */
export function u32(value: number): Uint8Array {
  require32Bits(value);
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
}

/** An amount on the wire: 8 bytes, little-endian. Throws a RangeError unless it is a safe integer from 0. */
export function u64(value: number): Uint8Array {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} is not an amount`);
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value), true);
  return bytes;
}

/** A count or a length on the wire, 1 to 5 bytes. Throws a RangeError unless `value` is 0 to 2^32-1. */
export function compactSize(value: number): Uint8Array {
  require32Bits(value);
  if (value < 0xfd) return Uint8Array.of(value);
  if (value <= 0xffff) return Uint8Array.of(0xfd, value & 0xff, value >> 8);
  return concatBytes(Uint8Array.of(0xfe), u32(value));
}

function require32Bits(value: number): void {
  if (value >>> 0 !== value) throw new RangeError(`${value} is not a number of 32 bits`);
}

/** Bytes preceded by their length, as scripts are serialised in outputs and hashes. */
export function varBytes(bytes: Uint8Array): Uint8Array {
  return concatBytes(compactSize(bytes.length), bytes);
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

export function sha256d(bytes: Uint8Array): Uint8Array {
  return sha256(sha256(bytes));
}

/** A txid as explorers show it (64 hex), in the byte order of the wire. Throws an Error for anything else. */
export function txidBytes(txid: string): Uint8Array {
  if (txid.length !== 64) throw new RangeError(`${txid} is not a txid`);
  return hexToBytes(txid).reverse();
}
