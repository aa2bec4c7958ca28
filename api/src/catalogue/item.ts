import { Type } from 'typebox';
import { PageCursor, PageLimit, Pagination } from '../fields/pagination.ts';
import {
  Address,
  arrayOf,
  Count,
  DateTime,
  InscribedText,
  InscriptionId,
  locationFields,
  NonnegativeSats,
  nullable,
  oneOf,
  Slug,
  Text,
  Uuid,
} from '../fields/scalars.ts';

export const ITEM_SORTS = ['oldest', 'newest'] as const;
export const CONTENT_TYPES = ['image', 'html', 'video', 'text'] as const;

const ItemTrait = Type.Object(
  {
    type: InscribedText('Trait type.', { examples: ['Background'] }),
    value: InscribedText('Trait value.', { examples: ['Blue'] }),
    count: Type.Optional(Count('Members of the collection with this trait.', 1)),
    percentage: Type.Optional(
      Type.Number({ minimum: 0, maximum: 100, description: 'Their share of the collection in percent.' }),
    ),
  },
  { title: 'Trait', description: 'A trait that the inscription itself states.' },
);

export const CollectionItem = Type.Object(
  {
    id: InscriptionId('Same as `inscriptionId`.'),
    name: InscribedText('Title, or else a name made of the inscription number.'),
    collection: Slug('Slug of the collection asked for.'),
    collectionHref: nullable(Text('Page of the collection, when the operator has one.')),
    collections: arrayOf(Slug('A collection.'), {
      description: 'Slugs of all collections it is a member of.',
    }),
    image: Text('URL of its content.'),
    inscription: Type.Integer({
      minimum: -2_147_483_648,
      maximum: 2_147_483_647,
      description: 'Inscription number; negative for a cursed one.',
    }),
    inscriptionId: InscriptionId('Inscription id.'),
    listingId: nullable(Uuid('Its live listing, or null.')),
    listingState: nullable(
      oneOf(
        ['buyable', 'hidden_locked', 'pending_public'],
        '`pending_public`: waits for confirmations; `buyable`; `hidden_locked`: a trade of it is in progress; null: not listed.',
      ),
    ),
    priceSats: nullable(NonnegativeSats('Asking price in sats, or null.')),
    price: nullable(Type.Number({ minimum: 0, description: 'Asking price in BTC, or null.' })),
    listedAt: nullable(DateTime('When it became buyable, or null.')),
    listingExpiresAt: nullable(DateTime('When the listing expires; null when not listed or without expiry.')),
    lastSale: nullable(Type.Number({ minimum: 0, description: 'Last known sale price in BTC, or null.' })),
    owner: nullable(Address('Address that holds it, or null.')),
    contentType: oneOf(CONTENT_TYPES, 'What a page needs to show it.'),
    rawContentType: nullable(InscribedText('MIME type as inscribed, or null.')),
    imageRenderingHint: nullable(oneOf(['auto', 'pixelated'], 'How to scale the picture, or null.')),
    cardBackgroundColor: nullable(Text('Hex colour behind the picture, or null.')),
    traits: arrayOf(ItemTrait, { description: 'Traits of the inscription.' }),
    satributes: arrayOf(Text('A class.'), { description: 'Well-known classes of its sat.' }),
    ...locationFields,
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
