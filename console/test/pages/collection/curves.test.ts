import { expect, test } from 'vitest';
import { depthIn, historyIn, stretches, WIDTH } from '../../../src/pages/collection/curves.ts';

const DAY = 86_400_000;
const NOW = 100 * DAY;
const at = (days: number) => new Date(days * DAY).toISOString();

test('a history runs from the oldest value to now, and ends at the floor of now', () => {
  const drawn = historyIn(
    {
      since: at(10),
      floors: [{ at: at(50), floorSats: 40_000 }],
      sales: [{ at: at(60), priceSats: 80_000 }],
    },
    { floorSats: 50_000, now: NOW },
  )!;
  expect([drawn.top, drawn.since]).toEqual([80_000, 50 * DAY]);
  expect(drawn.floors.at(-1)).toEqual({ at: NOW, floorSats: 50_000 });
  expect(drawn.xOf(50 * DAY)).toBeLessThan(drawn.xOf(60 * DAY));
  expect(drawn.xOf(NOW)).toBeLessThanOrEqual(WIDTH);
  expect(drawn.yOf(80_000)).toBeLessThan(drawn.yOf(40_000));
});

test('without a sale and a noted floor there is no chart, nor where nothing ever had a price', () => {
  const empty = { since: at(10), floors: [], sales: [] };
  expect(historyIn(empty, { floorSats: 50_000, now: NOW })).toBeNull();
  const never = { ...empty, floors: [{ at: at(50), floorSats: null }] };
  expect(historyIn(never, { floorSats: null, now: NOW })).toBeNull();
});

test('the line of floors has a gap where nothing was for sale', () => {
  const floors = [1, null, 2, 3, null].map((floorSats, day) => ({ at: day, floorSats }));
  expect(stretches(floors).map((run) => run.map(({ floorSats }) => floorSats))).toEqual([[1], [2, 3]]);
});

test('depth counts listings up to a price and offers from it on, within 3 times the floor', () => {
  const book = { listings: [100, 100, 150, 301].map((priceSats) => ({ priceSats, traits: [] })) };
  const bids = [90, 90, 40, 30].map((priceSats) => ({ priceSats }));
  expect(depthIn(book, bids)).toEqual([
    { priceSats: 40, listings: 0, offers: 3 },
    { priceSats: 90, listings: 0, offers: 2 },
    { priceSats: 100, listings: 2, offers: 0 },
    { priceSats: 150, listings: 3, offers: 0 },
  ]);
  expect(depthIn({ listings: [] }, [])).toEqual([]);
});
