import {
  CamelCasePlugin,
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { Database } from '../../src/store/port.ts';
import type { Schema } from '../../src/store/schema.ts';
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
