/**
 * Moves: one row for each change of a state, written in the statement that makes it. The story of a trade and
 * the events are read from them.
 */
import { type AliasedRawBuilder, type RawBuilder, sql } from 'kysely';
import type { SaleEvidence } from '../sale/schema.ts';
import type { MachineTable, Schema } from '../schema.ts';
import type { MoveKind } from '../trade/schema.ts';

/** Tables whose changes of state are moves: all but the operator's own coins. */
export type MovedTable = Exclude<MachineTable, 'anchors' | 'admissions'>;

type Column<T extends MovedTable> = keyof Schema[T] & string;

interface Noun<T extends MovedTable> {
  readonly kind: MoveKind;
  /** The first of these that is set says why. */
  readonly why: readonly Column<T>[];
  /**
   * What events show and later changes of the row overwrite. A move keeps it as of the change; the rest is
   * read from the row when the event is made.
   */
  readonly kept: readonly Column<T>[];
}

const NOUNS: { readonly [T in MovedTable]: Noun<T> } = {
  listings: { kind: 'listing', why: ['closeReason'], kept: ['listedAt', 'expiresAt'] },
  purchases: { kind: 'purchase', why: ['failure', 'nodeRefusal'], kept: [] },
  offers: { kind: 'offer', why: ['closeReason'], kept: ['closedAt'] },
  offerSettlements: { kind: 'settlement', why: ['failure', 'nodeRefusal'], kept: [] },
  collectionOffers: { kind: 'collection offer', why: ['closeReason'], kept: [] },
  fillAttempts: { kind: 'fill', why: ['reason', 'nodeRefusal'], kept: [] },
  // A reorg deletes sales: all that is shown is kept.
  sales: {
    kind: 'sale',
    why: [],
    kept: [
      'saleType',
      'purchaseId',
      'listingId',
      'offerId',
      'txid',
      'inscriptionId',
      'inscriptionNumber',
      'inscriptionTitle',
      'sellerAddress',
      'buyerAddress',
      'priceSats',
      'priceUsd',
      'form',
      'evidence',
      'soldAt',
      'blockHeight',
      'collectionSlug',
    ],
  },
};

/** What a move keeps of a sale: times and numbers as JSON has them. */
export type KeptSale = Readonly<
  Pick<
    Schema['sales'],
    'saleType' | 'txid' | 'inscriptionId' | 'collectionSlug' | 'sellerAddress' | 'buyerAddress' | 'priceSats'
  > &
    Pick<Schema['sales'], 'purchaseId' | 'listingId' | 'priceUsd' | 'blockHeight'> & {
      readonly offerId: string | null;
      readonly inscriptionNumber: number | null;
      readonly inscriptionTitle: string | null;
      readonly soldAt: string | null;
      readonly form: string | null;
      readonly evidence: SaleEvidence | null;
    }
>;

export function isMoved(table: MachineTable): table is MovedTable {
  return table in NOUNS;
}

/**
 * What a statement that changes or deletes rows returns for their moves. `alias`: of the rows; `from`, `to`:
 * SQL of the states, null where there is none.
 */
export function moveColumns(
  table: MovedTable,
  alias: string,
  from: RawBuilder<unknown>,
  to: RawBuilder<unknown>,
): AliasedRawBuilder<unknown, string>[] {
  const why: readonly string[] = NOUNS[table].why;
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return [
    sql`${column('id')}`.as('id'),
    from.as('state_from'),
    to.as('state_to'),
    (why.length > 0 ? sql`coalesce(${sql.join(why.map(column))})` : sql`null::text`).as('reason'),
    keptOf(table, alias).as('kept'),
  ];
}

/** SQL: what a move keeps of a row. `alias`: of the row. */
export function keptOf(table: MovedTable, alias: string): RawBuilder<unknown> {
  const kept: readonly string[] = NOUNS[table].kept;
  const pairs = kept.flatMap((name) => [sql.lit(name), sql.ref(`${alias}.${name}`)]);
  return sql`jsonb_build_object(${sql.join(pairs)})`;
}

/**
 * Events show every field of a sale. So a change of one is a move too, even if the state stays the same.
 */
export const isSeenWhole = (table: MachineTable): boolean => table === 'sales';

/** SQL: the moves of the rows that a query of the same statement returned with `moveColumns`. */
export function movesIn(table: MovedTable, query: string): RawBuilder<unknown> {
  const isMove = isSeenWhole(table) ? sql`true` : sql`state_from is distinct from state_to`;
  return sql`
    select ${sql.lit(NOUNS[table].kind)}, id, state_from, state_to, reason, kept from ${sql.table(query)} where ${isMove}`;
}

/** SQL: the moves of rows that a query of the same statement made, and returned whole. */
export function movesMade(table: MovedTable, query: string): RawBuilder<unknown> {
  const columns = moveColumns(table, query, sql`null::text`, sql`${sql.ref(`${query}.state`)}`);
  return sql`select ${sql.lit(NOUNS[table].kind)}, ${sql.join(columns)} from ${sql.table(query)}`;
}

/** SQL: the query that writes moves, in this order. */
export function writingMoves(moves: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`
    insert into moves (kind, row_id, state_from, state_to, reason, kept, height)
    select m.*, (select max(height) from blocks) from (${sql.join(moves, sql` union all `)}) m`;
}

/** SQL: writes the moves of blocks that a query of the same statement stored or deleted, in this order. */
export function writingBlocks(
  query: string,
  state: 'applied' | 'undone',
  order: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    insert into moves (kind, state_to, height, kept)
    select 'block', ${sql.lit(state)}, height, jsonb_build_object('hash', hash, 'time', block_time)
    from ${sql.table(query)} order by ${order}`;
}
