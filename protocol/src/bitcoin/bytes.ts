import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { CompactSizeLen } from '@scure/btc-signer/script.js';

export { bytesToHex, concatBytes, hexToBytes };

/** 4 bytes, little-endian as on the wire. `value`: 0 to 2^32-1. */
export function u32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
}

/** An amount on the wire: 8 bytes, little-endian. */
export function u64(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value), true);
  return bytes;
}

/** Bytes preceded by their length, as scripts are serialised in outputs and hashes. */
export function varBytes(bytes: Uint8Array): Uint8Array {
  return concatBytes(CompactSizeLen.encode(bytes.length), bytes);
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

export function sha256d(bytes: Uint8Array): Uint8Array {
  return sha256(sha256(bytes));
}

/** A txid as explorers show it (64 hex), in the byte order of the wire. */
export function txidBytes(txid: string): Uint8Array {
  return hexToBytes(txid).reverse();
}
