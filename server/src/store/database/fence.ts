/**
 * The follower's database. A leader that hangs is replaced, and may wake up later in the middle of its work.
 * It must then write nothing:
 *
 *   begin ──► share the lock of the term ──► our token? ──► work ──► commit
 *                                               └── no: another leads ──► refused
 *
 * The next leader changes the token under the exclusive lock, so it waits for such a transaction to end, or
 * ends its connection (`leader.ts`). The lock is an advisory one: sharing it writes nothing to the log of the
 * database, so a transaction that only reads still does not wait for the disk or for a standby.
 */
import { Refusal } from '@ordbook/protocol/refusals';
import {
  CamelCasePlugin,
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type { Database } from '../port.ts';
import type { Schema } from '../schema.ts';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import type { TermMark } from './election.ts';

const TERM_LOCK = ADVISORY_LOCKS.term;
const SHARE_TERM = `select pg_advisory_xact_lock_shared(${TERM_LOCK})`;
const CHECK_TERM = 'select 1 from leadership where token = $1 and holder = $2';
/** The statement of the next leader, in the transaction that changes the token. */
export const LOCK_TERM = `select pg_advisory_xact_lock(${TERM_LOCK})`;

/**
 * The same database, for a writer that must lead. Every transaction begins with the check of `mark`, and
 * every statement outside a transaction that may write runs in such a transaction. Plain selects run as
 * they are. Throws `Refusal('unavailable')` when this process does not lead; nothing is written then. Do
 * not close it: it uses the connections of `db`.
 */
export function fenced(db: Database, mark: () => TermMark | null): Database {
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => fencedDriver(db, mark),
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
}

function fencedDriver(db: Database, mark: () => TermMark | null): Driver {
  // Kysely passes back the connections that it acquired here.
  const fenceOf = (connection: DatabaseConnection) => connection as Fenced;
  const savepoint = (verb: string) => async (connection: DatabaseConnection, name: string) => {
    await connection.executeQuery(CompiledQuery.raw(`${verb} "${name}"`));
  };
  return {
    init: async () => {},
    acquireConnection: async () => new Fenced(await lend(db), mark),
    releaseConnection: async (connection) => fenceOf(connection).giveBack(),
    beginTransaction: (connection) => fenceOf(connection).begin(),
    commitTransaction: (connection) => fenceOf(connection).end('commit'),
    rollbackTransaction: (connection) => fenceOf(connection).end('rollback'),
    savepoint: savepoint('savepoint'),
    rollbackToSavepoint: savepoint('rollback to savepoint'),
    releaseSavepoint: savepoint('release savepoint'),
    destroy: async () => {},
  };
}

interface Lent {
  readonly connection: DatabaseConnection;
  giveBack(): void;
}

/** Takes a connection of `db`, which has it back after `giveBack`. */
function lend(db: Database): Promise<Lent> {
  return new Promise((resolve, reject) => {
    db.getExecutor()
      .provideConnection(
        (connection) => new Promise<void>((giveBack) => resolve({ connection, giveBack: () => giveBack() })),
      )
      .catch(reject);
  });
}

class Fenced implements DatabaseConnection {
  readonly #lent: Lent;
  readonly #mark: () => TermMark | null;
  #inTransaction = false;

  constructor(lent: Lent, mark: () => TermMark | null) {
    this.#lent = lent;
    this.#mark = mark;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#inTransaction || onlyReads(query)) return this.#lent.connection.executeQuery<R>(query);
    await this.begin();
    try {
      const result = await this.#lent.connection.executeQuery<R>(query);
      await this.end('commit');
      return result;
    } catch (error) {
      await this.end('rollback').catch(() => undefined);
      throw error;
    }
  }

  // biome-ignore lint/correctness/useYield: Kysely asks for a generator; the follower streams nothing.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('streaming is not supported by the fenced database');
  }

  async begin(): Promise<void> {
    const mark = this.#mark();
    if (!mark) throw notLeading();
    await this.#lent.connection.executeQuery(CompiledQuery.raw('begin'));
    this.#inTransaction = true;
    try {
      await this.#lent.connection.executeQuery(CompiledQuery.raw(SHARE_TERM));
      // a statement of its own: it sees what was committed before the lock was ours
      const check = CompiledQuery.raw(CHECK_TERM, [mark.token, mark.holder]);
      const { rows } = await this.#lent.connection.executeQuery(check);
      if (rows.length === 0) throw notLeading();
    } catch (error) {
      await this.end('rollback').catch(() => undefined);
      throw error;
    }
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    if (!this.#inTransaction) return;
    await this.#lent.connection.executeQuery(CompiledQuery.raw(how));
    this.#inTransaction = false;
  }

  giveBack(): void {
    this.#lent.giveBack();
  }
}

/** A raw statement may call anything, and a `with` may write. */
function onlyReads({ query }: CompiledQuery): boolean {
  return query.kind === 'SelectQueryNode' && !('with' in query && query.with);
}

function notLeading(): Refusal {
  return new Refusal('unavailable', 'this replica does not follow the chain: another one leads');
}
