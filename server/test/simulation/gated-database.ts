import {
  CamelCasePlugin,
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import type { Database } from '../../src/store/port.ts';
import type { Schema } from '../../src/store/schema.ts';
import { emptyDatabase } from '../support/database.ts';
import type { Process, Scheduler } from './scheduler.ts';

/**
 * The database as one process reaches it: each statement and each commit is a call of the scheduler. A commit
 * that loses its reply has happened. A killed process loses its open transaction.
 */
export function gatedDatabase(base: Database, process: Process, scheduler: Scheduler): Database {
  const driver: Driver = {
    init: async () => undefined,
    async acquireConnection() {
      const lent = await scheduler
        .call(process, 'database connect', async () => undefined)
        .then(() => borrow(base));
      return new GatedConnection(lent, process, scheduler);
    },
    releaseConnection: async (connection) => (connection as GatedConnection).lent.giveBack(),
    beginTransaction: (connection) => (connection as GatedConnection).begin(),
    commitTransaction: (connection) => (connection as GatedConnection).commit(),
    rollbackTransaction: (connection) => (connection as GatedConnection).rollback(),
    destroy: async () => undefined,
  };
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
}

interface Lent {
  readonly connection: DatabaseConnection;
  giveBack(): void;
}

/** A connection of the other handle, until it is given back. */
function borrow(base: Database): Promise<Lent> {
  return new Promise((resolve, reject) => {
    base
      .getExecutor()
      .provideConnection((connection) => new Promise<void>((giveBack) => resolve({ connection, giveBack })))
      .catch(reject);
  });
}

class GatedConnection implements DatabaseConnection {
  readonly lent: Lent;
  readonly #process: Process;
  readonly #scheduler: Scheduler;
  #isOpen = false;

  constructor(lent: Lent, process: Process, scheduler: Scheduler) {
    this.lent = lent;
    this.#process = process;
    this.#scheduler = scheduler;
  }

  executeQuery<R>(query: CompiledQuery) {
    const run = () => this.lent.connection.executeQuery<R>(query);
    const words = query.sql.trim().split(/\s+/).slice(0, 3).join(' ');
    return this.#scheduler.call(this.#process, `database ${words}`, run);
  }

  async begin(): Promise<void> {
    await this.#scheduler.flying(() => this.#raw('begin'));
    this.#isOpen = true;
  }

  async commit(): Promise<void> {
    await this.#scheduler.call(this.#process, 'database commit', async () => {
      await this.#raw('commit');
      this.#isOpen = false;
    });
  }

  async rollback(): Promise<void> {
    if (this.#isOpen) await this.#scheduler.flying(() => this.#raw('rollback'));
    this.#isOpen = false;
  }

  // biome-ignore lint/correctness/useYield: Kysely asks for a generator; nothing here streams.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('streaming is not supported');
  }

  async #raw(text: string): Promise<void> {
    await this.lent.connection.executeQuery(CompiledQuery.raw(text));
  }
}

/** Every row of every table, to put back. */
export type Copy = readonly { readonly table: string; readonly rows: string }[];

export async function copyOf(db: Database): Promise<Copy> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname <> 'migrations'
    order by relname`.execute(db);
  const copy: { table: string; rows: string }[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ rows: string | null }>`
      select jsonb_agg(to_jsonb(t))::text as rows from ${sql.table(name)} t`.execute(db);
    if (rows[0]!.rows !== null) copy.push({ table: name, rows: rows[0]!.rows });
  }
  return copy;
}

/** Replaces all rows by those of the copy, without triggers: they ran when the rows were made. */
export async function putBack(db: Database, copy: Copy): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction);
    await emptyDatabase(transaction);
    for (const { table, rows } of copy)
      await sql`
        insert into ${sql.table(table)} overriding system value
        select * from jsonb_populate_recordset(null::${sql.table(table)}, ${rows}::jsonb)`.execute(
        transaction,
      );
    await sql`select setval('inscriptions_key_seq', (select coalesce(max(key), 0) + 1 from inscriptions), false)`.execute(
      transaction,
    );
  });
}
