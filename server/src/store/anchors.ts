import { type Selectable, sql } from 'kysely';
import type { Outpoint, Utxo } from '../base/outpoint.ts';
import type { Sats } from '../base/sats.ts';
import { inOrder } from './in-order.ts';
import { outpointRows } from './outpoint-rows.ts';
import type { Database } from './port.ts';
import type { AnchorState, Reservation, Schema } from './schema.ts';

/** A coin of the anchor key. In the chain while `confirmedHeight` is set, gone once `spentHeight` is. */
export type Anchor = Selectable<Schema['anchors']>;

export interface NewCoin extends Utxo {
  readonly id: string;
  readonly state: Extract<AnchorState, 'free' | 'unsafe'>;
  readonly confirmedHeight: number;
  readonly createdAt: Date;
}

const inChain = sql`confirmed_height is not null and spent_height is null`;

/**
 * SQL: no live listing waits for it. A transfer's change is a coin of the anchor key as well, and when the transfer is in a block without
 * its sale, the listing's next sale must spend that change.
 */
const notAwaited = sql`not (vout = 1 and exists (
  select from listings l where l.transfer_txid = anchors.txid
    and l.state not in ('cancelled', 'expired') and l.closed_at is null))`;

/** SQL: may be reserved. A reservation whose time is over counts as none. */
export const isFree = (now: Date) =>
  sql`(state = 'free' or (state = 'reserved' and reserved_until <= ${now}))`;

/** Stores coins that a block has; a coin that is stored gets its height again and keeps its state. Retry: safe. */
export async function addCoins(db: Database, coins: readonly NewCoin[]): Promise<void> {
  if (coins.length === 0) return;
  await sql`
    insert into anchors (id, txid, vout, value_sats, state, confirmed_height, created_at)
    select id, txid, vout, "valueSats", state, "confirmedHeight", "createdAt"
    from jsonb_to_recordset(${JSON.stringify(coins)}::jsonb) as r (id uuid, txid text, vout bigint,
      "valueSats" bigint, state text, "confirmedHeight" integer, "createdAt" timestamptz)
    on conflict (txid, vout) do update set confirmed_height = excluded.confirmed_height`.execute(db);
}

/** Marks the coins among `outpoints` as spent by the block at `height`. */
export async function spendCoins(
  db: Database,
  outpoints: readonly Outpoint[],
  height: number,
): Promise<void> {
  if (outpoints.length === 0) return;
  await sql`
    update anchors a set spent_height = ${height}
    from ${outpointRows(outpoints, 'o')} where a.txid = o.txid and a.vout = o.vout`.execute(db);
}

/** Takes back what blocks above `height` did: their coins are unconfirmed, coins that they spent are there again. */
export async function unspendCoinsAbove(db: Database, height: number): Promise<void> {
  await db
    .updateTable('anchors')
    .set({ confirmedHeight: null })
    .where('confirmedHeight', '>', height)
    .execute();
  await db.updateTable('anchors').set({ spentHeight: null }).where('spentHeight', '>', height).execute();
}

/** In the order asked; null where unknown. */
export async function anchorsByIds(db: Database, ids: readonly string[]): Promise<(Anchor | null)[]> {
  const { rows } = await sql<Anchor>`select * from anchors where id = any(${ids}::uuid[])`.execute(db);
  return inOrder(ids, rows);
}

/**
 * Reserves `count` coins of exactly `valueSats` until `until`, all or none: null when fewer are free. A reservation whose time is
 * over counts as free, and is taken first. No coin is ever handed out twice, however many callers there are.
 */
export async function reserveAnchors(
  db: Database,
  wanted: {
    readonly count: number;
    readonly valueSats: Sats;
    readonly now: Date;
    readonly until: Date;
    readonly reservation: Reservation;
  },
): Promise<Anchor[] | null> {
  const { rows } = await sql<Anchor>`
    with picked as (
      select id from anchors
      where value_sats = ${wanted.valueSats} and ${inChain} and ${notAwaited} and ${isFree(wanted.now)}
      order by state desc, id limit ${wanted.count} for update skip locked
    )
    update anchors a
    set state = 'reserved', reserved_until = ${wanted.until}, reservation = ${JSON.stringify(wanted.reservation)}::jsonb
    from picked where a.id = picked.id and (select count(*) from picked) = ${wanted.count}
    returning a.*`.execute(db);
  return rows.length === wanted.count ? rows : null;
}

/** Frees what a profile holds reserved, the oldest first, beyond the last `keep`. Retry: safe. */
export async function freeOldestHolds(db: Database, profileId: string, keep: number): Promise<void> {
  await sql`
    update anchors set state = 'free', reserved_until = null, reservation = null
    where id in (
      select id from (
        select id, row_number() over (order by reserved_until desc, id) as held
        from anchors where state = 'reserved' and reservation ->> 'profileId' = ${profileId}
      ) holds where held > ${keep}
    ) and state = 'reserved'`.execute(db);
}

/** Writes down what the preflight that reserved an anchor promised. */
export async function promiseAnchor(db: Database, id: string, reservation: Reservation): Promise<void> {
  await db
    .updateTable('anchors')
    .set({ reservation: JSON.stringify(reservation) })
    .where('id', '=', id)
    .where('state', '=', 'reserved')
    .execute();
}

