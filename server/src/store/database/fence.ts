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
import type { LeaderTerm } from './election.ts';
import { REFUSED_WRITE } from './postgres.ts';

const TERM_LOCK = ADVISORY_LOCKS.term;
const SHARE_TERM = `select pg_advisory_xact_lock_shared(${TERM_LOCK})`;
const CHECK_TERM = 'select 1 from leadership where token = $1 and holder = $2';
/** The statement of the next leader, in the transaction that changes the token. */
export const LOCK_TERM = `select pg_advisory_xact_lock(${TERM_LOCK})`;

interface FenceParts {
  readonly db: Database;
  /** The same database, in sessions whose writes PostgreSQL refuses. */
  readonly readOnly: Database;
  /** Of the term in which this process leads; null: it does not. */
  readonly term: () => LeaderTerm | null;
}

/**
 * The same database, for a writer that must lead. Every transaction begins with the check of `term`, and
 * every statement outside a transaction that may write runs in such a transaction: five round trips. Selects
 * go to `readOnly` instead, in one; what PostgreSQL refuses there, because it writes, runs in such a
 * transaction after all. Throws `Refusal('unavailable')` when this process does not lead; nothing is written
 * then. Do not close it: it uses the connections of both.
 */
export function fenced(parts: FenceParts): Database {
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => fencedDriver(parts),
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
}

function fencedDriver(parts: FenceParts): Driver {
  // Kysely passes back the connections that it acquired here.
  const fenceOf = (connection: DatabaseConnection) => connection as Fenced;
  const savepoint = (verb: string) => async (connection: DatabaseConnection, name: string) => {
    await connection.executeQuery(CompiledQuery.raw(`${verb} "${name}"`));
  };
  return {
    init: async () => {},
    acquireConnection: async () => new Fenced(parts),
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
  readonly #parts: FenceParts;
  /** Of `db`, from the first transaction on. */
  #lent: Lent | null = null;
  #inTransaction = false;

  constructor(parts: FenceParts) {
    this.#parts = parts;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#inTransaction) return this.#execute<R>(query);
    if (isSelect(query)) {
      try {
        return await this.#parts.readOnly
          .getExecutor()
          .provideConnection((connection) => connection.executeQuery<R>(query));
      } catch (error) {
        if (!isRefusedWrite(error)) throw error;
      }
    }
    await this.begin();
    try {
      const result = await this.#execute<R>(query);
      await this.end('commit');
      return result;
    } catch (error) {
      await this.end('rollback').catch(() => undefined);
      throw error;
    }
  }

  async #execute<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    this.#lent ??= await lend(this.#parts.db);
    return this.#lent.connection.executeQuery<R>(query);
  }

  // biome-ignore lint/correctness/useYield: Kysely asks for a generator; the follower streams nothing.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('streaming is not supported by the fenced database');
  }

  async begin(): Promise<void> {
    const term = this.#parts.term();
    if (!term) throw notLeading();
    await this.#execute(CompiledQuery.raw('begin'));
    this.#inTransaction = true;
    try {
      await this.#execute(CompiledQuery.raw(SHARE_TERM));
      // a statement of its own: it sees what was committed before the lock was ours
      const check = CompiledQuery.raw(CHECK_TERM, [term.token, term.holder]);
      const { rows } = await this.#execute(check);
      if (rows.length === 0) throw notLeading();
    } catch (error) {
      await this.end('rollback').catch(() => undefined);
      throw error;
    }
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    if (!this.#inTransaction) return;
    await this.#execute(CompiledQuery.raw(how));
    this.#inTransaction = false;
  }

  giveBack(): void {
    this.#lent?.giveBack();
    this.#lent = null;
  }
}

/** By its text: whether it writes nothing, PostgreSQL says. A `with` often writes, so none is tried. */
function isSelect({ sql }: CompiledQuery): boolean {
  return /^\s*select\b/i.test(sql);
}

function isRefusedWrite(error: unknown): boolean {
  return (error as { code?: unknown }).code === REFUSED_WRITE;
}

function notLeading(): Refusal {
  return new Refusal('unavailable', 'this replica does not follow the chain: another one leads');
}
