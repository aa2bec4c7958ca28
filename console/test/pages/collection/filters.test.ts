import { expect, test } from 'vitest';
import { filtersIn, queryOf, toggled } from '../../../src/pages/collection/filters.ts';

const textOf = (filters: Parameters<typeof queryOf>[0]) => {
  const { sort, trait } = queryOf(filters, 'price');
  return new URLSearchParams([
    ...(sort === null ? [] : [['sort', sort]]),
    ...trait.map((one) => ['trait', one]),
  ]);
};

test.each([
  { sort: 'price', traits: [] },
  { sort: 'newest', traits: [{ type: 'Fur', values: ['blue', 'dark: grey'] }] },
  {
    sort: 'recent',
    traits: [
      { type: 'a:b\\', values: [':', '\\:'] },
      { type: 'c', values: ['&=?'] },
    ],
  },
] as const)('what an address says of filters is read as it was written: %j', (filters) => {
  expect(filtersIn(textOf(filters), 'price')).toEqual(filters);
});

test('an address with an unknown order or a trait without a type is read without them', () => {
  expect(filtersIn(new URLSearchParams('sort=cheap&trait=none&trait=:x'), 'oldest')).toEqual({
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
