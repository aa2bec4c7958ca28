import { ACCOUNT_AND_MARKET } from './fields/account-and-market.ts';
import { COLLECTION_OFFERS_AND_VIEWS } from './fields/collection-offers-and-views.ts';
import { LISTINGS_AND_PURCHASES } from './fields/listings-and-purchases.ts';
import { OFFER_TABLES } from './fields/offers.ts';
import type { FieldTable } from './fields/parts.ts';

/** Every field table of the specification; `fields/parts.ts` says how they are written. */
export const FIELD_TABLES: readonly FieldTable[] = [
  ...ACCOUNT_AND_MARKET,
  ...LISTINGS_AND_PURCHASES,
  ...OFFER_TABLES,
  ...COLLECTION_OFFERS_AND_VIEWS,
];
