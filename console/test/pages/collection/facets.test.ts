import { expect, test } from 'vitest';
import { facetsOf } from '../../../src/pages/collection/facets.ts';

const book = {
  traits: [
    { type: 'Fur', value: 'blue' },
    { type: 'Fur', value: 'grey' },
    { type: 'Hat', value: 'cap' },
  ],
  listings: [
    { priceSats: 10, traits: [0] },
    { priceSats: 20, traits: [1, 2] },
    { priceSats: 30, traits: [0, 2] },
  ],
  isComplete: true,
};
const range = { traits: [], minSats: null, maxSats: null };

test('a trait has the number for sale and the cheapest of them', () => {
  const facets = facetsOf(book, range);
  expect([facets.count, facets.of('Fur', 'blue'), facets.of('Hat', 'cap'), facets.of('Hat', 'none')]).toEqual(
    [3, { count: 2, floorSats: 10 }, { count: 2, floorSats: 20 }, undefined],
  );
});

test('counts follow the other filters; values of one type are alternatives', () => {
  const facets = facetsOf(book, { ...range, traits: [{ type: 'Fur', values: ['blue'] }] });
  expect([facets.count, facets.of('Hat', 'cap')?.count, facets.of('Fur', 'grey')?.count]).toEqual([2, 1, 1]);
});

test('counts follow the range of prices, its ends included', () => {
  const facets = facetsOf(book, { ...range, minSats: 20, maxSats: 30 });
  expect([facets.count, facets.of('Fur', 'blue')]).toEqual([2, { count: 1, floorSats: 30 }]);
});
