import { CompactSizeLen } from '@scure/btc-signer/script.js';
import { describe, expect, test } from 'vitest';
import { bytesToHex, compactSize, txidBytes, u32, u64 } from '../../src/bitcoin/bytes.ts';
import { MAX_SATS } from '../../src/sats.ts';

describe('a number on the wire', () => {
  test.each([0, 1, 252, 253, 254, 255, 256, 65_535, 65_536, 2 ** 32 - 1])(
    'as a count: %i is written as btc-signer writes it',
    (count) => expect(bytesToHex(compactSize(count))).toBe(bytesToHex(CompactSizeLen.encode(count))),
  );

  test('is little-endian', () => {
    expect(bytesToHex(u32(0x01020304))).toBe('04030201');
    expect(bytesToHex(u64(MAX_SATS))).toBe('0040075af0750700');
  });

  test.each([-1, 0.5, Number.NaN, 2 ** 32])('is never cut: %d is not written in 32 bits', (value) => {
    expect(() => u32(value)).toThrow(RangeError);
    expect(() => compactSize(value)).toThrow(RangeError);
  });

  test.each([-1, 0.5, Number.NaN, 2 ** 53])('is never cut: %d is not written as an amount', (value) => {
    expect(() => u64(value)).toThrow(RangeError);
  });
});

test('a txid has 32 bytes, and nothing else is written as one', () => {
  expect(bytesToHex(txidBytes(`01${'00'.repeat(31)}`))).toBe(`${'00'.repeat(31)}01`);
  expect(() => txidBytes('00'.repeat(31))).toThrow(RangeError);
  expect(() => txidBytes('00'.repeat(33))).toThrow(RangeError);
  expect(() => txidBytes('xx'.repeat(32))).toThrow();
});
