import { Type } from '@fastify/type-provider-typebox';
import {
  Address,
  arrayOf,
  Count,
  DateTime,
  InscriptionId,
  NonnegativeSats,
  nullable,
  oneOf,
  Slug,
  Text,
  Txid,
  Uuid,
} from '../edge/scalars.ts';

export const TradeParams = Type.Object({
  tradeId: Type.String({
    pattern: '^([0-9a-f]{64}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$',
    description: 'The id of a trade (`X-Trade-Id`), or the txid of one of its transactions.',
  }),
});

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
    kind: oneOf(['listing', 'purchase', 'offer', 'counter', 'collection offer', 'fill'], 'What it is.'),
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
      { description: 'In the order of sending.' },
    ),
    signed: Text('Who has signed what.'),
    next: Text('What happens next, by itself or by whose act.'),
  },
  { title: 'TradeStory', description: 'The story of a trade, for its parties.' },
);
