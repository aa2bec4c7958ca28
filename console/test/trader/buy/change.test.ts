import { expect, test } from 'vitest';
import type { CartItem } from '../../../src/trader/buy/cart.ts';
import { changeOf } from '../../../src/trader/buy/change.ts';

const item = { listingId: 'one', priceSats: 60_000 } as CartItem;
const buyable = { listingId: 'one', priceSats: 60_000, state: 'buyable' } as const;

test('an item of the cart is bought as long as its listing is not known to have changed', () => {
  expect(changeOf(item, undefined)).toBeNull();
  expect(changeOf(item, buyable)).toBeNull();
});

test('what nobody can buy now is gone', () => {
  expect(changeOf(item, null)).toBe('gone');
  expect(changeOf(item, { ...buyable, state: 'hidden_locked' })).toBe('gone');
});

test('a listing in its place, or at another price, is not bought without a click', () => {
  const other = { ...buyable, listingId: 'two', priceSats: 70_000 };
  expect(changeOf(item, other)).toBe(other);
  expect(changeOf(item, { ...buyable, listingId: 'two' })).not.toBeNull();
  expect(changeOf(item, { ...buyable, priceSats: 59_000 })).not.toBeNull();
});
