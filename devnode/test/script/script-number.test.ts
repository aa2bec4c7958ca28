import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeScriptNumber, encodeScriptNumber } from '../../src/script/script-number.ts';

describe('script numbers', () => {
  test('every number of up to five bytes survives encoding, which is minimal', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(2 ** 39) + 1, max: 2 ** 39 - 1 }), (value) => {
        expect(decodeScriptNumber(encodeScriptNumber(value), true, 5)).toBe(value);
      }),
    );
  });

  test.each<[number, number[]]>([
    [0, []],
    [1, [0x01]],
    [-1, [0x81]],
    [127, [0x7f]],
    [128, [0x80, 0x00]],
    [-128, [0x80, 0x80]],
    [255, [0xff, 0x00]],
    [-255, [0xff, 0x80]],
    [256, [0x00, 0x01]],
    [2147483647, [0xff, 0xff, 0xff, 0x7f]],
  ])('%i is written as %j', (value, bytes) => {
    expect([...encodeScriptNumber(value)]).toEqual(bytes);
  });

  test.each<[string, number[]]>([
    ['a zero byte', [0x00]],
    ['negative zero', [0x80]],
    ['a needless zero byte', [0x01, 0x00]],
    ['a needless sign byte', [0x01, 0x80]],
  ])('%s is a number only where minimality is not asked for', (_what, bytes) => {
    expect(() => decodeScriptNumber(Uint8Array.from(bytes), true)).toThrow('non-minimally encoded');
    expect(Math.abs(decodeScriptNumber(Uint8Array.from(bytes), false))).toBe(bytes.length === 1 ? 0 : 1);
  });

  test('an operand has at most four bytes unless five are allowed', () => {
    const five = encodeScriptNumber(2 ** 31);
    expect(five).toHaveLength(5);
    expect(() => decodeScriptNumber(five, false)).toThrow('overflowed');
    expect(decodeScriptNumber(five, false, 5)).toBe(2 ** 31);
  });
});
