import { expect, test } from 'vitest';
import { filtersIn, queryOf, toggled } from '../../../src/pages/collection/filters.ts';

const NONE = { minSats: null, maxSats: null, q: '' };
const textOf = (filters: Parameters<typeof queryOf>[0]) =>
  new URLSearchParams(
    Object.entries(queryOf(filters, 'price')).flatMap(([name, value]) =>
      [value ?? []].flat().map((one) => [name, one]),
    ),
  );

test.each([
  { ...NONE, sort: 'price', traits: [] },
  { sort: 'price', traits: [], minSats: 0, maxSats: 70_000, q: 'Ember #1' },
  { ...NONE, sort: 'newest', traits: [{ type: 'Fur', values: ['blue', 'dark: grey'] }] },
  {
    ...NONE,
    sort: 'recent',
    traits: [
      { type: 'a:b\\', values: [':', '\\:'] },
      { type: 'c', values: ['&=?'] },
    ],
  },
] as const)('what an address says of filters is read as it was written: %j', (filters) => {
  expect(filtersIn(textOf(filters), 'price')).toEqual(filters);
});

test('an address with an unknown order, a trait without a type or a price that is none is read without them', () => {
  expect(filtersIn(new URLSearchParams('sort=cheap&trait=none&trait=:x&min=-1&max=x'), 'oldest')).toEqual({
    ...NONE,
    sort: 'oldest',
    traits: [],
  });
});

test('choosing a value twice takes it away again', () => {
  const once = toggled([], 'Fur', 'blue');
  expect(once).toEqual([{ type: 'Fur', values: ['blue'] }]);
  expect(toggled(once, 'Fur', 'grey')).toEqual([{ type: 'Fur', values: ['blue', 'grey'] }]);
  expect(toggled(once, 'Fur', 'blue')).toEqual([]);
});
