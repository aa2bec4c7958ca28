import type { Outpoint } from '@ordbook/protocol/outpoint';
import type { Sats } from '@ordbook/protocol/sats';
import { type Insertable, type Selectable, sql } from 'kysely';
import { isMined, watchPackage } from '../chain/coin-spends.ts';
import { outpointRows } from '../database/outpoint-rows.ts';
import type { Database } from '../port.ts';
import type { Schema } from '../schema.ts';

export type Purchase = Selectable<Schema['purchases']>;
export type NewPurchase = Omit<
  Insertable<Schema['purchases']>,
  'confirmedHeight' | 'failure' | 'nodeRefusal' | 'bumpHex' | 'bumpFeeSats' | 'bumpedAt'
>;

/** Throws when its settlement is stored already. Run it in a transaction. */
export async function insertPurchase(db: Database, purchase: NewPurchase): Promise<Purchase> {
  await watchPackage(db, purchase.package);
  return db.insertInto('purchases').values(purchase).returningAll().executeTakeFirstOrThrow();
}

/**
 * Takes coins for an open purchase. Returns false, and takes none, when one is in another open purchase. Run
 * it in a transaction.
 */
export async function lockPayments(
  db: Database,
  purchaseId: string,
  coins: readonly Outpoint[],
): Promise<boolean> {
  const { rows } = await sql`
    insert into purchase_payments (txid, vout, purchase_id)
    select o.txid, o.vout, ${purchaseId}::uuid from ${outpointRows(coins, 'o')}
    on conflict do nothing returning txid`.execute(db);
  return rows.length === coins.length;
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

/** Everything that is broadcasting or pending, oldest first. */
export async function openPurchases(db: Database): Promise<Purchase[]> {
  const { rows } = await sql<Purchase>`
    select * from purchases where state in ('broadcasting', 'pending') order by created_at, id`.execute(db);
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
