import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import { snakeCase } from '../../base/snake-case.ts';
import type { Database } from '../port.ts';
import type { MachineTable, Patch, Schema } from '../schema.ts';
import { jsonRows } from './json-rows.ts';
import {
  isMoved,
  isSeenWhole,
  type MovedTable,
  moveColumns,
  movesIn,
  movesMade,
  writingMoves,
} from './moves.ts';
import { mayBeLost } from './transaction.ts';

/** A row is in another state than it was read in: a request or another replica was faster. */
export class Overtaken extends Error {}

/** For every state, the states that a row in it may change to. `docs/lifecycle.md` is rendered from these. */
export type Transitions<State extends string> = { readonly [from in State]: readonly State[] };

type StateOf<T extends MachineTable> = Schema[T]['state'];

/**
 * A state machine: a table of the database with its transitions. No other file sets a state or inserts a row
 * that has one, except `operator-coins/`, which inserts coins. A transition that is not listed is a bug, and
 * every method throws. A transition is a compare-and-set in one statement that sets `patch` together with the
 * state, so exactly one of several concurrent callers succeeds. The same statement writes the move. A
 * transition from a state to itself sets only the patch; of a sale that is a move as well, because events
 * show sales whole.
 */
interface Transitioning<T extends MachineTable> {
  readonly table: T;
  readonly transitions: Transitions<StateOf<T>>;
  /**
   * Returns false, and changes nothing, when the row is not in `from` (any more). A retry after success
   * returns false.
   */
  transition(db: Database, id: string, from: StateOf<T>, to: StateOf<T>, patch?: Patch<T>): Promise<boolean>;
  /** For a change that others depend on. Throws `Overtaken` when the row is not in `from`. */
  mustTransition(db: Database, id: string, from: StateOf<T>, to: StateOf<T>, patch?: Patch<T>): Promise<void>;
  /**
   * For a row that a request or another replica may have changed first, when nothing else depends on the
   * winner. Retry-safe.
   */
  transitionIfStill(
    db: Database,
    id: string,
    from: StateOf<T>,
    to: StateOf<T>,
    patch?: Patch<T>,
  ): Promise<void>;
  /**
   * As `transitionIfStill`, and the commit does not wait for the disk. Only for a transition that is simply
   * made again when a power cut undoes it, because something else shows that it is due.
   */
  noteIfStill(db: Database, id: string, from: StateOf<T>, to: StateOf<T>, patch?: Patch<T>): Promise<void>;
  /** As `transitionIfStill` of many rows, locked in the order of their ids: two callers do not deadlock. */
  transitionAllIfStill(
    db: Database,
    ids: readonly string[],
    from: StateOf<T>,
    to: StateOf<T>,
    patch?: Patch<T>,
  ): Promise<void>;
}

/** Of the operator's own coins, whose transitions are no moves. */
export interface CoinMachine<T extends MachineTable> extends Transitioning<T> {
  /** The parts of a statement of your own that changes rows from any of these states to another. */
  statement(from: readonly StateOf<T>[], to: StateOf<T>): TransitionSql;
}

/** Of trades and sales. What changes them in a larger statement is a `Change`, run by `withMoves`. */
export interface TradeMachine<T extends MovedTable> extends Transitioning<T> {
  /** Inserts rows and returns them. `unlessThere`: leaves out those that a unique index has already. */
  insert(
    db: Database,
    rows: readonly Insertable<Schema[T]>[],
    unlessThere?: 'unlessThere',
  ): Promise<Selectable<Schema[T]>[]>;
  /**
   * The query `made_<table>`: inserts rows with the same fields if `condition` holds, leaving out those that
   * a unique index has already with `unlessThere`, and returns them.
   */
  making(
    rows: readonly Insertable<Schema[T]>[],
    condition: RawBuilder<unknown>,
    unlessThere?: 'unlessThere',
  ): Change;
  /** The queries `picked` and `moved`: change rows from any of these states to another. */
  moving(
    from: readonly StateOf<T>[],
    to: StateOf<T>,
    change: (isFrom: IsFrom) => {
      /** Selects `id` and `state` of the rows, locked, which also are `isFrom`. */
      readonly picked: RawBuilder<unknown>;
      /** Columns of `r`, the row, to set beside the state. */
      readonly set?: RawBuilder<unknown>;
      /** Another condition of the change: none happens unless it holds. */
      readonly when?: RawBuilder<unknown>;
      /** Columns of `r` that `moved` has beside `id`. */
      readonly returning?: RawBuilder<unknown>;
    },
  ): Change;
  /** The query `moved`: deletes the rows `r` with this condition, and returns these columns of them. */
  deleting(condition: RawBuilder<unknown>, returning?: RawBuilder<unknown>): Change;
}

