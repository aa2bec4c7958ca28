import type { InscriptionAt } from '@ordbook/protocol/layout/terms';
import type { Outpoint, Utxo } from '@ordbook/protocol/outpoint';
import type { Sats } from '@ordbook/protocol/sats';
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import { watchingCoins } from '../chain/coin-spends.ts';
import { jsonRows } from '../database/json-rows.ts';
import { type Change, withMoves } from '../database/machine.ts';
import { askedKeys, outpointRows } from '../database/outpoint-rows.ts';
import { inOrder, isAmong } from '../database/rows-by-id.ts';
import { retiringAnchors } from '../operator-coins/anchors.ts';
import type { Database } from '../port.ts';
import type { Schema } from '../schema.ts';
import { listingMachine } from './machine.ts';
import type { ListingState } from './schema.ts';

/**
 * A listing with everything on its output, the canonical inscription first, and the coin that pays its
 * transfer.
 */
export interface Listing extends Selectable<Schema['listings']> {
  readonly items: InscriptionAt[];
  readonly anchor: Utxo & { readonly confirmedHeight: number | null };
}

export type NewListing = Omit<
  Insertable<Schema['listings']>,
  ClosingColumn | 'anchorId' | 'partnerId' | 'transferSentAt' | 'listedAt' | 'expiresAt'
> & {
  readonly partnerId?: string | null;
  readonly items: readonly InscriptionAt[];
  readonly anchor: Outpoint & { readonly id: string };
};
type ClosingColumn =
  | 'invalidatedHeight'
  | 'closedAt'
  | 'closeReason'
  | 'recoveryTxid'
  | 'recoveryHex'
  | 'recoveryBumpHex';

/**
 * Stores listings with their items, and watches their coins: one statement. Returns the ids of those that it
 * stored: not of one whose output has a live listing. Roll back when it could not store all. Insert them
 * as `pending_public`: the transition to `buyable` adds rows to their items' collections. All
 * have the same fields.
 */
export async function insertListings(
  db: Database,
  listings: readonly NewListing[],
): Promise<ReadonlySet<string>> {
  const rows = listings.map(({ items: _, anchor, ...listing }) => ({ ...listing, anchorId: anchor.id }));
  const items = listings.flatMap((listing) =>
    listing.items.map(({ id, offset }, position) => ({
      listingId: listing.id,
      inscriptionId: id,
      satOffset: offset,
      position,
    })),
  );
  const itemColumns = ['listingId', 'inscriptionId', 'satOffset', 'position'] as const;
  const isStored = sql`listing_id in (select id from made_listings)`;
  const coins = listings.flatMap(({ utxoTxid, utxoVout, anchor, transferTxid }) => [
    { txid: utxoTxid, vout: utxoVout },
    anchor,
    { txid: transferTxid, vout: 0 },
  ]);
  const made = listingMachine.making(rows, sql`true`, 'unlessThere');
  const storingItems = sql`items as (
    insert into listing_items (${sql.join(itemColumns.map((column) => sql.ref(column)))})
    ${jsonRows('listing_items', items, itemColumns, isStored)})`;
  const { rows: stored } = await sql<{ id: string }>`
    with ${withMoves(made, storingItems, sql`watched as (${watchingCoins(coins)})`)}
    select id from made_listings`.execute(db);
  return new Set(stored.map(({ id }) => id));
}

/** In the order asked; null where unknown. */
export async function listingsByIds(db: Database, ids: readonly string[]): Promise<(Listing | null)[]> {
  return inOrder(ids, await select(db, isAmong('l.id', ids, 'uuid')));
}

