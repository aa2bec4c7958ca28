import { type Selectable, sql } from 'kysely';
import type { Database } from '../port.ts';
import type { Schema } from '../schema.ts';
import type { PartnerStatus } from './schema.ts';

export type Partner = Selectable<Schema['partners']>;

/** Throws when the name is taken. */
export async function insertPartner(db: Database, partner: Partner): Promise<void> {
  await db.insertInto('partners').values(partner).execute();
}

/** Changes the given fields of the partner called `name`; false when there is none. Retry-safe. */
export async function changePartner(
  db: Database,
  name: string,
  change: {
    readonly status?: PartnerStatus;
    readonly payoutAddress?: string | null;
    readonly shareBps?: number;
  },
): Promise<boolean> {
  const result = await db
    .updateTable('partners')
    .set({ name, ...change })
    .where('name', '=', name)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function partnerById(db: Database, id: string): Promise<Partner | null> {
  return (await db.selectFrom('partners').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function partnerByName(db: Database, name: string): Promise<Partner | null> {
  return (await db.selectFrom('partners').selectAll().where('name', '=', name).executeTakeFirst()) ?? null;
}

/** All partners by name, each with the number of purchases that paid it. */
export async function listPartners(db: Database): Promise<(Partner & { readonly purchases: number })[]> {
  const { rows } = await sql<Partner & { purchases: number }>`
    select p.*, (select count(*) from purchases b where b.partner_id = p.id and b.state <> 'failed') as purchases
    from partners p order by p.name`.execute(db);
  return rows;
}

/**
 * Credits new listings in the collection to this partner from now on; null: to none. Returns false when there
 * is no such collection.
 */
export async function setCollectionPartner(
  db: Database,
  slug: string,
  partnerId: string | null,
): Promise<boolean> {
  const result = await db
    .updateTable('collections')
    .set({ partnerId })
    .where('slug', '=', slug)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