/** Gives free or reserved coins to a listing, purchase or recovery: true when all were, else none are changed. */
export async function assignAnchors(db: Database, ids: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    with picked as (
      select id from anchors
      where id = any(${ids}::uuid[]) and state in ('free', 'reserved') and spent_height is null
      order by id for update
    )
    update anchors a set state = 'assigned', reserved_until = null
    from picked where a.id = picked.id and (select count(*) from picked) = ${ids.length}
    returning a.id`.execute(db);
  return rows.length === ids.length;
}

/** Back to the pool: reserved or assigned coins are free again. */
export async function releaseAnchors(db: Database, ids: readonly string[]): Promise<void> {
  await sql`
    update anchors set state = 'free', reserved_until = null, reservation = null
    where id = any(${ids}::uuid[]) and state in ('reserved', 'assigned')`.execute(db);
}

/** Assigned coins that must be spent by the pool, so that what was signed with them can never be valid. */
export async function retireAnchors(db: Database, ids: readonly string[]): Promise<void> {
  await sql`
    update anchors set state = 'retired', reserved_until = null, reservation = null
    where id = any(${ids}::uuid[]) and state = 'assigned'`.execute(db);
}

/** How many anchors of `valueSats` are confirmed and free. */
export async function readyAnchors(db: Database, valueSats: Sats, now: Date): Promise<number> {
  const { rows } = await sql<{ ready: number }>`
    select count(*) as ready from anchors
    where value_sats = ${valueSats} and ${inChain} and ${notAwaited} and ${isFree(now)}`.execute(db);
  return rows[0]!.ready;
}

/** Free coins in the chain that are no anchors, largest first: what anchors are made of. */
export async function largestCoins(db: Database, anchorSats: Sats, limit: number): Promise<Anchor[]> {
  const { rows } = await sql<Anchor>`
    select * from anchors
    where ${inChain} and ${notAwaited} and state = 'free' and value_sats <> ${anchorSats}
    order by value_sats desc, id limit ${limit}`.execute(db);
  return rows;
}

/** A coin that the pool is to spend. Urgent: a purchase that the node refuses ends by it. */
export interface RetiredCoin extends Anchor {
  readonly isUrgent: boolean;
}

/** Retired coins in the chain: the urgent ones, then the largest first. */
export async function retiredCoins(db: Database, limit: number): Promise<RetiredCoin[]> {
  const { rows } = await sql<RetiredCoin>`
    select a.*, exists (
      select from purchases p where p.anchor_id = a.id and p.state in ('broadcasting', 'pending')
    ) as is_urgent
    from anchors a where ${inChain} and a.state = 'retired'
    order by is_urgent desc, a.value_sats desc, a.id limit ${limit}`.execute(db);
  return rows;
}

/** Stores the split with its coins before it is sent: true when all of them were still splittable, else none are changed. */
export async function assignForSplit(
  db: Database,
  outpoints: readonly Outpoint[],
  hex: string,
): Promise<boolean> {
  const { rows } = await sql`
    with picked as (
      select a.id from ${outpointRows(outpoints, 'o')} join anchors a on a.txid = o.txid and a.vout = o.vout
      where a.state in ('free', 'retired') and a.spent_height is null
      order by a.id for update of a
    )
    update anchors a set state = 'assigned', split_hex = ${hex}
    from picked where a.id = picked.id and (select count(*) from picked) = ${outpoints.length}
    returning a.id`.execute(db);
  return rows.length === outpoints.length;
}

/** Raw hex of the splits that no block has yet. */
export async function unfinishedSplits(db: Database): Promise<string[]> {
  const { rows } = await sql<{ splitHex: string }>`
    select distinct split_hex from anchors where split_hex is not null and spent_height is null`.execute(db);
  return rows.map((row) => row.splitHex);
}

/**
 * Gives up a split that can never be valid: its coins are retired, so that the pool spends them in another one. Retry: safe.
 */
export async function dissolveSplit(db: Database, hex: string): Promise<void> {
  await sql`update anchors set state = 'retired', split_hex = null where split_hex = ${hex}`.execute(db);
}

/** Gives back coins that a recovery was to spend, which can never be valid: they are free again. Retry: safe. */
export async function releaseCoins(db: Database, outpoints: readonly Outpoint[]): Promise<void> {
  await sql`
    update anchors a set state = 'free', reserved_until = null, reservation = null
    from ${outpointRows(outpoints, 'o')}
    where a.txid = o.txid and a.vout = o.vout and a.state = 'assigned'`.execute(db);
}

/** The smallest free coin that is no anchor and holds at least `atLeastSats`. */
export async function smallestOperatorCoin(
  db: Database,
  wanted: { readonly exceptValueSats: Sats; readonly atLeastSats: Sats },
): Promise<Anchor | null> {
  const { rows } = await sql<Anchor>`
    select * from anchors
    where state = 'free' and ${inChain} and ${notAwaited} and value_sats >= ${wanted.atLeastSats}
      and value_sats <> ${wanted.exceptValueSats}
    order by value_sats, id limit 1`.execute(db);
  return rows[0] ?? null;
}
