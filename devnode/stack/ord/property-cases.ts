import { inscriptionIdValue } from '../../src/ord/inscription-id.ts';
import { ascii } from '../../test/ord/envelope-script.ts';

/** Properties in CBOR that name an inscription: full, packed, empty, odd. */
export function propertyCases(txid: string): Uint8Array[] {
  const id = inscriptionIdValue(`${txid}i0`);
  const cborBytes = (bytes: Uint8Array) => [0x58, bytes.length, ...bytes];
  const cborText = (value: string) => [0x60 + value.length, ...ascii(value)];
  const traits = [
    [...cborText('hat'), ...cborText('red')],
    [...cborText('2'), 0x1b, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
    [...cborText('1'), 0x20],
    [...cborText('yes'), 0xf5],
    [...cborText('nil'), 0xf6],
  ];
  const attributes = [0xa2, 0, ...cborText('A title'), 1, 0xa0 + traits.length, ...traits.flat()];
  const item = [0xa2, 0, ...cborBytes(id), 1, ...attributes];
  return [
    [0xa2, 0, 0x82, ...item, 0xa1, 0, ...cborBytes(id), 1, ...attributes],
    [0xa1, 1, ...attributes],
    [0xa2, 0, 0x82, 0xa0, 0xa1, 2, 5, 2, 0x58, 64, ...id.subarray(0, 32), ...id.subarray(0, 32)],
    [0xa2, 0, 0x82, ...item, 0xa0, 1, ...attributes],
    [0xbf, 0, 0x9f, ...item, 0xff, 9, 0x82, 1, 2, 1, ...attributes, 0xff],
    [0xa1, 1, 0xa1, 1, 0xa2, ...cborText('a'), 1, ...cborText('a'), 2],
    [0xa1, 1, 0xa1, 1, 0xbf, ...cborText('a'), 1, 0xff],
    [0xa1, 1, 0xa1, 1, 0xa1, ...cborText('a'), 0xf9, 0, 0],
    [0xa1, 1, 0xa1, 0, 0x7f, ...cborText('a'), 0xff],
    [0xa0],
    [0xff],
    [0xa1, 0, 0x80, 1, 2],
  ].map((bytes) => Uint8Array.from(bytes));
}
