import { type RawBuilder, sql } from 'kysely';
import type { Sats } from '../base/sats.ts';
import type { PageKey } from './page-key.ts';
import type { Database } from './port.ts';
import type { CollectionKind } from './schema.ts';

export type ListingSort = 'recent' | 'price';

export interface ListingsWanted {
  readonly sort: ListingSort;
  /** `[listedAt, id]` (recent) or `[priceSats, id]` (price); null: from the beginning. */
  readonly after: PageKey | null;
  readonly limit: number;
  /**
   * Any case. Matches a listing in the collection that it was listed in, and in every collection that one of its items is a
   * member of.
   */
  readonly collectionSlug?: string | undefined;
  /** Any item of a bundle. The row then shows this item. */
  readonly inscriptionId?: string | undefined;
  readonly sellerAddress?: string | undefined;
}

/** A buyable listing beside the inscription it shows and the collection it was listed in. */
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

/**
 * A page of the book in one statement. `recent`: newest first; `price`: lowest first. Each filter alone, and none, is a range of one index.
 */
export async function listingsPage(db: Database, wanted: ListingsWanted): Promise<ListingRow[]> {
  const { inscriptionId, sellerAddress } = wanted;
  const slug = wanted.collectionSlug?.toLowerCase();
  // Sort columns of the shelf, where there is one: its index has slug and order together.
  const from = slug === undefined ? sql`listings k` : sql`listing_shelves k`;
  const id = slug === undefined ? sql`k.id` : sql`k.listing_id`;
  const conditions = [sql`l.state = 'buyable'`];
  if (slug === undefined) conditions.push(sql`k.state = 'buyable'`);
  else conditions.push(sql`k.slug = ${slug}`);
  if (sellerAddress !== undefined) conditions.push(sql`l.seller_ordinals_address = ${sellerAddress}`);
  if (inscriptionId !== undefined) {
    conditions.push(
      sql`l.id in (select t.listing_id from listing_items t where t.inscription_id = ${inscriptionId})`,
    );
  }
  if (wanted.after) conditions.push(afterKey(wanted.sort, wanted.after, id));
  const order = wanted.sort === 'recent' ? sql`k.listed_at desc, ${id} desc` : sql`k.price_sats, ${id}`;
  const { rows } = await sql<ListingRow>`
    select l.id, l.seller_ordinals_address, l.price_sats, l.listed_at, l.expires_at,
      ${inscriptionId === undefined ? sql`l.inscription_id` : sql`${inscriptionId}::text as inscription_id`},
      i.number, i.title, i.sat, p.txid, p.vout, p.sat_offset,
      c.slug as collection_slug, c.name as collection_name, c.kind as collection_kind, c.verified as collection_verified
    from ${from} join listings l on l.id = ${id}
      join collections c on c.slug = l.collection_slug
      left join inscriptions i on i.id = ${inscriptionId === undefined ? sql`l.inscription_id` : sql`${inscriptionId}`}
      left join locations p on p.inscription_key = i.key
    where ${sql.join(conditions, sql` and `)}
    order by ${order}
    limit ${wanted.limit}`.execute(db);
  return rows;
}

function afterKey(sort: ListingSort, key: PageKey, id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sort === 'recent'
    ? sql`(k.listed_at, ${id}) < (${key[0]}::timestamptz, ${key[1]}::uuid)`
    : sql`(k.price_sats, ${id}) > (${key[0]}::bigint, ${key[1]}::uuid)`;
}
