import type { FeeSettings } from '@ordbook/protocol/layout/fees';
import { type Selectable, sql } from 'kysely';
import { isAmong } from '../database/rows-by-id.ts';
import type { Database } from '../port.ts';
import type { Schema } from '../schema.ts';
import type { CollectionKind } from './schema.ts';

export type Collection = Selectable<Schema['collections']>;

/** A collection as its operator describes it. */
export interface CollectionInput {
  readonly slug: string;
  readonly name: string;
  readonly kind: CollectionKind;
  /** Ids of the parent or gallery inscriptions. */
  readonly sources: readonly string[];
  readonly verified?: boolean;
  readonly tradingEnabled?: boolean;
  /** Instead of the operator's own. */
  readonly fees?: FeeSettings | null;
  readonly payoutAddress?: string | null;
  readonly partnerId?: string | null;
  /** Offers must reach this share of the floor, 1/100 of a percent; null: no such minimum. */
  readonly liveFloorBps?: number | null;
  /** Its pictures are scaled without smoothing. */
  readonly pixelArt?: boolean;
  /** `#rrggbb`, behind its cards; null: the client's. */
  readonly cardBackgroundColor?: string | null;
}

/**
 * Stores a collection, or updates a stored one to this description; members and `createdAt` stay. One that
 * was removed is back. Retry-safe.
 */
export async function upsertCollection(
  db: Database,
  collection: CollectionInput & { readonly createdAt: Date },
): Promise<void> {
  const { slug, createdAt } = collection;
  const described = {
    name: collection.name,
    kind: collection.kind,
    verified: collection.verified ?? false,
    tradingEnabled: collection.tradingEnabled ?? true,
    sources: [...collection.sources],
    fees: collection.fees ? JSON.stringify(collection.fees) : null,
    payoutAddress: collection.payoutAddress ?? null,
    partnerId: collection.partnerId ?? null,
    liveFloorBps: collection.liveFloorBps ?? null,
    pixelArt: collection.pixelArt ?? false,
    cardBackgroundColor: collection.cardBackgroundColor ?? null,
    removedAt: null,
  };
  await db
    .insertInto('collections')
    .values({ slug, createdAt, ...described })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet(described))
    .execute();
}

/** Features it at a place from 1; null: no longer. Retry-safe. */
export async function setFeaturedRank(db: Database, slug: string, rank: number | null): Promise<void> {
  await db.updateTable('collections').set({ featuredRank: rank }).where('slug', '=', slug).execute();
}

/** Marks it as removed, so that pages and trades leave it out. Retry-safe. */
export async function setRemoved(db: Database, slug: string, removedAt: Date): Promise<void> {
  await db
    .updateTable('collections')
    .set({ removedAt, featuredRank: null })
    .where('slug', '=', slug)
    .execute();
}

/** Sets its own fees; null: the operator's. Retry-safe. */
export async function setCollectionFees(db: Database, slug: string, fees: FeeSettings | null): Promise<void> {
  await db
    .updateTable('collections')
    .set({ fees: fees === null ? null : JSON.stringify(fees) })
    .where('slug', '=', slug)
    .execute();
}

/** Adds a parent or gallery to a collection. Retry-safe. */
export async function addSource(db: Database, slug: string, inscriptionId: string): Promise<void> {
  await sql`
    update collections set sources = array_append(sources, ${inscriptionId})
    where slug = ${slug} and not ${inscriptionId} = any(sources)`.execute(db);
}

/** Sets what is given. False when there is no such collection. Retry-safe. */
export async function setCollectionFlags(
  db: Database,
  slug: string,
  flags: { readonly verified?: boolean; readonly tradingEnabled?: boolean },
): Promise<boolean> {
  const result = await db.updateTable('collections').set(flags).where('slug', '=', slug).executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function collectionBySlug(db: Database, slug: string): Promise<Collection | null> {
  return (await db.selectFrom('collections').selectAll().where('slug', '=', slug).executeTakeFirst()) ?? null;
}

/** All of them, by slug: an operator has tens or hundreds. */
export async function listCollections(db: Database): Promise<Collection[]> {
  return db.selectFrom('collections').selectAll().orderBy('slug').execute();
}

/**
 * Adds stored inscriptions to a collection, in the order in which the index has them, and updates its counts
 * of members, traits and owners. `blessedBefore`: for each cursed one, how many blessed ones come before it;
 * 0 where it is missing. Ids that are not stored are left out. Buyable listings of new members appear in the
 * collection at once. Retry-safe.
 */
export async function addMembers(
  db: Database,
  slug: string,
  ids: readonly string[],
  blessedBefore: ReadonlyMap<string, number> = new Map(),
): Promise<void> {
  const counts = JSON.stringify(Object.fromEntries(ids.map((id) => [id, blessedBefore.get(id) ?? 0])));
  await sql`
    insert into collection_members (slug, inscription_key, position)
    select ${slug}, key, member_position(number, (${counts}::jsonb ->> id)::bigint)
    from inscriptions where id = any(${ids}::text[])
    on conflict (inscription_key, slug) do update set position = excluded.position`.execute(db);
}

/** Which of `ids` are members. */
export async function membersAmong(db: Database, slug: string, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select i.id from inscriptions i join collection_members m on m.inscription_key = i.key
    where m.slug = ${slug} and ${isAmong('i.id', ids, 'text')}`.execute(db);
  return new Set(rows.map((row) => row.id));
}

/** Every member's id, in the order of inscription: for collections that are known to be small. */
export async function memberIds(db: Database, slug: string): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select i.id from collection_members m join inscriptions i on i.key = m.inscription_key
    where m.slug = ${slug} order by m.position, m.inscription_key`.execute(db);
  return new Set(rows.map((row) => row.id));
}

/**
 * The slugs of an inscription's collections, the primary one first: verified before unverified, then the one
 * added earliest. Inscriptions without a collection are missing from the result.
 */
export async function slugsOf(db: Database, ids: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; slugs: string[] }>`
    select i.id, array_agg(c.slug order by c.verified desc, c.created_at, c.slug) as slugs
    from inscriptions i join collection_members m on m.inscription_key = i.key join collections c on c.slug = m.slug
    where ${isAmong('i.id', ids, 'text')}
    group by i.id`.execute(db);
  return new Map(rows.map((row) => [row.id, row.slugs]));
}

/** The collections of an inscription, in the order of `slugsOf`, each with its parents or galleries. */
export async function rootsOf(db: Database, id: string): Promise<{ slug: string; roots: string[] }[]> {
  const { rows } = await sql<{ slug: string; roots: string[] }>`
    select c.slug, c.sources as roots
    from inscriptions i join collection_members m on m.inscription_key = i.key join collections c on c.slug = m.slug
    where i.id = ${id} and c.removed_at is null
    order by c.verified desc, c.created_at, c.slug`.execute(db);
  return rows;
}
