import type { Outpoint } from '@ordbook/protocol/outpoint';
import type { Sats } from '@ordbook/protocol/sats';
import { type Insertable, type Selectable, sql } from 'kysely';
import { isMined, watchingPackage } from '../chain/coin-spends.ts';
import { withMoves } from '../database/machine.ts';
import { outpointRows } from '../database/outpoint-rows.ts';
import { lockingForPurchase } from '../listing/listings.ts';
import { assigningAnchors } from '../operator-coins/anchors.ts';
import type { ReadCoin } from '../operator-coins/reservations.ts';
import type { Database } from '../port.ts';
import { makingPendingSales, type NewPendingSale } from '../sale/write-sales.ts';
import type { Schema } from '../schema.ts';
import { purchaseMachine } from './machine.ts';

export type Purchase = Selectable<Schema['purchases']>;
export type NewPurchase = Omit<
  Insertable<Schema['purchases']>,
  'confirmedHeight' | 'failure' | 'nodeRefusal' | 'bumpHex' | 'bumpFeeSats' | 'bumpedAt' | 'madeAtHeight'
>;

/** What a purchase takes. */
export interface Taken {
  /** Ids of what it buys. */
  readonly listings: readonly string[];
  /** As it was read. */
  readonly anchor: ReadCoin;
  /** The buyer's coins. */
  readonly payments: readonly Outpoint[];
}

/** What `insertPurchase` could take; all of it, or `purchase` is null. */
export interface Insertion {
  readonly purchase: Purchase | null;
  /** Ids of the listings that were buyable. */
  readonly locked: readonly string[];
  /** Whether the anchor was as it was read. Only asked when all listings were buyable. */
  readonly isAnchorAssigned: boolean;
}

/**
 * Locks the listings of a purchase, assigns its anchor, stores it with its pending sales, watches what its
 * package spends, and takes its payment coins, in this order: one statement. Roll back when it could not take
 * all. Throws when its settlement is stored already. Run it in a transaction.
 */
export async function insertPurchase(
  db: Database,
  purchase: NewPurchase,
  { listings, anchor, payments }: Taken,
  sales: readonly NewPendingSale[],
): Promise<Insertion> {
  const areLocked = sql`(select count(*) from moved) = ${listings.length}`;
  const isAssigned = sql`exists (select from assigned)`;
  const taking = sql`coins as (
    insert into purchase_payments (txid, vout, purchase_id)
    select o.txid, o.vout, ${purchase.id}::uuid from ${outpointRows(payments, 'o')} where ${isAssigned}
    on conflict do nothing returning txid, vout)`;
  const { rows } = await sql<Purchase & Omit<Insertion, 'purchase'> & { readonly taken: number }>`
    with ${withMoves(
      lockingForPurchase(listings, purchase.createdAt),
      sql`assigned as (${assigningAnchors([anchor], areLocked)})`,
      sql`watched as (${watchingPackage(purchase.package)})`,
      taking,
      purchaseMachine.making([purchase], isAssigned),
      ...(sales.length > 0 ? [makingPendingSales(sales, isAssigned)] : []),
    )}
    select stored.*, array(select id::text from moved) as locked, ${isAssigned} as is_anchor_assigned,
      (select count(*) from coins) as taken
    from (select) one left join made_purchases stored on true`.execute(db);
  const { locked, isAnchorAssigned, taken, ...stored } = rows[0]!;
  const isWhole = isAnchorAssigned && taken === payments.length;
  return { purchase: isWhole ? stored : null, locked, isAnchorAssigned };
}

/** Which of the coins an open or settled purchase has taken. */
export async function lockedPayments(db: Database, coins: readonly Outpoint[]): Promise<Outpoint[]> {
  if (coins.length === 0) return [];
  const { rows } = await sql<Outpoint>`
    select p.txid, p.vout from ${outpointRows(coins, 'o')}
      join purchase_payments p on p.txid = o.txid and p.vout = o.vout`.execute(db);
  return rows;
}

/** Releases the coins of a failed purchase. */
export async function unlockPayments(db: Database, purchaseId: string): Promise<void> {
  await sql`delete from purchase_payments where purchase_id = ${purchaseId}::uuid`.execute(db);
}

export async function purchaseById(db: Database, id: string): Promise<Purchase | null> {
  return (await db.selectFrom('purchases').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** The purchase that uses an anchor. A failed one has released its anchor and does not count. */
export async function purchaseByAnchor(db: Database, anchorId: string): Promise<Purchase | null> {
  const row = await db
    .selectFrom('purchases')
    .selectAll()
    .where('anchorId', '=', anchorId)
    .where('state', '<>', 'failed')
    .executeTakeFirst();
  return row ?? null;
}

/** Everything that is broadcasting, pending or stalled, oldest first. */
export async function openPurchases(db: Database): Promise<Purchase[]> {
  const { rows } = await sql<Purchase>`
    select * from purchases where state in ('broadcasting', 'pending', 'stalled') order by created_at, id`.execute(
    db,
  );
  return rows;
}

/** The open ones that an applied block has. */
export async function minedPurchases(db: Database): Promise<Purchase[]> {
  const { rows } = await sql<Purchase>`
    select * from purchases p where p.state in ('broadcasting', 'pending', 'stalled') and ${isMined('p')}
    order by p.created_at, p.id`.execute(db);
  return rows;
}

/** What bumps since `since` cost the operator, sats: all together, without those of purchase `exceptId`. */
export async function bumpedSince(db: Database, since: Date, exceptId: string): Promise<Sats> {
  const { rows } = await sql<{ sats: Sats | null }>`
    select sum(bump_fee_sats)::bigint as sats from purchases
    where bumped_at > ${since}::timestamptz and id <> ${exceptId}::uuid`.execute(db);
  return rows[0]!.sats ?? 0;
}

/** Stores the child that pays for a purchase, before it is sent. Retry-safe. */
export async function setBump(
  db: Database,
  id: string,
  bump: { readonly bumpHex: string; readonly bumpFeeSats: Sats; readonly bumpedAt: Date },
): Promise<void> {
  await db.updateTable('purchases').set(bump).where('id', '=', id).execute();
}

/** Failed ones whose settlement is in an applied block after all. */
export async function failedButMined(db: Database): Promise<Purchase[]> {
  const { rows } = await sql<Purchase>`
    select * from purchases p where p.state = 'failed' and ${isMined('p')}`.execute(db);
  return rows;
}

/** Confirmed by blocks above `height`. */
export async function purchasesConfirmedAbove(db: Database, height: number): Promise<Purchase[]> {
  return db
    .selectFrom('purchases')
    .selectAll()
    .where('confirmedHeight', '>', height)
    .where('state', '=', 'confirmed')
    .orderBy('confirmedHeight', 'desc')
    .execute();
}