/** The next listings of a state that are not closed, by id; `after`: the last one seen, null to begin. */
export async function listingsInState(
  db: Database,
  state: Extract<ListingState, 'pending_public' | 'buyable' | 'invalidated'>,
  after: Pick<Listing, 'id'> | null,
  limit: number,
): Promise<Listing[]> {
  // With a literal, the planner sees that the partial index serves it.
  const listings = await select(
    db,
    sql`l.id in (
      select id from listings where state = ${sql.lit(state)} and closed_at is null
        and ${after ? sql`id > ${after.id}::uuid` : sql`true`} order by id limit ${limit})`,
  );
  return listings.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** The first of the pending and buyable listings that had expired at `now`. */
export async function listingsDue(db: Database, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from listings where state in ('pending_public', 'buyable') and expires_at <= ${now}::timestamptz
    order by expires_at, id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * What a sale of a listing may spend: `utxo` is what was listed, the transfer's first output is the
 * passthrough.
 */
export type ListedCoins = Pick<Listing, 'id' | 'state' | 'utxoTxid' | 'utxoVout' | 'transferTxid'> & {
  readonly anchor: Outpoint;
};

/**
 * Pending and buyable listings whose own output, passthrough or anchor is among `outpoints`. In rare cases
 * the result holds a listing of another coin (`coinKey`).
 */
export async function liveListingsOn(db: Database, outpoints: readonly Outpoint[]): Promise<ListedCoins[]> {
  const isAsked = sql`any((select keys from asked)::bigint[])`;
  const live = sql`
    select l.id, l.state, l.utxo_txid, l.utxo_vout, l.transfer_txid, l.anchor_id from listings l`;
  const isLive = sql`l.state in ('pending_public', 'buyable')`;
  const { rows } = await sql<ListedCoins>`
    with ${askedKeys(outpoints)}, found as (
      ${live} where ${isLive} and coin_key(l.utxo_txid, l.utxo_vout) = ${isAsked}
      union
      ${live} where ${isLive} and coin_key(l.transfer_txid, 0) = ${isAsked}
      union
      ${live} where ${isLive} and l.anchor_id = any(array(
        select id from anchors where coin_key(txid, vout) = ${isAsked}
      ))
    )
    select f.*, (
      select jsonb_build_object('txid', a.txid, 'vout', a.vout) from anchors a where a.id = f.anchor_id
    ) as anchor from found f`.execute(db);
  return rows;
}

/** Live listings whose anchor is in no block: in a block that was rolled back, or in none yet. */
export async function listedWithoutAnchor(db: Database): Promise<Outpoint[]> {
  const { rows } = await sql<Outpoint>`
    select l.utxo_txid as txid, l.utxo_vout as vout from anchors a join listings l on l.anchor_id = a.id
    where a.confirmed_height is null and a.state = 'assigned' and l.state = 'buyable'`.execute(db);
  return rows;
}

/** Of the outputs, those that a live listing sells. */
export async function listedAmong(db: Database, outpoints: readonly Outpoint[]): Promise<Outpoint[]> {
  const { rows } = await sql<Outpoint>`
    select l.utxo_txid as txid, l.utxo_vout as vout from ${outpointRows(outpoints, 'o')}
    join listings l on l.utxo_txid = o.txid and l.utxo_vout = o.vout
      and l.state in ('pending_public', 'buyable', 'hidden_locked')`.execute(db);
  return rows;
}

/** Which of the listings share their output with another live listing. */
export async function relistedAmong(db: Database, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select l.id from listings l where l.id = any(${ids}::uuid[]) and exists (
      select from listings o where o.utxo_txid = l.utxo_txid and o.utxo_vout = l.utxo_vout and o.id <> l.id
        and o.state in ('pending_public', 'buyable', 'hidden_locked'))`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Closed listings whose transfer was sent, and whose recovery is not finished (their signatures are still
 * stored).
 */
export async function listingsToRecover(db: Database): Promise<Listing[]> {
  return select(
    db,
    sql`l.transfer_sent_at is not null and l.recovery_signature <> '' and (
      l.state in ('cancelled', 'expired') or (l.state = 'invalidated' and l.closed_at is not null))`,
  );
}

/** The listings that were made in one call and share a recovery, in the order in which it was signed. */
export async function listingsOfBatch(db: Database, batchId: string): Promise<Listing[]> {
  const listings = await select(db, sql`l.batch_id = ${batchId}`);
  return listings.sort((a, b) => a.batchPosition - b.batchPosition);
}

/**
 * Locks buyable listings for a purchase that is about to send their transfers, as a part of another
 * statement: `moved` has the `id` of those that were buyable; of several concurrent purchases, one has each.
 * Locks them in the order of their ids, so that two purchases do not deadlock. A transfer that was sent
 * before keeps its time.
 */
export function lockingForPurchase(ids: readonly string[], now: Date): Change {
  return listingMachine.moving(['buyable'], 'hidden_locked', (isFrom) => ({
    picked: sql`
      select id, state from listings where ${isAmong('id', ids, 'uuid')} and ${isFrom()} order by id for update`,
    set: sql`transfer_sent_at = coalesce(r.transfer_sent_at, ${now})`,
  }));
}

/**
 * Closes open listings and those of a stalled purchase, all or none, or with `some` those that are such, and
 * returns the ids of those that were. Of each whose transfer was not sent, deletes the signatures and retires
 * the anchor, which makes it worthless.
 */
export async function closeListings(
  db: Database,
  ids: readonly string[],
  to: Extract<ListingState, 'cancelled' | 'expired'>,
  { closedAt, closeReason }: { readonly closedAt: Date; readonly closeReason: string },
  which: 'all' | 'some' = 'all',
): Promise<string[]> {
  const from = [
    'pending_public',
    'buyable',
    ...(to === 'cancelled' ? (['hidden_locked'] as const) : []),
  ] as const;
  const mayClose = (alias: string) =>
    sql`(${sql.ref(`${alias}.state`)} <> 'hidden_locked' or ${hasStalled(alias)})`;
  const unlessSent = sql`case when r.transfer_sent_at is null then`;
  const isComplete = which === 'some' ? sql`true` : sql`(select count(*) from picked) = ${new Set(ids).size}`;
  const closed = listingMachine.moving(from, to, (isFrom) => ({
    picked: sql`
      select id, state from listings o
      where ${isAmong('id', ids, 'uuid')} and ${isFrom('o')} and ${mayClose('o')} order by id for update`,
    set: sql`closed_at = ${closedAt}, close_reason = ${closeReason},
      transfer_signature = ${unlessSent} '' else r.transfer_signature end,
      sale_signature = ${unlessSent} '' else r.sale_signature end,
      recovery_signature = ${unlessSent} '' else r.recovery_signature end`,
    when: sql`${mayClose('r')} and ${isComplete}`,
    returning: sql`${unlessSent} r.anchor_id end as void_anchor`,
  }));
  const retired = sql`retired as (${retiringAnchors(sql`id in (select void_anchor from moved)`, closedAt)})`;
  const { rows } = await sql<{ open: string[] }>`
    with ${withMoves(closed, retired)} select array(select id::text from picked) as open`.execute(db);
  return rows[0]!.open;
}

/**
 * Notes why the listings that are being bought have ended: they are closed if their purchases fail.
 * Retry-safe.
 */
export async function endLockedListings(db: Database, closeReason: string): Promise<void> {
  await db.updateTable('listings').set({ closeReason }).where('state', '=', 'hidden_locked').execute();
}

/** SQL: the purchase of the listing has stalled. */
const hasStalled = (alias: string): RawBuilder<unknown> => sql`exists (
  select from sales s join purchases p on p.id = s.purchase_id
  where s.listing_id = ${sql.ref(`${alias}.id`)} and s.state = 'pending' and p.state = 'stalled')`;

/** Of the listings, the locked ones whose purchase has stalled: their sellers may close them. */
export async function stalledAmong(db: Database, listings: readonly Pick<Listing, 'id' | 'state'>[]) {
  const ids = listings.filter(({ state }) => state === 'hidden_locked').map(({ id }) => id);
  if (ids.length === 0) return new Set<string>();
  const { rows } = await sql<{ id: string }>`
    select l.id from listings l where l.id = any(${ids}::uuid[]) and ${hasStalled('l')}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Deletes the seller's signatures of a closed listing: they become empty. Retry-safe. */
export async function deleteListingSignatures(db: Database, id: string): Promise<void> {
  await db
    .updateTable('listings')
    .set({ transferSignature: '', saleSignature: '', recoverySignature: '' })
    .where('id', '=', id)
    .execute();
}

/** A recovery as it is stored before it is sent. */
export interface StoredRecovery {
  readonly txid: string;
  readonly hex: string;
  readonly bumpHex: string | null;
}

/**
 * Stores the transaction that recovers these listings, before it is sent. Returns false and stores nothing
 * when one of them has a recovery already.
 */
export async function setRecovery(
  db: Database,
  ids: readonly string[],
  { txid, hex, bumpHex }: StoredRecovery,
): Promise<boolean> {
  const { rows } = await sql`
    with picked as (
      select id from listings where id = any(${ids}::uuid[]) and recovery_txid is null order by id for update
    )
    update listings l set recovery_txid = ${txid}, recovery_hex = ${hex}, recovery_bump_hex = ${bumpHex}
    from picked where l.id = picked.id and (select count(*) from picked) = ${ids.length}
    returning l.id`.execute(db);
  return rows.length === ids.length;
}

type Row = Selectable<Schema['listings']> & {
  items: InscriptionAt[];
  anchorTxid: string;
  anchorVout: number;
  anchorValueSats: Sats;
  anchorConfirmedHeight: number | null;
};

async function select(db: Database, condition: RawBuilder<unknown>): Promise<Listing[]> {
  const { rows } = await sql<Row>`
    select l.*, a.txid as anchor_txid, a.vout as anchor_vout, a.value_sats as anchor_value_sats,
      a.confirmed_height as anchor_confirmed_height,
      (select jsonb_agg(jsonb_build_object('id', i.inscription_id, 'offset', i.sat_offset)
          order by i.position)
        from listing_items i where i.listing_id = l.id) as items
    from listings l join anchors a on a.id = l.anchor_id
    where ${condition}
    order by l.created_at, l.id`.execute(db);
  return rows.map(({ anchorTxid, anchorVout, anchorValueSats, anchorConfirmedHeight, ...listing }) => ({
    ...listing,
    anchor: {
      txid: anchorTxid,
      vout: anchorVout,
      valueSats: anchorValueSats,
      confirmedHeight: anchorConfirmedHeight,
    },
  }));
}
