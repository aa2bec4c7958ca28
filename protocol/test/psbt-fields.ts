/** A PSBT as maps of fields, whatever they are: for adding to one what no library would write. Independent of what reads it. */
export type RawField = readonly [key: Uint8Array, value: Uint8Array];

export interface RawMaps {
  readonly global: RawField[];
  readonly inputs: RawField[][];
  readonly outputs: RawField[][];
}

const MAGIC = Uint8Array.of(0x70, 0x73, 0x62, 0x74, 0xff);

/** Reads a well-formed PSBT of `inputs` inputs. */
export function readMaps(psbtBase64: string, inputs: number): RawMaps {
  const bytes = Buffer.from(psbtBase64, 'base64');
  const maps: RawField[][] = [];
  let at = MAGIC.length;
  const counted = (): Uint8Array => {
    const first = bytes.readUInt8(at);
    const size = first < 0xfd ? 0 : first === 0xfd ? 2 : 4;
    const length = size === 0 ? first : bytes.readUIntLE(at + 1, size);
    at += 1 + size + length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const map: RawField[] = [];
    for (let key = counted(); key.length > 0; key = counted()) map.push([key, counted()]);
    maps.push(map);
  }
  return { global: maps[0]!, inputs: maps.slice(1, 1 + inputs), outputs: maps.slice(1 + inputs) };
}

export function writeMaps({ global, inputs, outputs }: RawMaps): string {
  const maps = [global, ...inputs, ...outputs].map((map) =>
    Buffer.concat([
      ...map.flatMap(([key, value]) => [compactSize(key.length), key, compactSize(value.length), value]),
      Uint8Array.of(0),
    ]),
  );
  return Buffer.concat([MAGIC, ...maps]).toString('base64');
}

/** `psbtBase64`, of `inputs` inputs, after `change`. */
export function withMaps(psbtBase64: string, inputs: number, change: (maps: RawMaps) => void): string {
  const maps = readMaps(psbtBase64, inputs);
  change(maps);
  return writeMaps(maps);
}

/** A field of the wallet's own (`0xfc`), of `valueBytes` bytes and a key that `number` tells from others. */
export function proprietary(number: number, valueBytes: number): RawField {
  return [Uint8Array.of(0xfc, 2, 0x6f, 0x62, 0, number & 255, number >> 8), new Uint8Array(valueBytes)];
}

/** The shortest form, as BIP174 demands. */
export function compactSize(value: number): Uint8Array {
  if (value < 0xfd) return Uint8Array.of(value);
  const isShort = value <= 0xffff;
  const bytes = Buffer.alloc(isShort ? 3 : 5, isShort ? 0xfd : 0xfe);
  bytes.writeUIntLE(value, 1, isShort ? 2 : 4);
  return bytes;
}
