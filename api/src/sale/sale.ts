import { Type } from 'typebox';
import { CollectionSummary } from '../catalogue/summary.ts';
import { PageCursor, PageLimit, Pagination } from '../fields/pagination.ts';
import {
  Address,
  arrayOf,
  Count,
  DateTime,
  InscribedText,
  InscriptionId,
  InscriptionNumber,
  NonnegativeSats,
  nullable,
  oneOf,
  SlugFilter,
  Text,
  Txid,
} from '../fields/scalars.ts';

export const Sale = Type.Object(
  {
    saleId: Text('Id of the sale.', { minLength: 1 }),
    saleType: oneOf(
      ['internal', 'external'],
      '`internal`: settled here; `external`: settled elsewhere and found on chain.',
    ),
    txid: nullable(Txid('Settling transaction.')),
    inscriptionId: InscriptionId('The inscription sold.'),
    inscriptionNumber: InscriptionNumber,
    inscriptionName: InscribedText('Title, or else a name made of the inscription number.'),
    image: Text('URL of its content.'),
    collection: CollectionSummary,
    sellerAddress: nullable(Address('Ordinals address that sold it.')),
    buyerAddress: nullable(Address('Address that received it.')),
    priceSats: NonnegativeSats('Price in sats.'),
    price: Type.Number({ minimum: 0, description: 'Price in BTC.', examples: [0.001] }),
    priceUsd: nullable(
      Type.Number({ minimum: 0, description: 'Price in USD at block time, when a quote is known.' }),
    ),
    soldAt: DateTime('Time of the confirming block.'),
    blockHeight: Count('Height of the confirming block.'),
    form: nullable(
      Text('Of an external sale: its form on the chain; null where it is not known.', { minLength: 1 }),
    ),
    evidence: nullable(
      oneOf(
        ['stated', 'bound', 'inferred'],
        "Of an external sale, how much of its price the chain proves: `stated` in a script, `bound` to the coin by the seller's signature, or `inferred` from a transaction that both sides signed.",
      ),
    ),
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
