import { expect, test } from 'vitest';
import { BID_RULE, leastOf, listingRule, offerRule } from '../../../src/trader/offers/rules.ts';
import { words } from '../../../src/trader/text.ts';

const PRICES = { listingMinimumSats: 12_345, offerMinimumSats: 2_500, offerMaximumSats: 20_999 };

test('the least offer is a fifth of the floor, in steps, and never below the minimum or above the maximum', () => {
  const rule = offerRule(PRICES);
  expect(leastOf(rule, null)).toBe(3_000);
  expect(leastOf(rule, 9_999)).toBe(3_000);
  expect(leastOf(rule, 60_001)).toBe(13_000);
  expect(leastOf(rule, 1_000_000)).toBe(20_000);
  expect(leastOf(BID_RULE, 1_000_000)).toBe(10_000);
});

test('the operator’s lowest and highest prices are said beside the field', () => {
  const said = (rule = offerRule(PRICES)) => words.price.from(leastOf(rule, null), rule.most, rule.step);
  expect(said()).toBe('From 3,000 sats to 20,000 sats, in steps of 1,000.');
  expect(said(listingRule(PRICES))).toBe('From 12,345 sats.');
});
