import { Type } from 'typebox';
import { PageCursor, PageLimit, Pagination } from '../fields/pagination.ts';
import {
  Address,
  arrayOf,
  Count,
  DateTime,
  InscribedText,
  InscriptionId,
  NonnegativeSats,
  nullable,
  oneOf,
  Slug,
  Text,
  Txid,
  Uuid,
} from '../fields/scalars.ts';

export const TradeParams = Type.Object({
  tradeId: Type.String({
    pattern: '^([0-9a-f]{64}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$',
    description: 'The id of a trade (`X-Trade-Id`), or the txid of one of its transactions.',
  }),
});

export const TRADE_KINDS = ['listing', 'purchase', 'offer', 'counter', 'collection offer', 'fill'] as const;
const Kind = oneOf(TRADE_KINDS, 'What it is.');

const Move = Type.Object({
  kind: Text('What moved: the trade, its settlement, or a part of it.'),
  from: nullable(Text('The state before; null: it was made.')),
  to: Text('The state after.'),
  reason: nullable(Text('Why.')),
  at: DateTime('When, by the clock of the database.'),
});

export const TradeStory = Type.Object(
  {
    id: Uuid('Id of the trade.'),
    kind: Kind,
    state: Text('Its state; docs/lifecycle.md lists the states of each kind.'),
    settlementState: nullable(Text('Of an accepted offer or counter: the state of its transactions.')),
    inscriptionIds: arrayOf(InscriptionId('An inscription of the trade.')),
    collectionSlug: nullable(Slug('Slug of the collection.')),
    priceSats: nullable(NonnegativeSats('Price, sats.')),
    sellers: arrayOf(Address('Ordinals address of a seller.')),
    buyer: nullable(Address('Ordinals address of the buyer.')),
    createdAt: DateTime('When it was made.'),
    expiresAt: nullable(DateTime('When it expires.')),
    reason: nullable(Text('Why it ended, or why no node takes it now.')),
    settlementTxid: nullable(Txid('The transaction that sells.')),
    fees: Type.Record(Type.String(), nullable(NonnegativeSats('An amount, sats.'))),
    related: arrayOf(Type.Object({ kind: Text('What it is.'), id: Uuid('Its id.') })),
    moves: arrayOf(Move, { description: 'Oldest first.' }),
    transactions: arrayOf(
      Type.Object({
        txid: Txid('A transaction of the trade.'),
        height: nullable(Count('Height of its block; null: none is known to have it.')),
      }),
      {
        description:
          'In the order of sending. Of a listing those of its sale, of a collection offer those of its fill.',
      },
    ),
    signed: Text('Who has signed what.'),
    next: Text('What happens next, by itself or by whose act.'),
  },
  { title: 'TradeStory', description: 'The story of a trade, for its parties.' },
);

export const MyTradesQuery = Type.Object({
  limit: PageLimit(50),
  cursor: PageCursor,
  open: Type.Optional(oneOf(['true'], 'Only trades that neither party nor the chain has ended.')),
});

const MyTrade = Type.Object(
  {
    id: Uuid('Id of the trade, for `GET /trades/{id}`.'),
    kind: Kind,
    side: oneOf(['sell', 'buy'], 'What the caller does in it.'),
    state: Text('Its state, of an accepted offer or counter that of its settlement.'),
    collectionSlug: nullable(Slug('Its collection.')),
    collectionName: nullable(Text('Name of the collection.')),
    inscriptions: arrayOf(
      Type.Object({
        inscriptionId: InscriptionId('An inscription of the trade.'),
        name: InscribedText('Its title, or a name made of its number.'),
      }),
      { description: 'The first three. A collection offer has none before it is filled.' },
    ),
    inscriptionCount: Count('All of them.'),
    priceSats: nullable(NonnegativeSats('Price of all, sats.')),
    createdAt: DateTime('When it was made.'),
    expiresAt: nullable(DateTime('When it expires.')),
    reason: nullable(Text('Why it ended, or why no node takes it now.')),
    settlementTxid: nullable(
      Txid('The transaction that sells: of a listing that of its purchase, of a collection offer its fill.'),
    ),
    confirmedHeight: nullable(Count('Height of the block that has it; null: none has.')),
  },
  { title: 'MyTrade' },
);

export const MyTrades = Type.Object({
  trades: arrayOf(MyTrade, { description: 'The page, newest first.' }),
  pagination: Pagination,
});
