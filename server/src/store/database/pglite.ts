import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
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
import { lockDataDirectory } from './data-directory-lock.ts';
import { numberParsers } from './number-parsers.ts';
import { watchShownChanges } from './shown-changes.ts';
import { assertOutsideTransaction } from './transaction.ts';
import { namedIfUnstorable } from './unstorable-text.ts';

export type PgliteOptions =
  /**
   * Folder of the database, for one process at a time. It survives a killed process, but no power loss:
   * PGlite never calls fsync.
   */
  | { readonly dataDir: string }
  /** Nothing is kept. `from`: a dump of another one to start with, four times faster than a fresh start. */
  | { readonly memory: true; readonly from?: Blob };

/**
 * A database in memory is small and short-lived: PostgreSQL's defaults for it (128 MB of buffers, logs of 16
 * MB) cost more memory than all of its data.
 */
const IN_MEMORY = {
  startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
  initDbStartParams: ['--wal-segsize=1'],
};

export interface PgliteDatabase {
  readonly db: Database;
  close(): Promise<void>;
  /** Everything in it, for `from`. Nothing may write meanwhile. */
  dump(): Promise<Blob>;
}

/**
 * Opens embedded PostgreSQL in this process. `close` ends it and frees the directory. Creating a fresh
 * database takes about 3 s. Throws when another living process has the directory open.
 */
export async function openPglite(options: PgliteOptions): Promise<PgliteDatabase> {
  const { pglite, close } = await startPglite(options);
  const db = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => oneSession(pglite),
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
  return { db, close, dump: () => pglite.dumpDataDir('none') };
}

async function startPglite(options: PgliteOptions): Promise<{ pglite: PGlite; close(): Promise<void> }> {
  const parsers = { ...numberParsers };
  if (!('dataDir' in options)) {
    const { from } = options;
    const pglite = await PGlite.create({ parsers, ...IN_MEMORY, ...(from && { loadDataDir: from }) });
    return { pglite, close: () => pglite.close() };
  }
  const release = lockDataDirectory(options.dataDir);
  try {
    const pglite = await PGlite.create(join(options.dataDir, 'postgres'), { parsers });
    // Autovacuum does not run here: without this the planner would never learn how large the tables are.
    await pglite.exec('analyze');
    return { pglite, close: () => pglite.close().finally(release) };
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * PGlite is one session, so a connection is lent to one user at a time and the others queue. PGlite's own
 * `transaction` is not used: Kysely begins and commits.
 */
function oneSession(pglite: PGlite): Driver {
  let line: Promise<void> = Promise.resolve();
  const releases = new WeakMap<DatabaseConnection, () => void>();
  const noteStatement = watchShownChanges();
  const run = (text: string) =>
    pglite
      .query(text)
      .finally(() => noteStatement(text))
      .then(() => {});
  return {
    init: async () => {},
    async acquireConnection() {
      assertOutsideTransaction();
      const turn = line;
      let release = () => {};
      line = new Promise((resolve) => {
        release = resolve;
      });
      await turn;
      const connection = pgliteConnection(pglite, noteStatement);
      releases.set(connection, release);
      return connection;
    },
    async releaseConnection(connection) {
      releases.get(connection)?.();
    },
    beginTransaction: () => run('begin'),
    commitTransaction: () => run('commit'),
    rollbackTransaction: () => run('rollback'),
    async savepoint(connection, name) {
      await connection.executeQuery(CompiledQuery.raw(`savepoint "${name}"`));
    },
    async rollbackToSavepoint(connection, name) {
      await connection.executeQuery(CompiledQuery.raw(`rollback to savepoint "${name}"`));
    },
    async releaseSavepoint(connection, name) {
      await connection.executeQuery(CompiledQuery.raw(`release savepoint "${name}"`));
    },
    destroy: () => pglite.close(),
  };
}

function pgliteConnection(pglite: PGlite, noteStatement: (text: string) => void): DatabaseConnection {
  return {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      if (pglite.closed) throw new Refusal('unavailable', 'the database is closed');
      const result = await pglite
        .query<R>(query.sql, [...query.parameters])
        .catch((error: unknown) => Promise.reject(namedIfUnstorable(error)))
        .finally(() => noteStatement(query.sql));
      return { rows: result.rows, numAffectedRows: BigInt(result.affectedRows ?? 0) };
    },
    // biome-ignore lint/correctness/useYield: Kysely asks for a generator; one session cannot stream.
    async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
      throw new Error('streaming is not supported on PGlite');
    },
  };
}
