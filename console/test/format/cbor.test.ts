import { describe, expect, test } from 'vitest';
import { readCbor } from '../../src/format/cbor.ts';

const read = (hex: string) => readCbor(Uint8Array.from(Buffer.from(hex, 'hex')));

describe('CBOR', () => {
  // Source: RFC 8949, appendix A.
  test.each([
    ['00', 0],
    ['1903e8', 1_000],
    ['1bffffffffffffffff', '18446744073709551615'],
    ['20', -1],
    ['3903e7', -1_000],
    ['f93c00', 1],
    ['f97bff', 65_504],
    ['f9c400', -4],
    ['fa47c35000', 100_000],
    ['fb3ff199999999999a', 1.1],
    ['f4', false],
    ['f6', null],
    ['4401020304', '01020304'],
    ['62c3bc', undefined],
    ['6161', 'a'],
    ['c11a514b67b0', 1_363_896_240],
    ['83010203', [1, 2, 3]],
    ['a201020304', { 1: 2, 3: 4 }],
    ['a26161016162820203', { a: 1, b: [2, 3] }],
  ])('%s reads as JSON can say it', (hex, value) => {
    if (value === undefined) expect(read(hex)).toBe('ü');
    else expect(read(hex)).toEqual(value);
  });

  test.each([
    ['', 'nothing'],
    ['62', 'a text that ends too early'],
    ['9bffffffffffffffff00', 'a list longer than its bytes'],
    ['9f01ff', 'a list of no stated length'],
    ['0000', 'two values'],
    [`${'81'.repeat(20)}00`, 'what is nested twenty deep'],
    ['ff', 'a break without a list'],
  ])('%s is refused: %s', (hex) => {
    expect(() => read(hex)).toThrow(RangeError);
  });

  test('a name that every object has is a name like others', () => {
    const value = read('a1695f5f70726f746f5f5f6178') as object;
    expect(JSON.stringify(value)).toBe('{"__proto__":"x"}');
  });
});
