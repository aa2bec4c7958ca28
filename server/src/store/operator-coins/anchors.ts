import type { Outpoint, Utxo } from '@ordbook/protocol/outpoint';
import type { Sats } from '@ordbook/protocol/sats';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { ADVISORY_LOCKS } from '../database/advisory-locks.ts';
import { outpointRows } from '../database/outpoint-rows.ts';
import { inOrder, isAmong } from '../database/rows-by-id.ts';
import type { Database } from '../port.ts';
import type { Schema } from '../schema.ts';
import { anchorMachine } from './machine.ts';
import {
  assigningAsRead,
  isFree,
  type Pool,
  type ReadCoin,
  recordQuote,
  releaseAsRead,
  reserveFairly,
  type Wanted,
} from './reservations.ts';
import type { Reservation } from './schema.ts';

/** A coin of the anchor key. In the chain while `confirmedHeight` is set, gone once `spentHeight` is. */
export type Anchor = Selectable<Schema['anchors']>;

export interface NewCoin extends Utxo {
  readonly id: string;
  readonly confirmedHeight: number;
  readonly createdAt: Date;
}

const POOL: Pool = {
  table: 'anchors',
  lock: ADVISORY_LOCKS.anchors,
  reserve: anchorMachine.statement(['free', 'reserved'], 'reserved'),
  assign: anchorMachine.statement(['free', 'reserved'], 'assigned'),
  release: anchorMachine.statement(['reserved'], 'free'),
};
const assignFree = anchorMachine.statement(['free'], 'assigned');
const assignUnused = anchorMachine.statement(['free', 'retired'], 'assigned');
const releaseAssigned = anchorMachine.statement(['assigned'], 'free');
const retire = anchorMachine.statement(['assigned'], 'retired');
const retireOrStay = anchorMachine.statement(['assigned', 'retired'], 'retired');

const inChain = sql`confirmed_height is not null and spent_height is null`;

/**
 * SQL: no listing waits for it. A transfer's change is a coin of the anchor key too. When the transfer is in
 * a block without its sale, the listing's next sale or its recovery must spend that change.
 */
const notAwaited = sql`not (vout = 1 and exists (
  select from listings l where l.transfer_txid = anchors.txid and l.recovery_signature <> ''
    and l.state <> 'sold'))`;

/**
 * Stores coins that a block has, as unread. A stored one gets its height again and keeps its state.
 * Retry-safe.
 */
export async function addCoins(db: Database, coins: readonly NewCoin[]): Promise<void> {
  if (coins.length === 0) return;
  await sql`
    insert into anchors (id, txid, vout, value_sats, state, confirmed_height, created_at)
    select id, txid, vout, "valueSats", 'unread', "confirmedHeight", "createdAt"
    from jsonb_to_recordset(${JSON.stringify(coins)}::jsonb) as r (id uuid, txid text, vout bigint,
      "valueSats" bigint, "confirmedHeight" integer, "createdAt" timestamptz)
    on conflict (txid, vout) do update set confirmed_height = excluded.confirmed_height`.execute(db);
}

/** Coins in the chain that the index was not asked about yet, oldest first. */
export async function unreadCoins(db: Database, limit: number): Promise<Anchor[]> {
  const { rows } = await sql<Anchor>`
    select * from anchors where state = 'unread' and ${inChain}
    order by confirmed_height, id limit ${limit}`.execute(db);
  return rows;
}

