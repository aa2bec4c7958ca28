import { Type } from '@fastify/type-provider-typebox';
import { CollectionSummary } from '../catalogue/summary-schema.ts';
import { PageCursor, PageLimit, Pagination } from '../edge/pagination-schema.ts';
import { arrayOf, DateTime, NonnegativeSats, nullable, oneOf, SlugFilter } from '../edge/scalars.ts';

export const Sale = Type.Object(
  {
    saleId: Type.String({ description: 'Id of the sale.' }),
    saleType: oneOf(
      ['internal', 'external'],
      '`internal`: settled here; `external`: settled elsewhere and found on chain.',
    ),
    txid: nullable(Type.String({ description: 'Settling transaction.' })),
    inscriptionId: Type.String({ description: 'The inscription sold.' }),
    inscriptionNumber: Type.String({ description: 'Inscription number, as text.' }),
    inscriptionName: Type.String({ description: 'Title, or else a name made of the inscription number.' }),
    collection: CollectionSummary,
    sellerAddress: nullable(Type.String({ description: 'Ordinals address that sold it.' })),
    buyerAddress: nullable(Type.String({ description: 'Address that received it.' })),
    priceSats: NonnegativeSats('Price in sats.'),
    price: Type.Number({ description: 'Price in BTC.', examples: [0.001] }),
    priceUsd: nullable(Type.Number({ description: 'Price in USD at block time, when a quote is known.' })),
    soldAt: DateTime('Time of the confirming block.'),
    blockHeight: Type.Integer({ minimum: 0, description: 'Height of the confirming block.' }),
  },
  { title: 'Sale', description: 'A confirmed sale.' },
);

export const SalesQuery = Type.Object({
  limit: PageLimit(50),
  cursor: PageCursor,
  collectionSlug: Type.Optional(SlugFilter('Only this collection; any case. Unknown: an empty page.')),
});

export const SalesAnswer = Type.Object({
  sales: arrayOf(Sale, { description: 'The page, newest first.' }),
  pagination: Pagination,
});
