import { expect, test } from 'vitest';
import { words } from '../../src/trader/text.ts';

test.each([
  ['a purchase', words.buy.bought],
  ['an offer that was accepted', words.offer.accepted],
  ['a counter that was accepted', words.offer.acceptedCounter],
  ['a sale to a collection offer', words.bids.filled],
])('%s that was handed over is not called final before a block confirms it', (_, text) => {
  expect(text).toMatch(/^[^.]+\. It is (yours|sold) once a block confirms it\.$/);
  expect(text).not.toMatch(/bought|next block|^sold/i);
});
