import type { Sats } from '@ordbook/protocol/sats';
import { type RawBuilder, sql } from 'kysely';
import type { CollectionKind } from '../catalogue/schema.ts';
import { columnsOf } from '../database/columns.ts';
import { firstRows } from '../database/first-rows.ts';
import type { PageKey } from '../database/page-key.ts';
import type { Database } from '../port.ts';
import { unexpired } from './unexpired.ts';

export type ListingSort = 'recent' | 'price';

export interface ListingsWanted {
  readonly sort: ListingSort;
  /** Listings that have expired by then are left out. */
  readonly now: Date;
  /** `[listedAt, id]` (recent) or `[priceSats, id]` (price); null: from the beginning. */
  readonly after: PageKey | null;
  readonly limit: number;
  /**
   * Any case. Matches a listing in the collection it was listed in, and in every collection that has one of
   * its items as a member.
   */
  readonly collectionSlug?: string | undefined;
  /** Any item of a bundle. The row then shows this item. */
  readonly inscriptionId?: string | undefined;
  readonly sellerAddress?: string | undefined;
}

/** A buyable, unexpired listing beside the inscription it shows and the collection it was listed in. */
export interface ListingRow {
  readonly id: string;
  readonly sellerOrdinalsAddress: string;
  readonly priceSats: Sats;
  readonly listedAt: Date;
  readonly expiresAt: Date | null;
  readonly inscriptionId: string;
  /** The inscription's columns are null when the index has not been read for it. */
  readonly number: number | null;
  readonly title: string | null;
  readonly sat: number | null;
  readonly txid: string | null;
  readonly vout: number | null;
  readonly satOffset: Sats | null;
  readonly collectionSlug: string;
  readonly collectionName: string;
  readonly collectionKind: CollectionKind;
  readonly collectionVerified: boolean;
}

/** What `ListingsWanted.after` is to be for the page after this listing. */
export const listingKey = (sort: ListingSort, { listedAt, priceSats, id }: ListingRow): PageKey =>
  sort === 'recent' ? [listedAt.toISOString(), id] : [priceSats, id];

/** SQL: of listing `l`, inscription `i`, where that is (`p`), and collection `c`. */
export const LISTING_COLUMNS = columnsOf<ListingRow>({
  id: sql`l.id`,
  sellerOrdinalsAddress: sql`l.seller_ordinals_address`,
  priceSats: sql`l.price_sats`,
  listedAt: sql`l.listed_at`,
  expiresAt: sql`l.expires_at`,
  inscriptionId: sql`i.id`,
  number: sql`i.number`,
  title: sql`i.title`,
  sat: sql`i.sat`,
  txid: sql`p.txid`,
  vout: sql`p.vout`,
  satOffset: sql`p.sat_offset`,
  collectionSlug: sql`c.slug`,
  collectionName: sql`c.name`,
  collectionKind: sql`c.kind`,
  collectionVerified: sql`c.verified`,
});

/**
 * A page of the book in one statement. `recent`: newest first; `price`: lowest first. Without filters, and
 * with any single one, it is a range of one index.
 */
export async function listingsPage(db: Database, wanted: ListingsWanted): Promise<ListingRow[]> {
  const { rows } = await sql<ListingRow>`${firstRows(listingsInOrder(wanted), wanted.limit)}`.execute(db);
  return rows;
}

/**
 * SQL: the wanted listings `l` in their order, each with the inscription `i` that it shows, where that is
 * (`p`), and the collection `c`.
 */
function listingsInOrder(wanted: ListingsWanted): RawBuilder<unknown> {
  const { inscriptionId, sellerAddress } = wanted;
  const slug = wanted.collectionSlug?.toLowerCase();
  // Sort columns of the collection's rows, where there are some: its index has slug and order together.
  const from =
    slug === undefined ? sql`listings l` : sql`collection_listings k join listings l on l.id = k.listing_id`;
  const key =
    slug === undefined
      ? { id: sql`l.id`, listedAt: sql`l.listed_at`, priceSats: sql`l.price_sats` }
      : { id: sql`k.listing_id`, listedAt: sql`k.listed_at`, priceSats: sql`k.price_sats` };
  const conditions = [sql`l.state = 'buyable'`, unexpired(sql`l.expires_at`, wanted.now)];
  if (slug !== undefined) conditions.push(sql`k.slug = ${slug}`);
  if (sellerAddress !== undefined) conditions.push(sql`l.seller_ordinals_address = ${sellerAddress}`);
  if (inscriptionId !== undefined) {
    conditions.push(
      sql`l.id in (select t.listing_id from listing_items t where t.inscription_id = ${inscriptionId})`,
    );
  }
  const [at, id] = wanted.after ?? [];
  if (wanted.after)
    conditions.push(
      wanted.sort === 'recent'
        ? sql`(${key.listedAt}, ${key.id}) < (${at}::timestamptz, ${id}::uuid)`
        : sql`(${key.priceSats}, ${key.id}) > (${at}::bigint, ${id}::uuid)`,
    );
  const order =
    wanted.sort === 'recent' ? sql`${key.listedAt} desc, ${key.id} desc` : sql`${key.priceSats}, ${key.id}`;
  const shown =
    inscriptionId === undefined
      ? sql`select l.inscription_key as key, l.inscription_id as id, l.inscription_number as number,
          l.inscription_title as title, l.inscription_sat as sat`
      : sql`select i.key, asked.id, i.number, i.title, i.sat
          from (select ${inscriptionId}::text as id) asked left join inscriptions i on i.id = asked.id`;
  return sql`
    select ${LISTING_COLUMNS}
    from ${from}
      join collections c on c.slug = l.collection_slug
      cross join lateral (${shown}) i
      left join locations p on p.inscription_key = i.key
    where ${sql.join(conditions, sql` and `)}
    order by ${order}`;
}
