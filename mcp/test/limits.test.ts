import { memoryStorage } from '@ordbook/client';
import { expect, test } from 'vitest';
import { BeyondLimits, tradeLimits } from '../src/limits.ts';

const HOUR_MS = 3_600_000;

test('what is spent counts for 24 hours, and trades at the same moment share one limit', async () => {
  let now = 1_800_000_000_000;
  const limits = tradeLimits({ spendLimitSats: 100, minSaleSats: null }, memoryStorage(), () => now);
  const outcomes = await Promise.allSettled([limits.spend(60), limits.spend(60), limits.spend(40)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await limits.left()).toBe(0);
  now += 24 * HOUR_MS;
  expect(await limits.left()).toBe(100);
});

test('without a limit nothing is spent, and a trade that costs nothing is allowed', async () => {
  const limits = tradeLimits({ spendLimitSats: 0, minSaleSats: null }, memoryStorage());
  await expect(limits.spend(1)).rejects.toBeInstanceOf(BeyondLimits);
  await limits.spend(0);
});

test('a sale is refused below the lowest price, and without one', () => {
  const { requireSalePrice } = tradeLimits({ spendLimitSats: 0, minSaleSats: 500 }, memoryStorage());
  expect(() => requireSalePrice(499)).toThrow('below MIN_SALE_SATS, 500');
  requireSalePrice(500);
});
