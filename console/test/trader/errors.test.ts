import { ApiError, BelowTopOffer, UnsafePsbt } from '@ordbook/client';
import { WalletError } from '@ordbook/client/wallets';
import { expect, test } from 'vitest';
import { named, sentenceOf } from '../../src/trader/errors.ts';
import { Declined } from '../../src/trader/sign/explaining-wallet.ts';

test.each([
  [
    new UnsafePsbt('output 1 pays a thief'),
    /^Refused, and nothing was signed: output 1 pays a thief\. Do not try again/,
  ],
  [
    new BelowTopOffer(30_000, 'offer 1 pays 30000 sats for the same inscription; set evenBelowTop'),
    /^Another offer pays 30,000 sats for it\. Nothing was signed; sell to that one\.$/,
  ],
  [
    new WalletError('unsupported', 'Xverse cannot sign the key path of a passthrough'),
    /^Xverse cannot sign .*, so nothing was signed\. Take down what you listed together/,
  ],
  [new WalletError('rejected', 'the user rejected the request in OKX'), /^You declined in the wallet\./],
  [
    new WalletError('network', 'OKX is on another network'),
    /^OKX is on another network\. Nothing was signed; check/,
  ],
  [new ApiError(409, 'listing 1 is sold; choose another'), /^Listing 1 is sold; choose another\.$/],
  [
    new ApiError(400, 'items[0].priceSats must be an integer, but is 0.5'),
    /^The price must be an integer, but is 0\.5\.$/,
  ],
  [new ApiError(400, 'priceSats 1 is below the minimum of 10000'), /^The price 1 is below the minimum/],
  [new ApiError(401, 'the token has expired'), /^Your session has expired\. Sign in again to/],
  [new Declined('You did not sign. Nothing happened.'), /^You did not sign\. Nothing happened\.$/],
  [new Error('a bug'), /^a bug\. Try again; if it stays, report it/],
  ['a text', /^a text\. Try again/],
])('the sentence of %s says what to do next', (error, expected) => {
  expect(sentenceOf(error)).toMatch(expected);
});

test('a listing that cannot be bought is named as the cart names it', () => {
  const items = [
    { listingId: '5f0c0000-0000-4000-8000-000000000000', name: 'Ember #1' },
    { listingId: '5f0c0000-0000-4000-8000-000000000001', name: 'Ember #2' },
  ];
  const error = new ApiError(409, `listing ${items[1]!.listingId} is sold; choose another listing`);
  expect(sentenceOf(named(error, items))).toBe('“Ember #2” is sold; choose another listing.');
});
