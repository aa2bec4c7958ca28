import { createHash } from 'node:crypto';
import { Refusal } from '@ordbook/protocol/refusals';
import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPoolClient, sql } from 'kysely';
import pg from 'pg';
import { inSpan } from '../../base/tracing.ts';
import type { Database } from '../port.ts';
import type { Schema } from '../schema.ts';
import { type DatabaseFault, databaseFault, faultSentence } from './faults.ts';
import { hostUrls } from './hosts.ts';
import { numberParsers } from './number-parsers.ts';
import { NotPrimary, requirePrimary } from './primary.ts';
import { watchShownChanges } from './shown-changes.ts';
import { ifOpen, TIMELINE } from './timeline.ts';
import { assertOutsideTransaction } from './transaction.ts';
import { namedIfUnstorable } from './unstorable-text.ts';

export interface PostgresOptions {
  /** Connections of this process; a replica needs few, since a statement takes milliseconds. */
  readonly poolSize?: number;
  /** The server ends a statement that takes longer, ms. */
  readonly statementTimeoutMs?: number;
  /** As PostgreSQL shows these connections; the next leader ends those of one that hangs by it. */
  readonly applicationName?: string;
  /** True: a server that was promoted since the first connection is refused (`promoted`). */
  readonly staysOnTimeline?: boolean;
}

/** SQLSTATE read_only_sql_transaction. */
export const REFUSED_WRITE = '25006';

export interface PostgresDatabase {
  readonly db: Database;
  /** The same, in sessions whose writes the server refuses with `REFUSED_WRITE`. */
  readonly readOnly: Database;
  /** Resolves once a promoted server was refused: what is open on it must end before it is used. */
  readonly promoted: Promise<Error>;
  /** What kept this process from writing within the last half minute; null: nothing. Reads may go on. */
  writeFault(): DatabaseFault | null;
  close(): Promise<void>;
}

interface Sessions extends PostgresOptions {
  readonly refusesWrites?: boolean;
  /** Of any session: the timeline of the first connection, and the last fault that stopped writes. */
  readonly began: {
    timeline?: string | null;
    fault?: { readonly fault: DatabaseFault; readonly at: number };
    /** Whether commits wait for a standby, which no timeout of the server ends. */
    waitsForStandby?: () => Promise<boolean>;
  };
  readonly tellPromoted: (error: Error) => void;
}

const CONNECT_TIMEOUT_MS = 5_000;
/** The follower writes on every poll, so a fault that stays comes again within this time. */
const FAULT_SHOWN_MS = 30_000;
/** The follower reads one thing after the other, and beside that what it will need next. */
const READ_ONLY_SESSIONS = 2;
/**
 * Nothing here waits inside a transaction for anything but the database. A process that does, hangs, and
 * others wait for the rows that it has locked.
 */
const IDLE_IN_TRANSACTION_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 15_000;
/** How much longer we wait than a healthy server needs to end a statement: a server that hangs ends none. */
const ANSWER_GRACE_MS = 2_000;
/**
 * Statements that a connection keeps prepared. Further distinct texts run unprepared, so that memory is
 * bounded.
 */
const MAX_PREPARED = 300;
/** Characters. Longer texts are bulk writes: parsing is a small part of their time. */
const MAX_PREPARED_LENGTH = 5_000;

/**
 * Opens pools on a PostgreSQL server (14 or later), or on the primary of several that `url` names
 * (`hosts.ts`). Connects on first use, and to another server when the primary is lost. Selects and updates
 * are prepared by name on each connection, which doubles the speed of primary-key reads. Errors of an
 * unreachable server become `Refusal('unavailable')`; a statement or commit in flight then may or may not
 * have happened. A statement whose plan a migration made invalid is sent again; in a transaction, it throws a
 * serialization failure.
 */
export function openPostgres(url: string, options: PostgresOptions = {}): PostgresDatabase {
  const turn: Turn = { current: 0 };
  const open = (sessions: Sessions): Database => {
    const pools = hostUrls(url).map((hostUrl) => openPool(hostUrl, sessions));
    return new Kysely<Schema>({
      dialect: new PostgresDialect({
        pool: {
          connect: connecting(pools, turn, sessions),
          end: async () => void (await Promise.all(pools.map((pool) => pool.end()))),
        },
      }),
      plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    });
  };
  let tellPromoted: (error: Error) => void = () => {};
  const promoted = new Promise<Error>((resolve) => {
    tellPromoted = resolve;
  });
  const began: Sessions['began'] = {};
  const sessions = { ...options, began, tellPromoted: (error: Error) => tellPromoted(error) };
  const db = open(sessions);
  const readOnly = open({ ...sessions, poolSize: READ_ONLY_SESSIONS, refusesWrites: true });
  began.waitsForStandby = async () => {
    const { rows } = await sql<{ waits: boolean }>`
      select exists (select from pg_stat_activity where wait_event = 'SyncRep') as waits`.execute(readOnly);
    return rows[0]!.waits;
  };
  return {
    db,
    readOnly,
    promoted,
    writeFault: () =>
      began.fault && Date.now() - began.fault.at < FAULT_SHOWN_MS ? began.fault.fault : null,
    close: async () => void (await Promise.all([db.destroy(), readOnly.destroy()])),
  };
}

