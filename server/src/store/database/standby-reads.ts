/**
 * Reads from a standby that is never staler than a bound.
 *
 *   at t: the primary's position in its log ──► the standby has replayed at least that ──► fresh as of t
 *
 * The comparison needs no clock of the servers, and an idle primary does not look stale. When the standby is
 * further behind, unreachable or no standby any more, the same reads go to the primary.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CamelCasePlugin,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
} from 'kysely';
import type { Database } from '../port.ts';
import type { Schema } from '../schema.ts';

export interface StandbyReads {
  /**
   * For single selects whose result may be `maxLagMs` old, and for nothing that is decided upon. Refuses
   * transactions.
   */
  readonly db: Database;
  /** True while reads go to the standby. */
  isFresh(): boolean;
  /** Ends the comparison. Closes neither database. */
  stop(): Promise<void>;
}

/** Compares the two servers several times within `maxLagMs`, from now on. */
export function readFromStandby(
  primary: Database,
  standby: Database,
  { maxLagMs }: { readonly maxLagMs: number },
): StandbyReads {
  const ending = new AbortController();
  let freshAsOf = -Infinity;
  const isFresh = () => performance.now() - freshAsOf <= maxLagMs;
  const behind = () => {
    freshAsOf = -Infinity;
  };

  async function compare(): Promise<void> {
    let asked: { readonly at: number; readonly position: number }[] = [];
    while (!ending.signal.aborted) {
      try {
        const at = performance.now();
        asked.push({ at, position: await writtenTo(primary) });
        const replayed = await replayedTo(standby);
        const reached = asked.filter(({ position }) => replayed !== null && position <= replayed);
        freshAsOf = reached.at(-1)?.at ?? (replayed === null ? -Infinity : freshAsOf);
        asked = asked.filter((one) => !reached.includes(one) && at - one.at <= maxLagMs);
      } catch {
        asked = [];
        behind();
      }
      await sleep(maxLagMs / 5, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  }

  const comparing = compare();
  return {
    db: new Kysely<Schema>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => readDriver(primary, standby, { isFresh, behind }),
        createIntrospector: (database) => new PostgresIntrospector(database),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
      plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    }),
    isFresh,
    async stop() {
      ending.abort();
      await comparing;
    },
  };
}

/** The end of the primary's log, in bytes: everything visible there lies before it. */
async function writtenTo(primary: Database): Promise<number> {
  const { rows } = await sql<{ position: string }>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text as position`.execute(primary);
  return Number(rows[0]!.position);
}

/** How far the standby has replayed the log, in bytes; null: it is no standby. */
async function replayedTo(standby: Database): Promise<number | null> {
  const { rows } = await sql<{ position: string | null }>`
    select case when pg_is_in_recovery() then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text end
      as position`.execute(standby);
  const position = rows[0]!.position;
  return position === null ? null : Number(position);
}

interface Freshness {
  isFresh(): boolean;
  behind(): void;
}

function readDriver(primary: Database, standby: Database, freshness: Freshness): Driver {
  const refuse = async () => {
    throw new Error('reads from a standby are single statements: use the primary for a transaction');
  };
  return {
    init: async () => {},
    acquireConnection: async () => new ReadConnection(primary, standby, freshness),
    releaseConnection: async () => {},
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    destroy: async () => {},
  };
}

class ReadConnection implements DatabaseConnection {
  readonly #primary: Database;
  readonly #standby: Database;
  readonly #freshness: Freshness;

  constructor(primary: Database, standby: Database, freshness: Freshness) {
    this.#primary = primary;
    this.#standby = standby;
    this.#freshness = freshness;
  }

  /** A statement that the standby cannot run, or ends because of its replay, runs on the primary. */
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#freshness.isFresh()) {
      try {
        return await runOn<R>(this.#standby, query);
      } catch {
        this.#freshness.behind();
      }
    }
    return runOn<R>(this.#primary, query);
  }

  // biome-ignore lint/correctness/useYield: Kysely asks for a generator; pages are not streamed.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('streaming is not supported');
  }
}

function runOn<R>(db: Database, query: CompiledQuery): Promise<QueryResult<R>> {
  return db.getExecutor().provideConnection((connection) => connection.executeQuery<R>(query));
}
