import type { MarketCollection } from '@ordbook/client/market';
import { expect, test } from 'vitest';
import { sorted } from '../../../src/pages/collections/sorting.ts';

const collections = [
  { name: 'b', floorSats: 5 },
  { name: 'c', floorSats: null },
  { name: 'a', floorSats: 5 },
  { name: 'd', floorSats: 9 },
] as unknown as MarketCollection[];
const names = (column: 'name' | 'floor', isDown: boolean) =>
  sorted(collections, column, isDown).map(({ name }) => name);

test('collections without a value are last in both directions, and equal ones by name', () => {
  expect(names('floor', true)).toEqual(['d', 'a', 'b', 'c']);
  expect(names('floor', false)).toEqual(['a', 'b', 'd', 'c']);
  expect(names('name', true)).toEqual(['d', 'c', 'b', 'a']);
});