function openPool(url: string, options: Sessions): pg.Pool {
  const { statementTimeoutMs = STATEMENT_TIMEOUT_MS } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: statementTimeoutMs + ANSWER_GRACE_MS,
    keepAlive: true,
    application_name: options.applicationName ?? 'ordbook',
    types: { getTypeParser: parserOf },
    verify: (client, verified) => {
      admit(client, options).then(() => verified(), verified);
    },
  });
  // Broken connections, idle or in use, are replaced on the next use. Without listeners they would end the
  // process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Of a new connection. Throws when it leads to a server that it may not lead to. */
async function admit(client: pg.PoolClient, sessions: Sessions): Promise<void> {
  await requirePrimary(client);
  if (sessions.staysOnTimeline) await requireTimeline(client, sessions);
  // Not startup parameters: poolers refuse those that they do not know.
  const settings = {
    // In a large market, the server would compile statements: ten times as long as executing them.
    jit: 'off',
    statement_timeout: sessions.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    ...(sessions.refusesWrites ? { default_transaction_read_only: 'on' } : {}),
  };
  await client.query(
    Object.entries(settings)
      .map(([name, value]) => `set ${name} = ${value}`)
      .join(';'),
  );
}

/** Throws `NotPrimary` when the server was promoted since the first connection. */
async function requireTimeline(client: pg.PoolClient, { began, tellPromoted }: Sessions): Promise<void> {
  const answer = await ifOpen(() => client.query<{ timeline: string }>(TIMELINE));
  const timeline = answer?.rows[0]?.timeline ?? null;
  began.timeline ??= timeline;
  if (timeline === null || timeline === began.timeline) return;
  const error = new NotPrimary(
    `PostgreSQL is on timeline ${timeline} and was on ${began.timeline}: a standby was promoted that may lack the last commits`,
  );
  tellPromoted(error);
  throw error;
}

/** The server that worked last, by its place in the URL; the same for all sessions. */
interface Turn {
  current: number;
}

/** Connects to the server that worked last; when it does not, to the next one. Each has a pool. */
function connecting(
  pools: readonly pg.Pool[],
  turn: Turn,
  sessions: Sessions,
): () => Promise<PostgresPoolClient> {
  return async () => {
    assertOutsideTransaction();
    for (let tried = 0; ; tried++) {
      const chosen = turn.current;
      try {
        return wrap(await pools[chosen]!.connect(), sessions);
      } catch (error) {
        if (turn.current === chosen) turn.current = (chosen + 1) % pools.length;
        if (tried + 1 >= pools.length) return refuseWhenAway(error, sessions);
      }
    }
  };
}

const parserOf: typeof pg.types.getTypeParser = ((oid: number, format?: 'text' | 'binary') => {
  if (numberParsers[oid]) return numberParsers[oid];
  return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text');
}) as typeof pg.types.getTypeParser;

const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();

function wrap(client: pg.PoolClient, sessions: Sessions): PostgresPoolClient {
  const known = wrapped.get(client);
  if (known) return known;
  // the first error says why, later ones only that the connection is gone
  let broken: unknown = null;
  client.on('error', (error) => {
    broken ??= error;
  });
  let isUnconfirmed = false;
  const noteStatement = watchShownChanges();
  client.on('notice', ({ code, message }) => {
    isUnconfirmed ||= code === UNCONFIRMED;
    // the last that the server says, as a warning, before it ends the connection
    if (code === CRASHED) broken ??= Object.assign(new Error(message), { code });
  });
  const wrapper = {
    query: (text: string, values: unknown[]) =>
      inSpan('database', { 'db.operation': operationOf(text) }, () => query(text, values)),
    release: () => client.release(broken !== null),
  };
  async function query(text: string, values: unknown[]) {
    const name = statementName(text);
    try {
      return await send({ text, values, ...(name && { name }) });
    } catch (error) {
      if (sessions.refusesWrites && codeOf(error) === REFUSED_WRITE) throw error;
      if (isAway(error)) broken ??= (await unconfirmedCommit(error, sessions)) ?? error;
      if (name === null || codeOf(error) !== PLAN_CHANGED) return refuseWhenAway(broken ?? error, sessions);
    }
    forgetPlans(text, name);
    if (client.getTransactionStatus() !== 'I')
      throw new PlanChanged('a migration ran during this transaction');
    return send({ text, values }).catch((error: unknown) => refuseWhenAway(error, sessions));
  }
  async function send(statement: pg.QueryConfig) {
    isUnconfirmed = false;
    const result = await client.query(statement).finally(() => noteStatement(statement.text ?? ''));
    if (isUnconfirmed) throw new NotConfirmed('the standby did not confirm the commit in time');
    return result;
  }
  // Kysely's type also covers cursors, which nothing here uses.
  wrapped.set(client, wrapper as unknown as PostgresPoolClient);
  return wrapper as unknown as PostgresPoolClient;
}

