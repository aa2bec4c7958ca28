import { expect, test } from 'vitest';
import { dayOf, daysAgo, daysBetween } from '../../../src/operator/data/days.ts';
import { duration } from '../../../src/operator/data/duration.ts';

const NOON = Date.parse('2026-03-01T12:00:00Z');

test('days are in UTC, and so many of them end today', () => {
  expect(dayOf(Date.parse('2026-03-01T23:59:59Z'))).toBe('2026-03-01');
  expect(daysAgo(1, NOON)).toBe('2026-03-01');
  expect(daysAgo(7, NOON)).toBe('2026-02-23');
  expect(daysBetween('2026-02-27', '2026-03-02')).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
    '2026-03-02',
  ]);
  expect(daysBetween('2026-03-02', '2026-03-01')).toEqual([]);
});

test.each([
  [0, '0 s'],
  [59.9, '59 s'],
  [3_600, '1 h'],
  [3_725, '1 h 2 min'],
  [90_061, '1 d 1 h'],
])('%d seconds are %s', (seconds, text) => {
  expect(duration(seconds)).toBe(text);
});
