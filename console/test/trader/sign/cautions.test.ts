import { expect, test } from 'vitest';
import { cautionsOnAsking, cautionsOnBid } from '../../../src/trader/sign/cautions.ts';

const asked = { name: 'Ember #1', priceSats: 50_000, bestOfferSats: null, floorSats: null };

test('a price below the best standing offer is said, with what the offer pays more', () => {
  expect(cautionsOnAsking({ ...asked, bestOfferSats: 60_000 })).toEqual([
    'Ember #1: an offer of 60,000 sats stands; sell to it for 10,000 sats more.',
  ]);
  expect(cautionsOnAsking({ ...asked, bestOfferSats: 50_000 })).toEqual([]);
});

test('a price below half of the floor is said, and half of it is not', () => {
  expect(cautionsOnAsking({ ...asked, floorSats: 100_001 })).toEqual([
    'Ember #1: 50,000 sats is less than half of the collection’s floor of 100,001 sats; check the digits.',
  ]);
  expect(cautionsOnAsking({ ...asked, floorSats: 100_000 })).toEqual([]);
});

test('a price above the floor and every offer needs no word, nor does one without either', () => {
  expect(cautionsOnAsking({ ...asked, bestOfferSats: 49_999, floorSats: 1_000 })).toEqual([]);
  expect(cautionsOnAsking(asked)).toEqual([]);
});

test('an offer above a listing that it could buy is said, and one at its price is not', () => {
  expect(cautionsOnBid(60_000, 50_000)).toEqual([
    'Your offer is above a listing at 50,000 sats; buy that one for 10,000 sats less.',
  ]);
  expect(cautionsOnBid(50_000, 50_000)).toEqual([]);
  expect(cautionsOnBid(60_000, null)).toEqual([]);
});
