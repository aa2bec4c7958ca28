import { Type } from '@fastify/type-provider-typebox';
import { PageCursor, PageLimit, Pagination } from '../edge/pagination-schema.ts';
import { arrayOf, DateTime, NonnegativeSats, nullable, oneOf, Uuid } from '../edge/scalars.ts';

export const ITEM_SORTS = ['oldest', 'newest'] as const;
export const CONTENT_TYPES = ['image', 'html', 'video', 'text'] as const;

const ItemTrait = Type.Object(
  {
    type: Type.String({ description: 'Trait type.', examples: ['Background'] }),
    value: Type.String({ description: 'Trait value.', examples: ['Blue'] }),
    count: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Members of the collection with this trait.' }),
    ),
    percentage: Type.Optional(Type.Number({ description: 'Their share of the collection in percent.' })),
  },
  { title: 'Trait', description: 'A trait that the inscription itself states.' },
);

export const CollectionItem = Type.Object(
  {
    id: Type.String({ description: 'Same as `inscriptionId`.' }),
    name: Type.String({ description: 'Title, or else a name made of the inscription number.' }),
    collection: Type.String({ description: 'Slug of the collection asked for.' }),
    collectionHref: nullable(
      Type.String({ description: 'Page of the collection, when the operator has one.' }),
    ),
    collections: arrayOf(Type.String(), { description: 'Slugs of all collections it is a member of.' }),
    image: Type.String({ description: 'URL of its content.' }),
    inscription: Type.Integer({ description: 'Inscription number.' }),
    inscriptionId: Type.String({ description: 'Inscription id.' }),
    listingId: nullable(Uuid('Its live listing, or null.')),
    listingState: nullable(
      oneOf(
        ['buyable', 'hidden_locked', 'pending_public'],
        '`pending_public`: waits for confirmations; `buyable`; `hidden_locked`: a trade of it is in progress; null: not listed.',
      ),
    ),
    priceSats: nullable(NonnegativeSats('Asking price in sats, or null.')),
    price: nullable(Type.Number({ description: 'Asking price in BTC, or null.' })),
    listedAt: nullable(DateTime('When it became buyable, or null.')),
    listingExpiresAt: nullable(DateTime('When the listing expires; null when not listed or without expiry.')),
    lastSale: nullable(Type.Number({ description: 'Last known sale price in BTC, or null.' })),
    owner: nullable(Type.String({ description: 'Address that holds it, or null.' })),
    contentType: oneOf(CONTENT_TYPES, 'What a page needs to show it.'),
    rawContentType: nullable(Type.String({ description: 'MIME type as inscribed, or null.' })),
    imageRenderingHint: nullable(oneOf(['auto', 'pixelated'], 'How to scale the picture, or null.')),
    cardBackgroundColor: nullable(Type.String({ description: 'Hex colour behind the picture, or null.' })),
    traits: arrayOf(ItemTrait, { description: 'Traits of the inscription.' }),
    satributes: arrayOf(Type.String(), { description: 'Well-known classes of its sat.' }),
    sat: nullable(Type.Integer({ description: 'Number of its sat, when known.' })),
    locationTxid: nullable(Type.String({ description: 'Transaction of the output that holds it.' })),
    locationVout: nullable(Type.Integer({ description: 'Index of that output.' })),
    locationSatpoint: nullable(Type.String({ description: '`txid:vout:offset` of its sat.' })),
  },
  { title: 'CollectionItem', description: 'A member of a collection, listed or not.' },
);

export const CollectionItemsQuery = Type.Object({
  limit: PageLimit(48),
  cursor: PageCursor,
  sort: Type.Optional(
    oneOf(ITEM_SORTS, 'By time of inscription.', {
      default: 'oldest',
    }),
  ),
});

export const CollectionItemsAnswer = Type.Object({
  items: arrayOf(CollectionItem, { description: 'The page, in the order asked for.' }),
  pagination: Pagination,
});
