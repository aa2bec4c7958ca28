/** What pages read of an address, beside the API. */
import { Type } from 'typebox';
import { PageCursor, PageLimit, Pagination } from '../fields/pagination.ts';
import {
  Address,
  arrayOf,
  CollectionSlug,
  DateTime,
  InscribedText,
  InscriptionId,
  NonnegativeSats,
  Text,
  Uuid,
} from '../fields/scalars.ts';
import { Item } from './market.ts';

export const HoldingsParams = Type.Object({ address: Address('Ordinals address.') });

export const MarketHoldingsQuery = Type.Object({ limit: PageLimit(100), cursor: PageCursor });

export const MarketHoldings = Type.Object({
  items: arrayOf(Item, {
    description: 'What the address holds, each with its primary collection, in a fixed order.',
  }),
  collections: arrayOf(
    Type.Object(
      {
        slug: CollectionSlug,
        name: Text('Name to show.'),
        tradingEnabled: Type.Boolean({ description: 'Whether its inscriptions can be traded now.' }),
      },
      { title: 'HeldCollection' },
    ),
    { description: 'The collections of this page.' },
  ),
  pagination: Pagination,
});

export const MarketHeldOffers = Type.Object({
  offers: arrayOf(
    Type.Object(
      {
        offerId: Uuid('The offer.'),
        inscriptionId: InscriptionId('What it is for.'),
        name: InscribedText('Its title, or a name made of its number.'),
        priceSats: NonnegativeSats('Price, sats.'),
        createdAt: DateTime('When it was made.'),
        expiresAt: DateTime('When it expires.'),
      },
      { title: 'HeldOffer', description: 'An active inscription offer, without its buyer.' },
    ),
    { description: 'Those for what the address holds, newest first, 50 at most.' },
  ),
});
