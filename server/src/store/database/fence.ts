/**
 * The follower's database. A leader that hangs is replaced, and may wake up later in the middle of its
 * work. It must then write nothing:
 *
 *   begin ──► lock the row of the term, with our token ──► work ──► commit
 *                └── no such row: another leads ──► refused
 *
 * The lock is `for key share`. The next leader changes the token, so it waits for such a transaction to
 * end, or ends its connection (`leader.ts`). Renewals of the lease change no key and wait for nothing.
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
import type { TermMark } from './election.ts';

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
    const { rows } = await this.#lent.connection
      .executeQuery(
        CompiledQuery.raw('select 1 from leadership where token = $1 and holder = $2 for key share', [
          mark.token,
          mark.holder,
        ]),
      )
      .catch((error: unknown) => this.#refused(error));
    if (rows.length === 0) await this.#refused(notLeading());
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    if (!this.#inTransaction) return;
    await this.#lent.connection.executeQuery(CompiledQuery.raw(how));
    this.#inTransaction = false;
  }

  giveBack(): void {
    this.#lent.giveBack();
  }

  async #refused(error: unknown): Promise<never> {
    await this.end('rollback').catch(() => undefined);
    throw error;
  }
}

/** A raw statement may call anything, and a `with` may write. */
function onlyReads({ query }: CompiledQuery): boolean {
  return query.kind === 'SelectQueryNode' && !('with' in query && query.with);
}

function notLeading(): Refusal {
  return new Refusal('unavailable', 'this replica does not follow the chain: another one leads');
}
