import { Type } from 'typebox';
import { CollectionSummary } from '../catalogue/summary.ts';
import { PageCursor, PageLimit, Pagination } from '../fields/pagination.ts';
import {
  Address,
  arrayOf,
  DateTime,
  InscribedText,
  InscriptionId,
  InscriptionNumber,
  locationFields,
  nullable,
  oneOf,
  PositiveSats,
  SlugFilter,
  Text,
  Uuid,
} from '../fields/scalars.ts';

export const LISTING_SORTS = ['recent', 'price'] as const;

export const Listing = Type.Object(
  {
    listingId: Uuid('Id of the listing.'),
    inscriptionId: InscriptionId(
      'The listed inscription. Of a bundle: the canonical one, or the member that was asked for.',
    ),
    inscriptionNumber: InscriptionNumber,
    inscriptionName: InscribedText('Title, or else a name made of the inscription number.'),
    image: Text('URL of its content.'),
    collection: CollectionSummary,
    sellerAddress: Address('Ordinals address of the seller.'),
    priceSats: PositiveSats('Asking price in sats, before fees and postage.'),
    listedAt: DateTime('When it became buyable.'),
    listingExpiresAt: nullable(DateTime('When it expires; null: never.')),
    ...locationFields,
  },
  { title: 'Listing', description: 'An active, buyable listing.' },
);

export const ListingsQuery = Type.Object({
  limit: PageLimit(50),
  cursor: PageCursor,
  sort: Type.Optional(
    oneOf(LISTING_SORTS, '`recent`: newest first; `price`: lowest asking price first.', {
      default: 'recent',
    }),
  ),
  collectionSlug: Type.Optional(SlugFilter('Only this collection; any case.')),
  inscriptionId: Type.Optional(
    InscriptionId('Only listings that sell this inscription, bundle members included.'),
  ),
  sellerAddress: Type.Optional(Address('Only listings of this ordinals address.')),
});

export const ListingsAnswer = Type.Object({
  listings: arrayOf(Listing, { description: 'The page, in the order asked for.' }),
  pagination: Pagination,
});
