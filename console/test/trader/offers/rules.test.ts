import { expect, test } from 'vitest';
import { BID_RULE, leastOf, OFFER_RULE } from '../../../src/trader/offers/rules.ts';

test('the least offer is a fifth of the floor, in steps, and never below the minimum', () => {
  expect(leastOf(OFFER_RULE, null)).toBe(2_000);
  expect(leastOf(OFFER_RULE, 9_999)).toBe(2_000);
  expect(leastOf(OFFER_RULE, 60_001)).toBe(13_000);
  expect(leastOf(BID_RULE, 1_000_000)).toBe(10_000);
});
