import { ApiError, BelowTopOffer, UnsafePsbt } from '@ordbook/client';
import { WalletError } from '@ordbook/client/wallets';
import { expect, test } from 'vitest';
import { sentenceOf } from '../../src/trader/errors.ts';
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
  [new WalletError('rejected', 'the user rejected the request in OKX'), /^You declined in the wallet\./],
  [
    new WalletError('network', 'OKX is on another network'),
    /^OKX is on another network\. Nothing was signed; check/,
  ],
  [new ApiError(409, 'listing 1 is sold; choose another'), /^Listing 1 is sold; choose another\.$/],
  [new ApiError(401, 'the token has expired'), /^Your session has expired\. Connect again\.$/],
  [new Declined('You did not sign. Nothing happened.'), /^You did not sign\. Nothing happened\.$/],
  [new Error('a bug'), /^a bug\. Try again; if it stays, report it/],
  ['a text', /^a text\. Try again/],
])('the sentence of %s says what to do next', (error, expected) => {
  expect(sentenceOf(error)).toMatch(expected);
});
