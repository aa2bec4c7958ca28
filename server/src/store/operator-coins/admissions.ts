import type { Outpoint } from '@ordbook/protocol/outpoint';
import { type Selectable, sql } from 'kysely';
import { ADVISORY_LOCKS } from '../database/advisory-locks.ts';
import { outpointRows } from '../database/outpoint-rows.ts';
import type { Database } from '../port.ts';
import type { Schema } from '../schema.ts';
import { admissionMachine } from './machine.ts';
import {
  assignAsRead,
  isFree,
  type Pool,
  type ReadCoin,
  recordQuote,
  releaseAsRead,
  reserveFairly,
} from './reservations.ts';
import type { AdmissionReservation } from './schema.ts';

/**
 * A coin at the address of a tier; it is the operator's while `isOwn`. In the chain while `confirmedHeight`
 * is set, gone once `spentHeight` is.
 */
export type Admission = Selectable<Schema['admissions']>;

const POOL: Pool = {
  table: 'admissions',
  lock: ADVISORY_LOCKS.admissions,
  reserve: admissionMachine.statement(['free', 'reserved'], 'reserved'),
  assign: admissionMachine.statement(['reserved'], 'assigned'),
  release: admissionMachine.statement(['reserved'], 'free'),
};
const releaseAssigned = admissionMachine.statement(['assigned'], 'free');

/** Coins of a tier that one profile may have reserved at a time: a person signs one fill after the other. */
const MOST_RESERVED = 5;

export interface NewAdmission extends Outpoint {
  readonly id: string;
  readonly tier: number;
  readonly confirmedHeight: number;
  readonly createdAt: Date;
}

/** Stores coins that a block has. A stored coin gets its height again and keeps its state. Retry-safe. */
export async function addAdmissions(db: Database, coins: readonly NewAdmission[]): Promise<void> {
  if (coins.length === 0) return;
  await sql`
    insert into admissions (id, tier, txid, vout, state, confirmed_height, created_at)
    select id, tier, txid, vout, 'free', "confirmedHeight", "createdAt"
    from jsonb_to_recordset(${JSON.stringify(coins)}::jsonb) as r (id uuid, tier integer, txid text, vout bigint,
      "confirmedHeight" integer, "createdAt" timestamptz)
    on conflict (txid, vout) do update set confirmed_height = excluded.confirmed_height`.execute(db);
}

/** Marks the coins among `outpoints` as spent by the block at `height`. */
export async function spendAdmissions(
  db: Database,
  outpoints: readonly Outpoint[],
  height: number,
): Promise<void> {
  await sql`
    update admissions a set spent_height = ${height}
    from ${outpointRows(outpoints, 'o')} where a.txid = o.txid and a.vout = o.vout`.execute(db);
}

/** Undoes what blocks above `height` did. */
export async function unspendAdmissionsAbove(db: Database, height: number): Promise<void> {
  await sql`update admissions set confirmed_height = null where confirmed_height > ${height}`.execute(db);
  await sql`update admissions set spent_height = null where spent_height > ${height}`.execute(db);
}

export async function admissionById(db: Database, id: string): Promise<Admission | null> {
  return (await db.selectFrom('admissions').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/**
 * Reserves a coin of the tier for a profile's inscription, which is sold once; null when none is available.
 * The coin may be spent in the next block: it was created in block `notAbove` or earlier. As `reserveFairly`:
 * a coin that the profile has already reserved for the inscription is used again, one of another tier is
 * released, and the tier is shared fairly.
 */
export async function reserveAdmission(
  db: Database,
  wanted: {
    readonly tier: number;
    readonly notAbove: number;
    readonly now: Date;
    readonly until: Date;
    readonly profileId: string;
    readonly inscriptionId: string;
  },
): Promise<Admission | null> {
  const { tier, profileId, inscriptionId, now, until } = wanted;
  const usable = sql`tier = ${tier} and confirmed_height <= ${wanted.notAbove} and spent_height is null and is_own`;
  const coins = await reserveFairly<Admission>(db, POOL, usable, {
    profileId,
    purposes: [inscriptionId],
    most: MOST_RESERVED,
    now,
    until,
  });
  if (!coins) return null;
  await sql`
    update admissions set ${POOL.release.set}, reserved_until = null, reservation = null
    where ${POOL.release.isFrom()} and tier <> ${tier} and reservation ->> 'profileId' = ${profileId}
      and reservation ->> 'purpose' = ${inscriptionId}`.execute(db);
  return coins[0]!;
}

/**
 * Stores with a coin what the preflight that reserved it quotes. Returns false when that reservation is gone.
 */
export async function recordAdmissionQuote(
  db: Database,
  id: string,
  quoted: AdmissionReservation,
): Promise<boolean> {
  return recordQuote(db, POOL, id, quoted);
}

/** Assigns a reserved coin to a fill; false when its reservation has changed since it was read. */
export async function assignAdmission(db: Database, coin: ReadCoin): Promise<boolean> {
  return assignAsRead(db, POOL, [coin]);
}

/** Returns a coin to its tier, unless its reservation has changed since it was read. Retry-safe. */
export async function releaseAdmission(db: Database, coin: ReadCoin): Promise<void> {
  await releaseAsRead(db, POOL, [coin]);
}

/** Returns the coin of a fill that failed to its tier. Retry-safe. */
export async function releaseAssignedAdmission(db: Database, id: string): Promise<void> {
  await sql`
    update admissions set ${releaseAssigned.set}, reserved_until = null, reservation = null
    where id = ${id}::uuid and ${releaseAssigned.isFrom()}`.execute(db);
}

/** Unspent coins in the chain of which it is not known yet whether they are the operator's. */
export async function unknownAdmissions(db: Database, limit: number): Promise<Admission[]> {
  return db
    .selectFrom('admissions')
    .selectAll()
    .where('isOwn', 'is', null)
    .where('spentHeight', 'is', null)
    .where('confirmedHeight', 'is not', null)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Records whether coins are the operator's. Retry-safe. */
export async function recogniseAdmissions(
  db: Database,
  ids: readonly string[],
  isOwn: boolean,
): Promise<void> {
  if (ids.length === 0) return;
  await db.updateTable('admissions').set({ isOwn }).where('id', 'in', ids).execute();
}

/** Makes all unspent coins unknown again, as when the gate may have another memory. Retry-safe. */
export async function forgetOwnAdmissions(db: Database): Promise<void> {
  await db.updateTable('admissions').set({ isOwn: null }).where('spentHeight', 'is', null).execute();
}

/** By tier: coins in the chain, and those of them that are free and may be spent in the next block. */
export async function admissionCounts(
  db: Database,
  { tier, notAbove, now }: { readonly tier: number; readonly notAbove: number; readonly now: Date },
): Promise<{ readonly made: number; readonly ready: number }> {
  const { rows } = await sql<{ made: number; ready: number }>`
    select count(*) as made,
      count(*) filter (where ${isFree(now)} and confirmed_height <= ${notAbove}) as ready
    from admissions
    where tier = ${tier} and spent_height is null and confirmed_height is not null and is_own`.execute(db);
  return rows[0]!;
}
