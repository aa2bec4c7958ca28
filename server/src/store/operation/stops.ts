/** What the operator has stopped: pauses and bans. */
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { ADVISORY_LOCKS } from '../database/advisory-locks.ts';
import type { Database } from '../port.ts';
import type { Schema } from '../schema.ts';

export type Pause = Selectable<Schema['pauses']>;
export type Ban = Selectable<Schema['bans']>;

const STOP_LOCK = ADVISORY_LOCKS.stop;

/** A trade that somebody asks for. */
export interface Attempt {
  /** `pauses.scope` without `flow:`. */
  readonly flow: string;
  readonly slug: string | null;
  readonly inscriptionIds: readonly string[];
  /** Both null: somebody without an account. */
  readonly profileId: string | null;
  readonly walletBindingId: string | null;
}

export interface Stop {
  readonly kind: 'ban' | 'pause';
  /** A scope, a profile or an address. */
  readonly subject: string;
  readonly reason: string;
}

/**
 * What stops the attempt: bans first, then pauses. One statement. `isStored`: in the transaction that stores
 * it, as `stopsForStoring`.
 */
export async function stopsOf(db: Database, attempt: Attempt, isStored = false): Promise<Stop[]> {
  const lock = isStored ? STOP_LOCK : null;
  const { rows } = await sql<Stop>`select * from ${stopsOfAttempt(attempt, lock)} s`.execute(db);
  return rows;
}

/** SQL: the first of what stops the attempt, as JSON; null: nothing does. */
export function firstStop(attempt: Attempt): RawBuilder<Stop | null> {
  return sql`(select to_jsonb(s) from ${stopsOfAttempt(attempt, null)} s limit 1)`;
}

/**
 * SQL: what stops the attempt, as a table, once no stop (`holdStops`) is being made. None is made until the
 * transaction ends.
 */
export function stopsForStoring(attempt: Attempt): RawBuilder<Stop> {
  return stopsOfAttempt(attempt, STOP_LOCK);
}

function stopsOfAttempt(
  { flow, slug, inscriptionIds, profileId, walletBindingId }: Attempt,
  lock: number | null,
): RawBuilder<Stop> {
  const scopes = ['everything', `flow:${flow}`, ...(slug === null ? [] : [`collection:${slug}`])];
  return sql`stops_of(${sql.lit(lock)}, ${scopes}::text[], ${inscriptionIds}::text[], ${profileId}::uuid,
    ${walletBindingId}::uuid)`;
}

/** Which of the addresses and profiles are banned. */
export async function bansAmong(db: Database, subjects: readonly string[]): Promise<Ban[]> {
  return db
    .selectFrom('bans')
    .selectAll()
    .where('subject', 'in', [...subjects])
    .orderBy('subject')
    .execute();
}

/**
 * Waits for every trade that is being stored. Trades that are stored after this transaction see what it
 * changed.
 */
export async function holdStops(db: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(STOP_LOCK)})`.execute(db);
}

export async function listPauses(db: Database): Promise<Pause[]> {
  return db.selectFrom('pauses').selectAll().orderBy('scope').execute();
}

export async function listBans(db: Database): Promise<Ban[]> {
  return db.selectFrom('bans').selectAll().orderBy('since').orderBy('subject').execute();
}

/** Stores the pause, in place of one of the same scope, which is returned. */
export async function setPause(db: Database, pause: Pause): Promise<Pause | null> {
  const earlier = await db
    .deleteFrom('pauses')
    .where('scope', '=', pause.scope)
    .returningAll()
    .executeTakeFirst();
  await db.insertInto('pauses').values(pause).execute();
  return earlier ?? null;
}

/** Deletes and returns it; null when there was none. */
export async function endPause(db: Database, scope: string): Promise<Pause | null> {
  return (await db.deleteFrom('pauses').where('scope', '=', scope).returningAll().executeTakeFirst()) ?? null;
}

/** As `setPause`. */
export async function setBan(db: Database, ban: Ban): Promise<Ban | null> {
  const earlier = await db
    .deleteFrom('bans')
    .where('subject', '=', ban.subject)
    .returningAll()
    .executeTakeFirst();
  await db.insertInto('bans').values(ban).execute();
  return earlier ?? null;
}

/** Deletes and returns it; null when there was none. */
export async function endBan(db: Database, subject: string): Promise<Ban | null> {
  return (
    (await db.deleteFrom('bans').where('subject', '=', subject).returningAll().executeTakeFirst()) ?? null
  );
}
