/** What metadata and properties of inscriptions are made of. Numbers are integers. */
export type CborValue =
  | number
  | bigint
  | string
  | boolean
  | null
  | Uint8Array
  | readonly CborValue[]
  | ReadonlyMap<string | number, CborValue>
  | { readonly [key: string]: CborValue };

/** Writes CBOR (RFC 8949), lengths definite, members in their order. Throws a RangeError on a fraction. */
export function writeCbor(value: CborValue): Uint8Array {
  if (value === null) return Uint8Array.of(0xf6);
  if (typeof value === 'boolean') return Uint8Array.of(value ? 0xf5 : 0xf4);
  if (typeof value === 'number' || typeof value === 'bigint') return integer(BigInt(value));
  if (typeof value === 'string') {
    const bytes = new TextEncoder().encode(value);
    return join(head(3, bytes.length), bytes);
  }
  if (value instanceof Uint8Array) return join(head(2, value.length), value);
  if (Array.isArray(value)) return join(head(4, value.length), ...value.map(writeCbor));
  const members = value instanceof Map ? [...value] : Object.entries(value);
  return join(
    head(5, members.length),
    ...members.flatMap(([key, member]) => [writeCbor(key), writeCbor(member)]),
  );
}

const integer = (value: bigint): Uint8Array => (value < 0n ? head(1, -1n - value) : head(0, value));

function head(major: number, argument: number | bigint): Uint8Array {
  const value = BigInt(argument);
  const first = major << 5;
  if (value < 24n) return Uint8Array.of(first | Number(value));
  const [extra, bytes] =
    value < 0x100n ? [24, 1] : value < 0x10000n ? [25, 2] : value < 0x100000000n ? [26, 4] : [27, 8];
  const written = Uint8Array.from({ length: bytes }, (_, i) =>
    Number((value >> BigInt(8 * (bytes - 1 - i))) & 0xffn),
  );
  return Uint8Array.of(first | extra, ...written);
}

const join = (...parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(Buffer.concat(parts));
