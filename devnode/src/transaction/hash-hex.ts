import { hex } from '@scure/base';

/** A 32-byte hash as the byte-reversed hex that RPC and explorers print. */
export function hashToHex(hash: Uint8Array): string {
  return hex.encode(Uint8Array.from(hash).reverse());
}

/** The 32 bytes of a hash printed byte-reversed. Throws on anything but 64 hex digits. */
export function hexToHash(display: string): Uint8Array {
  const hash = hex.decode(display).reverse();
  if (hash.length !== 32) throw new Error(`a hash has 64 hex digits, not ${display.length}: ${display}`);
  return hash;
}
