import type { Row } from './files.ts';

export const LIMITS: readonly Row[] = [
  [
    'A page has 50 rows, and 48 inscriptions, when `limit` is left out',
    'bounds',
    'a page has as many rows as its limit says, else 50, and 48 inscriptions',
  ],
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
