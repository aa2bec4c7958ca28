import { type Selectable, sql } from 'kysely';
import type { Outpoint } from '../base/outpoint.ts';
import { isFree } from './anchors.ts';
import type { AdmissionReservation } from './collection-offer-schema.ts';
import { outpointRows } from './outpoint-rows.ts';
import type { Database } from './port.ts';
import type { Schema } from './schema.ts';

/** An admission coin. In the chain while `confirmedHeight` is set, gone once `spentHeight` is. */
export type Admission = Selectable<Schema['admissions']>;

/** Coins that one profile may hold reserved at a time. */
const MAX_HELD = 5;

export interface NewAdmission extends Outpoint {
  readonly id: string;
  readonly tier: number;
  readonly confirmedHeight: number;
  readonly createdAt: Date;
}

/** Stores coins that a block has; one that is stored gets its height again and keeps its state. Retry: safe. */
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

/** Takes back what blocks above `height` did. */
export async function unspendAdmissionsAbove(db: Database, height: number): Promise<void> {
  await sql`update admissions set confirmed_height = null where confirmed_height > ${height}`.execute(db);
  await sql`update admissions set spent_height = null where spent_height > ${height}`.execute(db);
}

export async function admissionById(db: Database, id: string): Promise<Admission | null> {
  return (await db.selectFrom('admissions').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/**
 * Reserves a coin of the tier that may be spent in the next block: it was made in block `notAbove` or earlier. null: none is free.
 * A reservation whose time is over counts as free, and so does what the profile holds for the same inscription, which is sold once, and
 * what it holds beyond the last few. No coin is ever handed out twice.
 */
export async function reserveAdmission(
  db: Database,
  wanted: {
    readonly tier: number;
    readonly notAbove: number;
    readonly now: Date;
    readonly until: Date;
    readonly profileId: string;
    readonly offerId: string;
    readonly inscriptionId: string;
  },
): Promise<Admission | null> {
  const { profileId, offerId, inscriptionId } = wanted;
  await sql`
    update admissions set state = 'free', reserved_until = null, reservation = null
    where state = 'reserved' and id in (
      select id from (
        select id, reservation ->> 'inscriptionId' as held_for,
          row_number() over (order by reserved_until desc, id) as held
        from admissions where state = 'reserved' and reservation ->> 'profileId' = ${profileId}
      ) holds where held_for = ${inscriptionId} or held >= ${MAX_HELD}
    )`.execute(db);
  const reservation = JSON.stringify({ profileId, offerId, inscriptionId, feeRate: 0, settlementTxid: '' });
  const { rows } = await sql<Admission>`
    with picked as (
      select id from admissions
      where tier = ${wanted.tier} and confirmed_height <= ${wanted.notAbove} and spent_height is null
        and ${isFree(wanted.now)}
      order by confirmed_height, id limit 1 for update skip locked
    )
    update admissions a
    set state = 'reserved', reserved_until = ${wanted.until}, reservation = ${reservation}::jsonb
    from picked where a.id = picked.id returning a.*`.execute(db);
  return rows[0] ?? null;
}

/** Writes down what the preflight that reserved a coin promised. */
export async function promiseAdmission(
  db: Database,
  id: string,
  reservation: AdmissionReservation,
): Promise<void> {
  await db
    .updateTable('admissions')
    .set({ reservation: JSON.stringify(reservation) })
    .where('id', '=', id)
    .where('state', '=', 'reserved')
    .execute();
}

/** Gives a reserved coin to a fill: false when it is not reserved any more. */
export async function assignAdmission(db: Database, id: string): Promise<boolean> {
  const result = await db
    .updateTable('admissions')
    .set({ state: 'assigned', reservedUntil: null })
    .where('id', '=', id)
    .where('state', '=', 'reserved')
    .where('spentHeight', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Back to its tier, from a preflight that failed (`reserved`) or a fill that did (`assigned`); one in any other state stays. */
export async function releaseAdmission(
  db: Database,
  id: string,
  from: 'reserved' | 'assigned',
): Promise<void> {
  await db
    .updateTable('admissions')
    .set({ state: 'free', reservedUntil: null, reservation: null })
    .where('id', '=', id)
    .where('state', '=', from)
    .execute();
}

/** By tier: coins in the chain, and those of them that are free and may be spent in the next block. */
export async function admissionCounts(
  db: Database,
  { tier, notAbove, now }: { readonly tier: number; readonly notAbove: number; readonly now: Date },
): Promise<{ readonly made: number; readonly ready: number }> {
  const { rows } = await sql<{ made: number; ready: number }>`
    select count(*) as made,
      count(*) filter (where ${isFree(now)} and confirmed_height <= ${notAbove}) as ready
    from admissions where tier = ${tier} and spent_height is null and confirmed_height is not null`.execute(
    db,
  );
  return rows[0]!;
}
