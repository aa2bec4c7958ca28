/** What the operator asks for, and gets: queries and answers of the reads of the admin API. */
import { Type } from 'typebox';
import { arrayOf, Count, nullable, oneOf, Slug, Text, Uuid } from '../fields/scalars.ts';
import {
  After,
  Ban,
  CollectionRow,
  Fees,
  MaybeText,
  Moment,
  Next,
  OperatorAct,
  PageSize,
  PartnerRow,
  Pause,
  RevenueRow,
  SaleRow,
  Sats,
  Trade,
  TradeFlow,
  TradeProgress,
  When,
} from './records.ts';

/** No other field: one that is not read would mislead. */
const exact = { additionalProperties: false };

const filters = {
  state: Type.Optional(Text('Only in this state.')),
  since: Type.Optional(When('Made since.')),
  profile: Type.Optional(Uuid('Of this party.')),
  collection: Type.Optional(Slug('In this collection.')),
  find: Type.Optional(
    Type.String({
      pattern: '^[0-9A-Za-z-]{1,120}$',
      description: 'Of this trade, settlement, inscription or address of a party.',
    }),
  ),
  limit: Type.Optional(PageSize),
  after: Type.Optional(After),
};
export const TradesQuery = Type.Object(
  { ...filters, flow: Type.Optional(TradeFlow), progress: Type.Optional(TradeProgress) },
  exact,
);
export const BookQuery = Type.Object(
  { ...filters, ended: Type.Optional(oneOf(['true'], 'Includes ended ones.')) },
  exact,
);
export const TradesAnswer = Type.Object({ rows: arrayOf(Trade), next: Next });

export const TradeParams = Type.Object({
  id: Type.String({ pattern: '^([0-9a-f]{64}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$' }),
});

const between = {
  since: Type.Optional(When('Sold since.')),
  until: Type.Optional(When('Sold before.')),
};
export const RevenueQuery = Type.Object(
  {
    by: Type.Optional(oneOf(['day', 'month', 'collection', 'partner'], 'A row for each. Default: one row.')),
    partner: Type.Optional(Text('Only sales that are credited to the partner of this name.')),
    ...between,
  },
  exact,
);
export const RevenueAnswer = Type.Object({ rows: arrayOf(RevenueRow) });

const MOST_TRADERS = 100;
export const TradersQuery = Type.Object(
  {
    find: Type.Optional(
      Type.String({
        pattern: '^[0-9A-Za-z-]{1,120}$',
        description:
          'Only the profile of this id, or with a wallet of this address; it need not have traded.',
      }),
    ),
    ...between,
  },
  exact,
);
export const TradersAnswer = Type.Object({
  rows: arrayOf(
    Type.Object(
      {
        profileId: Uuid('Of the profile.'),
        displayName: MaybeText('Name that it chose.'),
        joinedAt: Moment('When it signed in first.'),
        addresses: arrayOf(Text('Ordinals address of one of its wallets.')),
        sold: Count('Sales.'),
        soldSats: Sats('Prices of its sales, sats.'),
        bought: Count('Purchases, accepted offers and fills.'),
        boughtSats: Sats('Prices of what it bought, sats.'),
        isBanned: Type.Boolean({ description: 'It, or one of its addresses, is banned.' }),
      },
      { title: 'Trader' },
    ),
    { maxItems: MOST_TRADERS },
  ),
});

export const SalesQuery = Type.Object(
  { ...between, limit: Type.Optional(PageSize), after: Type.Optional(After) },
  exact,
);
export const SalesAnswer = Type.Object({ rows: arrayOf(SaleRow), next: Next });

export const ActsQuery = Type.Object(
  {
    subject: Type.Optional(Text('Only acts on this scope, profile, address, listing, offer or slug.')),
    before: Type.Optional(Type.Integer({ minimum: 1, description: 'Acts with a lower id.' })),
    limit: Type.Optional(PageSize),
  },
  exact,
);
export const ActsAnswer = Type.Object({ rows: arrayOf(OperatorAct) });

export const PausesAnswer = Type.Object({ rows: arrayOf(Pause) });
export const BansAnswer = Type.Object({ rows: arrayOf(Ban) });
export const FeesAnswer = Type.Object({
  fees: Fees,
  isSetByOperator: Type.Boolean({ description: 'False: they are those of the settings.' }),
  collections: arrayOf(Type.Object({ slug: Slug('Slug.'), fees: Fees })),
});
const kind = oneOf(['parent_child', 'gallery'], 'What its sources are.');
export const CollectionsAnswer = Type.Object({
  rows: arrayOf(
    Type.Object({
      ...CollectionRow.properties,
      kind,
      sources: arrayOf(Text('Inscription id of a parent or gallery.')),
    }),
  ),
});

/** Beside what the list of collections has. */
export const DescribedCollection = Type.Object({
  ...CollectionRow.properties,
  kind,
  fees: nullable(Fees),
  pixelArt: Type.Boolean({ description: 'Pictures are scaled without smoothing.' }),
  cardBackgroundColor: MaybeText("Behind its cards; null: the client's."),
  sources: arrayOf(
    Type.Object({
      id: Text('Inscription id of the parent or gallery.'),
      itemsRead: Count('Children or items that are read.'),
      isFinished: Type.Boolean({ description: 'True: a gallery that is fully read.' }),
      readHeight: nullable(Count('Block as of which it is read; null: not read yet.')),
    }),
  ),
});
export const PartnersAnswer = Type.Object({ rows: arrayOf(PartnerRow) });
