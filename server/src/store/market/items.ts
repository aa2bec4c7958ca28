import type { Sats } from '@ordbook/protocol/sats';
import { sql } from 'kysely';
import {
  type CollectionItem,
  called,
  carries,
  collectionItems,
  itemKey,
  itemsOf,
  type TraitGroup,
} from '../catalogue/collection-items.ts';
import type { PageKey } from '../database/page-key.ts';
import { unexpired } from '../listing/unexpired.ts';
import type { Database } from '../port.ts';

/** The first three order the listed members, the last two all members. */
export type MarketSort = 'price' | 'price_desc' | 'recent' | 'oldest' | 'newest';

export interface MarketItemsWanted {
  /** Lower case. */
  readonly slug: string;
  readonly sort: MarketSort;
  /** A member needs a value of each group. */
  readonly traits: readonly TraitGroup[];
  /** Only members for sale in this range, sats; either end may be open. */
  readonly minSats?: Sats | undefined;
  readonly maxSats?: Sats | undefined;
  /** Only a number, or the start of a title in any case. */
  readonly q?: string | undefined;
  readonly now: Date;
  /** The `pageKey` of the last item; null: from the beginning. */
  readonly after: PageKey | null;
  readonly limit: number;
}

/** `pageKey`: the next page starts after it. */
export type MarketItem = CollectionItem & { readonly pageKey: PageKey };

/**
 * A page of a collection's members, or of its members for sale, in one statement; empty for an unknown
 * collection. Every item of a bundle that is a member is one row.
 */
export async function marketItems(db: Database, wanted: MarketItemsWanted): Promise<MarketItem[]> {
  const { sort } = wanted;
  if (sort !== 'oldest' && sort !== 'newest') return itemsForSale(db, wanted);
  const items = await collectionItems(db, { ...wanted, sort });
  return items.map((item) => ({ ...item, pageKey: itemKey(item) }));
}

function itemsForSale(db: Database, wanted: MarketItemsWanted) {
  const { slug, sort, traits, minSats, maxSats, q, now, after, limit } = wanted;
  const isRising = sort === 'price';
  const column = sort === 'recent' ? sql`s.listed_at` : sql`s.price_sats`;
  const type = sort === 'recent' ? sql`timestamptz` : sql`bigint`;
  const key = sql`(${column}, s.listing_id, m.inscription_key)`;
  const last = after && sql`(${after[0]}::${type}, ${after[1]}::uuid, ${after[2]}::bigint)`;
  const start = last === null ? sql`true` : isRising ? sql`${key} > ${last}` : sql`${key} < ${last}`;
  const direction = isRising ? sql`asc` : sql`desc`;
  const order = sql`m.sorted ${direction}, m.listing_id ${direction}, m.inscription_key ${direction}`;
  // A time as text of ISO 8601 with milliseconds, which it has no more of.
  const kept =
    sort === 'recent' ? sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` : column;
  return itemsOf<{ pageKey: PageKey }>(
    db,
    sql`select m.slug, m.inscription_key, m.position, ${column} as sorted, s.listing_id,
        jsonb_build_array(${kept}, s.listing_id, m.inscription_key) as page_key
      from collection_listings s
        join listing_items t on t.listing_id = s.listing_id
        join inscriptions n on n.id = t.inscription_id
        join collection_members m on m.inscription_key = n.key and m.slug = s.slug
      where s.slug = ${slug} and ${unexpired(sql`s.expires_at`, now)} and ${start} and ${carries(traits)}
        and ${called(q)} and s.price_sats >= ${minSats ?? 0}
        and ${maxSats === undefined ? sql`true` : sql`s.price_sats <= ${maxSats}`}
      order by ${column} ${direction}, s.listing_id ${direction}, m.inscription_key ${direction} limit ${limit}`,
    { order, now, extra: { pageKey: sql`m.page_key` } },
  );
}

/** One inscription, as a member of its primary collection; null: it is in none. */
export async function marketItem(
  db: Database,
  id: string,
  now: Date,
): Promise<(CollectionItem & { readonly slug: string; readonly genesisHeight: number }) | null> {
  const rows = await itemsOf<{ slug: string; genesisHeight: number }>(
    db,
    sql`select m.slug, m.inscription_key, m.position from collection_members m
      join inscriptions n on n.key = m.inscription_key
      join collections k on k.slug = m.slug and k.removed_at is null
      where n.id = ${id}
      order by k.verified desc, k.created_at, k.slug limit 1`,
    { order: sql`m.position`, now, extra: { slug: sql`m.slug`, genesisHeight: sql`i.genesis_height` } },
  );
  return rows[0] ?? null;
}
