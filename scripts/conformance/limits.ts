import type { Row } from './files.ts';

export const FORMATS: readonly Row[] = [
  ['Address: 1 to 120 characters', 'validation', 'every pattern in the API reference has words'],
  [
    'Base64Psbt, CollectionSlug, InscriptionId, Txid, WalletPublicKey: their patterns',
    'validation',
    'a text that does not match %s is refused in words',
  ],
  ['Uuid', 'validation', 'a flaw becomes one sentence that names the field and its value'],
  [
    'PositiveSats and NonnegativeSats: up to 2,100,000,000,000,000',
    'validation',
    'a flaw becomes one sentence that names the field and its value',
  ],
];

export const LIMITS: readonly Row[] = [
  [
    'Page size `limit`: 1 to 100; default 50, and 48 for collection inscriptions',
    'listings',
    '%s is refused',
  ],
  ['`slugs`: at most 100', 'floors', 'no slugs, a hundred and one, or one that is none, are refused'],
  [
    'Listing items per preflight and delist: 1 to 20',
    'validation',
    'a list that is too long is refused for that',
  ],
  ['Purchase listings per call: 1 to 20', 'purchaseFlow', 'a body that is not to the letter is refused'],
  ['Selected payment UTXOs per collection offer: up to 50', 'collectionOffers', "'51 coins'"],
  ['Collection offers per call: at most 10', 'collectionOffers', "'eleven offers'"],
  ['Verifications per call: 1 to 2; signature: at most 8,192 characters', 'auth', 'a malformed body is 400'],
  ['Session token: 1 hour', 'server', 'a token expires after an hour'],
  [
    'Funding requirement: 100,000 sats confirmed',
    'auth',
    'a payment address below the requirement is 403, with what it holds',
  ],
  [
    'Listing duration: 1, 7, 30, 90 or 180 days',
    'list',
    'counts from the moment the listing is buyable, and expires it by the clock',
  ],
  [
    'Inscription offer: 2,000 to 1,000,000, a multiple of 1,000, at least 20% of the floor',
    'makeOffer',
    'must be a multiple of 1,000 within the window',
  ],
  [
    'Collection offer: at least 10,000, a multiple of 5,000',
    'collectionOffers',
    "'a price that is no multiple of 5,000'",
  ],
  [
    '`validityHours`: 6, 12, 24, 168, 720 or 2160',
    'collectionOffers',
    "'a validity that is not on the list'",
  ],
  [
    'Fee rate of an acceptance: 1 to 20 sat/vB',
    'acceptOffer',
    'works for a buyer and an owner of %s at 1 and at 20 sat/vB',
  ],
  [
    'Rate limits: per IP and per profile or address, in windows of 60 seconds',
    'server',
    'each bucket is limited per IP and per caller',
  ],
  ['Rate limits of sign-in: per address', 'server', 'a sign-in is limited per address'],
  [
    'Any origin may call, with GET, POST, OPTIONS, authorization and content-type',
    'server',
    'a browser of any origin may call',
  ],
];
