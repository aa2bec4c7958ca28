import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../port.ts';
import type { MachineTable, Patch, Schema } from '../schema.ts';
import { mayBeLost } from './transaction.ts';

/** A row is in another state than it was read in: a request or another replica was faster. */
export class Overtaken extends Error {}

/** For every state, the states that a row in it may change to. `docs/lifecycle.md` is rendered from these. */
export type Transitions<State extends string> = { readonly [from in State]: readonly State[] };

type StateOf<T extends MachineTable> = Schema[T]['state'];

/**
 * A state machine: a table of the database with its transitions. No other file sets a state. A transition
 * that is not listed is a bug, and every method throws. A transition is a compare-and-set in one statement
 * that sets `patch` together with the state, so exactly one of several concurrent callers succeeds. A
 * transition from a state to itself sets only the patch.
 */
export interface Machine<T extends MachineTable> {
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
  /** The parts of a statement of your own that changes rows from any of these states to another. */
  statement(from: readonly StateOf<T>[], to: StateOf<T>): TransitionSql;
}

/** SQL of a transition. A statement that sets the state by `set` also has the condition `isFrom`. */
export interface TransitionSql {
  /** `alias`: of the table, where the statement has several with a state. */
  isFrom(alias?: string): RawBuilder<unknown>;
  readonly set: RawBuilder<unknown>;
}

export function machine<T extends MachineTable>(table: T, transitions: Transitions<StateOf<T>>): Machine<T> {
  type State = StateOf<T>;
  // One table stands for all machines below: Kysely cannot type an update of a table that is chosen at run
  // time.
  const rows = table as 'listings';
  const stateOf = (state: State) => state as StateOf<'listings'>;

  function requireListed(from: State, to: State): void {
    if (from !== to && !(transitions[from] as readonly State[]).includes(to))
      throw new Error(`${table} have no transition from ${from} to ${to}`);
  }

  function update(db: Database, id: string, from: State, to: State, patch?: Patch<T>) {
    requireListed(from, to);
    return db
      .updateTable(rows)
      .set({ ...patch, state: to } as object)
      .where('id', '=', id)
      .where('state', '=', stateOf(from));
  }

  async function transition(db: Database, id: string, from: State, to: State, patch?: Patch<T>) {
    const result = await update(db, id, from, to, patch).executeTakeFirst();
    return result.numUpdatedRows === 1n;
  }

  return {
    table,
    transitions,
    transition,
    async mustTransition(db, id, from, to, patch) {
      if (!(await transition(db, id, from, to, patch)))
        throw new Overtaken(`row ${id} of ${table} is not ${from}: it cannot become ${to}`);
    },
    async transitionIfStill(db, id, from, to, patch) {
      await transition(db, id, from, to, patch);
    },
    async noteIfStill(db, id, from, to, patch) {
      await update(db, id, from, to, patch).where(mayBeLost(db)).execute();
    },
    async transitionAllIfStill(db, ids, from, to, patch) {
      requireListed(from, to);
      if (ids.length === 0) return;
      await db
        .updateTable(rows)
        .set({ ...patch, state: to } as object)
        .where('id', 'in', (query) =>
          query
            .selectFrom(rows)
            .select('id')
            .where('id', '=', sql<string>`any(${ids}::uuid[])`)
            .where('state', '=', stateOf(from))
            .orderBy('id')
            .forUpdate(),
        )
        .execute();
    },
    statement(from, to) {
      for (const state of from) requireListed(state, to);
      return {
        // With literals, the planner sees that partial indexes serve the statement.
        isFrom: (alias) =>
          sql`${sql.ref(alias === undefined ? 'state' : `${alias}.state`)} in (${sql.join(from.map((state) => sql.lit(state)))})`,
        set: sql`state = ${sql.lit(to)}`,
      };
    },
  };
}
