import { concatBytes } from '@noble/hashes/utils.js';
import { utf8 } from '@scure/base';

export type Cbor =
  | number
  | string
  | boolean
  | null
  | Uint8Array
  | readonly Cbor[]
  | ReadonlyMap<string | number, Cbor>;

/** Writes CBOR (RFC 8949) of the kinds that inscriptions' properties are made of; integers from 0. */
export function cbor(value: Cbor): Uint8Array {
  if (value === null) return Uint8Array.of(0xf6);
  if (typeof value === 'boolean') return Uint8Array.of(value ? 0xf5 : 0xf4);
  if (typeof value === 'number') return head(0, value);
  if (typeof value === 'string') return concatBytes(head(3, utf8.decode(value).length), utf8.decode(value));
  if (value instanceof Uint8Array) return concatBytes(head(2, value.length), value);
  if (value instanceof Map) {
    const members = [...value].flatMap(([key, member]) => [cbor(key), cbor(member)]);
    return concatBytes(head(5, value.size), ...members);
  }
  const items = value as readonly Cbor[];
  return concatBytes(head(4, items.length), ...items.map(cbor));
}

function head(major: number, length: number): Uint8Array {
  if (length < 24) return Uint8Array.of((major << 5) | length);
  if (length < 0x100) return Uint8Array.of((major << 5) | 24, length);
  return Uint8Array.of((major << 5) | 25, length >> 8, length & 0xff);
}