/** How many coins of `valueSats` in the chain the index was not asked about yet. */
export async function unreadAnchors(db: Database, valueSats: Sats): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*) as unread from anchors
    where state = 'unread' and value_sats = ${valueSats} and ${inChain}`.execute(db);
  return rows[0]!.unread;
}

/** What the index said of unread coins: nothing is on them, or they are never used. Retry-safe. */
export async function setRead(db: Database, ids: readonly string[], to: 'free' | 'unsafe'): Promise<void> {
  await anchorMachine.transitionAllIfStill(db, ids, 'unread', to);
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

/**
 * Undoes what blocks above `height` did: their coins become unconfirmed, coins that they spent become
 * unspent.
 */
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
  const { rows } = await sql<Anchor>`select * from anchors where ${isAmong('id', ids, 'uuid')}`.execute(db);
  return inOrder(ids, rows);
}

/**
 * Reserves an anchor of `valueSats` for each purpose, all or none, in their order; null when too few are
 * available. As `reserveFairly`.
 */
export async function reserveAnchors(
  db: Database,
  { valueSats, ...wanted }: Wanted & { readonly valueSats: Sats },
): Promise<Anchor[] | null> {
  const usable = sql`value_sats = ${valueSats} and ${inChain} and ${notAwaited}`;
  return reserveFairly(db, POOL, usable, wanted);
}

/**
 * Stores with an anchor what the preflight that reserved it quotes. Returns false when that reservation is
 * gone.
 */
export async function recordAnchorQuote(db: Database, id: string, quoted: Reservation): Promise<boolean> {
  return recordQuote(db, POOL, id, quoted);
}

/**
 * Assigns free or reserved coins to a listing, counter, purchase or recovery. Returns false, and changes
 * none, when one has changed since it was read. `unpaidFor`, in the order of the anchors: the inscriptions of
 * listings or counters that the sales of their seller do not pay for.
 */
export async function assignAnchors(
  db: Database,
  anchors: readonly ReadCoin[],
  unpaidFor: readonly string[] = [],
): Promise<boolean> {
  const marks = Object.fromEntries(unpaidFor.map((inscriptionId, i) => [anchors[i]!.id, inscriptionId]));
  const mark = sql`, unpaid_for = ${JSON.stringify(marks)}::jsonb ->> c.id::text`;
  const { rows } = await assigningAsRead(POOL, anchors, sql`true`, mark).execute(db);
  return rows.length === anchors.length;
}

/** SQL: the statement of `assignAnchors`, to be a part of another, as `assigningAsRead`. */
export function assigningAnchors(
  anchors: readonly ReadCoin[],
  condition: RawBuilder<unknown>,
): RawBuilder<{ readonly id: string }> {
  return assigningAsRead(POOL, anchors, condition);
}

/** Releases the anchors whose reservation has not changed since it was read. Retry-safe. */
export async function releaseAnchors(db: Database, anchors: readonly ReadCoin[]): Promise<void> {
  await releaseAsRead(db, POOL, anchors);
}

/**
 * Releases the assigned anchor of a purchase that can never be valid any more, unless a fan-out transaction
 * spends it. Retry-safe.
 */
export async function releaseAssignedAnchor(db: Database, id: string): Promise<void> {
  await sql`
    update anchors set ${releaseAssigned.set}, reserved_until = null, reservation = null
    where id = ${id}::uuid and ${releaseAssigned.isFrom()} and fan_out_hex is null`.execute(db);
}

/** SQL: not of a purchase that is on its way or was made. */
const ofNoPurchase = sql`not exists (
  select from purchases p where p.anchor_id = anchors.id and p.state <> 'failed')`;

/**
 * Assigns to a batch's recovery the coins that it spends: true when all exist and are free, else none are
 * changed.
 */
export async function assignCoins(db: Database, outpoints: readonly Outpoint[]): Promise<boolean> {
  const { rows } = await sql`
    with picked as (
      select a.id from ${outpointRows(outpoints, 'o')} join anchors a on a.txid = o.txid and a.vout = o.vout
      where ${assignFree.isFrom('a')} and a.confirmed_height is not null and a.spent_height is null
      order by a.id for update of a
    )
    update anchors a set ${assignFree.set}, reserved_until = null
    from picked where a.id = picked.id and (select count(*) from picked) = ${outpoints.length}
    returning a.id`.execute(db);
  return rows.length === outpoints.length;
}

/**
 * Retires assigned coins: the pool must spend them, so that what was signed with them can never be valid. The
 * profile whose listing or counter it was is charged the cost as of the follower's last poll; an anchor that
 * is spent already costs nothing. A coin that a fan-out transaction spends stays as it is. Retry-safe.
 */
export async function retireAnchors(db: Database, ids: readonly string[], now: Date): Promise<void> {
  await retiringAnchors(isAmong('id', ids, 'uuid'), now).execute(db);
}

/**
 * Charges nobody for the open listings and counters that have these anchors, from now on: the operator ends
 * them. null: all. Retry-safe.
 */
export async function chargeNobody(db: Database, ids: readonly string[] | null): Promise<void> {
  await sql`
    update anchors set reservation = null
    where state = 'assigned' and ${ids ? isAmong('id', ids, 'uuid') : sql`true`} and ${ofNoPurchase}`.execute(
    db,
  );
}

/** SQL: the statement of `retireAnchors`, to be a part of another, for the anchors with this condition. */
export function retiringAnchors(condition: RawBuilder<unknown>, now: Date): RawBuilder<unknown> {
  return sql`
    update anchors set ${retire.set}, reserved_until = null, reservation = null, retired_at = ${now}::timestamptz,
      charged_to = case when spent_height is null and ${ofNoPurchase} then (reservation ->> 'profileId')::uuid end,
      cost_sats = (select sats from revocation_price)
    where ${condition} and ${retire.isFrom()} and fan_out_hex is null`;
}

/** How many anchors of `valueSats` are confirmed and free. */
export async function readyAnchors(db: Database, valueSats: Sats, now: Date): Promise<number> {
  const { rows } = await sql<{ ready: number }>`
    select count(*) as ready from anchors
    where value_sats = ${valueSats} and ${inChain} and ${notAwaited} and ${isFree(now)}`.execute(db);
  return rows[0]!.ready;
}

/** Free coins in the chain that are no anchors, largest first: anchors are made from these. */
export async function largestCoins(db: Database, anchorSats: Sats, limit: number): Promise<Anchor[]> {
  const { rows } = await sql<Anchor>`
    select * from anchors
    where ${inChain} and ${notAwaited} and state = 'free' and value_sats <> ${anchorSats}
    order by value_sats desc, id limit ${limit}`.execute(db);
  return rows;
}

/** A coin that the pool is to spend. */
export interface RetiredCoin extends Anchor {
  /** It was retired at `dueSince` or earlier, or spending it ends a purchase that no block takes. */
  readonly isDue: boolean;
}

/** Retired coins in the chain: those that are due, then the largest first; among equals the oldest. */
export async function retiredCoins(db: Database, dueSince: Date, limit: number): Promise<RetiredCoin[]> {
  const { rows } = await sql<RetiredCoin>`
    select a.*, coalesce(a.retired_at <= ${dueSince}, false) or exists (
      select from purchases p where p.anchor_id = a.id and p.state in ('broadcasting', 'pending', 'stalled')
    ) as is_due
    from anchors a where ${inChain} and a.state = 'retired'
    order by is_due desc, a.value_sats desc, a.retired_at, a.id limit ${limit}`.execute(db);
  return rows;
}

/**
 * Stores a fan-out transaction with its coins, before it is sent: true when all coins were still unused, else
 * none are changed.
 */
export async function assignForFanOut(
  db: Database,
  outpoints: readonly Outpoint[],
  hex: string,
): Promise<boolean> {
  const { rows } = await sql`
    with picked as (
      select a.id from ${outpointRows(outpoints, 'o')} join anchors a on a.txid = o.txid and a.vout = o.vout
      where ${assignUnused.isFrom('a')} and a.spent_height is null
      order by a.id for update of a
    )
    update anchors a set ${assignUnused.set}, fan_out_hex = ${hex}
    from picked where a.id = picked.id and (select count(*) from picked) = ${outpoints.length}
    returning a.id`.execute(db);
  return rows.length === outpoints.length;
}

/** Raw hex of the fan-out transactions that no block has yet. */
export async function unfinishedFanOuts(db: Database): Promise<string[]> {
  const { rows } = await sql<{ fanOutHex: string }>`
    select distinct fan_out_hex from anchors where fan_out_hex is not null and spent_height is null`.execute(
    db,
  );
  return rows.map((row) => row.fanOutHex);
}

/** The coins that an unconfirmed fan-out transaction spends. */
export async function coinsOfFanOut(db: Database, hex: string): Promise<Anchor[]> {
  return db
    .selectFrom('anchors')
    .selectAll()
    .where('fanOutHex', '=', hex)
    .where('spentHeight', 'is', null)
    .execute();
}

/** Replaces a fan-out transaction that no block has by another one of the same coins. Retry-safe. */
export async function replaceFanOut(db: Database, hex: string, by: string): Promise<void> {
  await sql`
    update anchors set fan_out_hex = ${by} where fan_out_hex = ${hex} and spent_height is null`.execute(db);
}

/**
 * Gives up a fan-out transaction that can never be valid. Its coins are retired, so that the pool spends them
 * in another one. Retry-safe.
 */
export async function dissolveFanOut(db: Database, hex: string): Promise<void> {
  await sql`
    update anchors set ${retireOrStay.set}, fan_out_hex = null
    where fan_out_hex = ${hex} and ${retireOrStay.isFrom()}`.execute(db);
}

/** Releases the coins of a recovery that can never be valid: they are free again. Retry-safe. */
export async function releaseCoins(db: Database, outpoints: readonly Outpoint[]): Promise<void> {
  await sql`
    update anchors a set ${releaseAssigned.set}, reserved_until = null, reservation = null
    from ${outpointRows(outpoints, 'o')}
    where a.txid = o.txid and a.vout = o.vout and ${releaseAssigned.isFrom('a')}`.execute(db);
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