/** SQL: a row is in one of the states. `alias`: of the table, where the statement has several such. */
export type IsFrom = (alias?: string) => RawBuilder<unknown>;

/** SQL of a transition. A statement that sets the state by `set` also has the condition `isFrom`. */
export interface TransitionSql {
  readonly isFrom: IsFrom;
  readonly set: RawBuilder<unknown>;
}

/** Queries that change or make rows, as parts of one statement, with what they are to the story. */
export class Change {
  readonly #queries: RawBuilder<unknown>;
  readonly #moves: RawBuilder<unknown>;

  constructor(queries: RawBuilder<unknown>, moves: RawBuilder<unknown>) {
    this.#queries = queries;
    this.#moves = moves;
  }

  /**
   * SQL that follows `with`: the queries of these changes and queries of your own, in this order, and the one
   * that writes all the moves.
   */
  static withMoves(...parts: readonly (Change | RawBuilder<unknown>)[]): RawBuilder<unknown> {
    const queries = parts.map((part) => (part instanceof Change ? part.#queries : part));
    const moves = parts.flatMap((part) => (part instanceof Change ? [part.#moves] : []));
    return sql`${sql.join([...queries, sql`noted as (${writingMoves(moves)})`])}`;
  }
}

export const { withMoves } = Change;

export function machine<T extends MovedTable>(
  table: T,
  transitions: Transitions<StateOf<T>>,
): TradeMachine<T>;
export function machine<T extends 'anchors' | 'admissions'>(
  table: T,
  transitions: Transitions<StateOf<T>>,
): CoinMachine<T>;
export function machine(
  table: MachineTable,
  transitions: Transitions<StateOf<'listings'>>,
): TradeMachine<'listings'> & Pick<CoinMachine<'listings'>, 'statement'> {
  type State = StateOf<'listings'>;
  // One table stands for all machines below: Kysely cannot type an update of a table that is chosen at run
  // time.
  const rows = table as 'listings';
  const inSql = sql.table(snakeCase(table));

  function requireListed(from: State, to: State): void {
    if (from !== to && !transitions[from].includes(to))
      throw new Error(`${table} have no transition from ${from} to ${to}`);
  }

  function statement(from: readonly State[], to: State): TransitionSql {
    for (const state of from) requireListed(state, to);
    return {
      // With literals, the planner sees that partial indexes serve the statement.
      isFrom: (alias) =>
        sql`${sql.ref(alias === undefined ? 'state' : `${alias}.state`)} in (${sql.join(from.map((state) => sql.lit(state)))})`,
      set: sql`state = ${sql.lit(to)}`,
    };
  }

  /** Updates the rows with this condition, in `from`; returns how many. */
  async function update(
    db: Database,
    condition: RawBuilder<boolean>,
    [from, to]: readonly [State, State],
    patch: Patch<'listings'> | undefined,
  ): Promise<number> {
    requireListed(from, to);
    const updating = (query: Pick<Database, 'updateTable'>) =>
      query
        .updateTable(`${rows} as r`)
        .set({ ...patch, state: to } as object)
        .where('r.state', '=', from)
        .where(condition);
    if (!isMoved(table) || (from === to && !isSeenWhole(table))) {
      const { numUpdatedRows } = await updating(db).executeTakeFirst();
      return Number(numUpdatedRows);
    }
    const columns = moveColumns(table, 'r', sql`${sql.lit(from)}`, sql`${sql.lit(to)}`);
    const { count } = await db
      .with('moved', (query) => updating(query).returning(columns))
      .with('noted', () => sql<object>`(${writingMoves([movesIn(table, 'moved')])})`)
      .selectNoFrom(sql<number>`(select count(*) from moved)`.as('count'))
      .executeTakeFirstOrThrow();
    return count;
  }

  async function transition(db: Database, id: string, from: State, to: State, patch?: Patch<'listings'>) {
    return (await update(db, sql<boolean>`r.id = ${id}::uuid`, [from, to], patch)) === 1;
  }

  return {
    table: rows,
    transitions,
    transition,
    statement,
    async mustTransition(db, id, from, to, patch) {
      if (!(await transition(db, id, from, to, patch)))
        throw new Overtaken(`row ${id} of ${table} is not ${from}: it cannot become ${to}`);
    },
    async transitionIfStill(db, id, from, to, patch) {
      await transition(db, id, from, to, patch);
    },
    async noteIfStill(db, id, from, to, patch) {
      await update(db, sql<boolean>`r.id = ${id}::uuid and ${mayBeLost(db)}`, [from, to], patch);
    },
    async transitionAllIfStill(db, ids, from, to, patch) {
      requireListed(from, to);
      if (ids.length === 0) return;
      const locked = sql`
        select id from ${inSql} where id = any(${ids}::uuid[]) and state = ${sql.lit(from)} order by id for update`;
      await update(db, sql<boolean>`r.id in (${locked})`, [from, to], patch);
    },
    async insert(db, made, unlessThere) {
      return db
        .with('made', (query) =>
          query
            .insertInto(rows)
            .values(made)
            .$if(unlessThere !== undefined, (insert) => insert.onConflict((conflict) => conflict.doNothing()))
            .returningAll(),
        )
        .with('noted', () => sql<object>`(${writingMoves([movesMade(moved(table), 'made')])})`)
        .selectFrom('made')
        .selectAll()
        .execute();
    },
    making(made, condition, unlessThere) {
      const columns = Object.keys(made[0]!) as (keyof (typeof made)[number])[];
      const query = `made_${snakeCase(table)}`;
      const queries = sql`${sql.id(query)} as (
        insert into ${inSql} (${sql.join(columns.map((column) => sql.ref(column)))})
        ${jsonRows(snakeCase(table), made, columns, condition)}
        ${unlessThere ? sql`on conflict do nothing` : sql``} returning *)`;
      return new Change(queries, movesMade(moved(table), query));
    },
    moving(from, to, change) {
      const { isFrom, set } = statement(from, to);
      const { picked, set: alsoSet, when, returning } = change(isFrom);
      const columns = moveColumns(moved(table), 'r', sql`picked.state`, sql`${sql.lit(to)}`);
      const queries = sql`picked as (${picked}), moved as (
        update ${inSql} r set ${set} ${alsoSet ? sql`, ${alsoSet}` : sql``}
        from picked where r.id = picked.id and ${isFrom('r')} ${when ? sql`and ${when}` : sql``}
        returning ${sql.join(columns)} ${returning ? sql`, ${returning}` : sql``})`;
      return new Change(queries, movesIn(moved(table), 'moved'));
    },
    deleting(condition, returning) {
      const columns = moveColumns(moved(table), 'r', sql`r.state`, sql`null::text`);
      const queries = sql`moved as (
        delete from ${inSql} r where ${condition}
        returning ${sql.join(columns)} ${returning ? sql`, ${returning}` : sql``})`;
      return new Change(queries, movesIn(moved(table), 'moved'));
    },
  };
}

function moved(table: MachineTable): MovedTable {
  if (!isMoved(table)) throw new Error(`transitions of ${table} are no moves`);
  return table;
}
