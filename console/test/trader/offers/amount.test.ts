import { expect, test } from 'vitest';
import { amountIn } from '../../../src/trader/offers/amount.ts';

const sums = { sellerReceiveSats: 59_000, buyerPayTotalSats: 61_000 };
const receives = 'you receive 59,000 sats';
const pays = 'you pay 61,000 sats, plus postage and the network fee';

test.each([
  ['the owner who received an offer', 'received', 'buyer_offer', receives],
  ['the owner who sent a counter', 'sent', 'seller_counter', receives],
  ['the buyer who sent an offer', 'sent', 'buyer_offer', pays],
  ['the buyer who received a counter', 'received', 'seller_counter', pays],
] as const)('the inbox tells %s what is paid or received', (_, side, kind, expected) => {
  expect(amountIn({ side, kind, ...sums })).toBe(expected);
});
