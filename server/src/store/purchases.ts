import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database } from './port.ts';
import type { Schema } from './schema.ts';

export type Purchase = Selectable<Schema['purchases']>;
export type NewPurchase = Omit<
  Insertable<Schema['purchases']>,
  'confirmedHeight' | 'conflictHeight' | 'failure'
>;

/** Throws when its settlement is stored already. */
export async function insertPurchase(db: Database, purchase: NewPurchase): Promise<Purchase> {
  return db.insertInto('purchases').values(purchase).returningAll().executeTakeFirstOrThrow();
}

export async function purchaseById(db: Database, id: string): Promise<Purchase | null> {
  return (await db.selectFrom('purchases').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** The purchase that an anchor is used in. A failed one has given its anchor back and does not count. */
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