/**
 * SQLSTATE of the warning that comes with a commit whose wait for the synchronous standby was cut off by
 * `statement_timeout`. PostgreSQL then reports success, but a failover may lose the commit. No other
 * statement here causes this warning.
 */
const UNCONFIRMED = '01000';

/** SQLSTATE crash_shutdown. */
const CRASHED = '57P02';

class NotConfirmed extends Error {
  /** SQLSTATE transaction_resolution_unknown: classified with the outages. */
  readonly code = '08007';
}

/** What an error of a session that waited too long is, if it waited for a standby; null: anything else. */
async function unconfirmedCommit(error: unknown, { refusesWrites, began }: Sessions): Promise<Error | null> {
  if (refusesWrites || (error as Error).message !== 'Query read timeout') return null;
  const waits = await began.waitsForStandby?.().catch(() => false);
  return waits ? new NotConfirmed('the standby did not confirm the commit in time') : null;
}

/**
 * A migration added a column to what a prepared statement returns, and PostgreSQL refused it before it ran.
 * In a transaction, all of that has to run again.
 */
class PlanChanged extends Error {
  /** SQLSTATE serialization_failure: `inTransaction` runs its work again. */
  readonly code = '40001';
}

/** SQLSTATE feature_not_supported: "cached plan must not change result type", in the server's language. */
const PLAN_CHANGED = '0A000';

const codeOf = (error: unknown) => (error as { code?: string }).code;

const statementNames = new Map<string, string>();
/** How often a migration changed what prepared statements return. */
let plansForgotten = 0;

/** Gives every statement another name, so that no connection uses the plan of an old one. */
function forgetPlans(text: string, name: string | null): void {
  // of several connections, the first has done it
  if (statementNames.get(text) !== name) return;
  statementNames.clear();
  plansForgotten += 1;
}

/** The first word of a statement: the statement itself may hold what belongs to a user. */
function operationOf(text: string): string {
  return /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'unknown';
}

/** A text has the same name in every connection; null: not to be prepared. */
function statementName(text: string): string | null {
  const known = statementNames.get(text);
  if (known) return known;
  if (statementNames.size >= MAX_PREPARED || text.length > MAX_PREPARED_LENGTH) return null;
  if (!/^\s*(select|update|with)\b/i.test(text)) return null;
  const name = createHash('sha256').update(`${plansForgotten} ${text}`).digest('hex').slice(0, 32);
  statementNames.set(text, name);
  return name;
}

/**
 * SQLSTATEs that mean an unreachable or overloaded server, besides those of `faults.ts`: connection, rights
 * to connect, resources, operator intervention, its disk.
 */
const AWAY_STATES = /^(08|28|53|57|58|3D000|25P03|25006|26000|42P05)/;
const AWAY_MESSAGES = /Client has encountered a connection error|after calling end/;

function isAway(error: unknown): boolean {
  const { code, syscall, message } = error as { code?: string; syscall?: string; message?: string };
  if (syscall !== undefined || databaseFault(error) !== null) return true;
  return code === undefined ? AWAY_MESSAGES.test(message ?? '') : AWAY_STATES.test(code);
}

function refuseWhenAway(error: unknown, sessions: Sessions): never {
  if (!isAway(error)) throw namedIfUnstorable(error);
  const fault = databaseFault(error);
  if (fault?.stopsWrites) sessions.began.fault = { fault, at: Date.now() };
  const sentence = faultSentence(error) ?? `the database is unreachable: ${(error as Error).message}`;
  const refusal = new Refusal('unavailable', 'the database is unreachable', { detail: sentence });
  refusal.cause = error;
  throw refusal;
}
