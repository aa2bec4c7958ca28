import { expect, test } from 'vitest';
import { change, dollars, ends, roughly, sats } from '../../src/format/sats.ts';

test('sats are whole and grouped; long sums of statistics are in BTC', () => {
  expect(sats(82_498)).toBe('82,498');
  expect(sats(2_100_000_000_000_000)).toBe('2,100,000,000,000,000');
  expect(roughly(9_999_999)).toBe('9,999,999 sats');
  expect(roughly(12_345_678)).toBe('0.1235 BTC');
  expect(roughly(123_456_789_000)).toBe('1,234.57 BTC');
});

test('dollars need a price', () => {
  expect(dollars(100_000, null)).toBe(null);
  expect(dollars(100_000, 60_000)).toBe('$60.00');
  expect(dollars(200_000_000, 60_000)).toBe('$120,000');
});

test('a change has its sign, and none when it rounds to nothing', () => {
  expect([3.24, -3.26, 0, -0.01].map(change)).toEqual(['+3.2 %', '−3.3 %', '0 %', '0 %']);
});

test('the ends of a long text are shown, and a short one whole', () => {
  expect(ends('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toBe('bc1qw5…v8f3t4');
  expect(ends('short')).toBe('short');
});
