import { expect, test } from 'vitest';
import { dayInFull, fromNow } from '../../src/format/time.ts';

test.each([
  [-30_000, 'just now'],
  [30_000, 'now'],
  [-125_000, '2 min ago'],
  [-7_200_000, '2 hr ago'],
  [-3 * 86_400_000, '3 days ago'],
  [2.5 * 86_400_000, 'in 2 days'],
  [-90 * 86_400_000, '3 mo ago'],
])('%i ms from now is %s', (ms, expected) => {
  expect(fromNow(1e12 + ms, 1e12)).toBe(expected);
});

test('a day is said as a time is', () => {
  expect(dayInFull('2026-11-23')).toBe('23 Nov 2026');
});
