import type { Sats } from '@ordbook/protocol/sats';
import { type RawBuilder, sql } from 'kysely';
import { type Columns, columnsOf } from '../database/columns.ts';
import { firstRows } from '../database/first-rows.ts';
import type { PageKey } from '../database/page-key.ts';
import type { ListingState } from '../listing/schema.ts';
import { unexpired } from '../listing/unexpired.ts';
import type { Database } from '../port.ts';
import { escaped } from './like.ts';

export interface CollectionItemsWanted {
  /** Lower case. */
  readonly slug: string;
  readonly sort: 'oldest' | 'newest';
  /** A member needs a value of each group; none: all members. */
  readonly traits?: readonly TraitGroup[];
  /** Only a number, or the start of a title in any case. */
  readonly q?: string | undefined;
  /** A listing that has expired by then is not shown, unless its sale is under way. */
  readonly now: Date;
  /** The `itemKey` of the last item; null: from the beginning. */
  readonly after: PageKey | null;
  readonly limit: number;
}

/** A member with its live listing (null columns: not listed) and its traits as counted in this collection. */
export interface CollectionItem {
  readonly id: string;
  readonly key: number;
  readonly position: number;
  readonly number: number;
  readonly title: string | null;
  readonly contentType: string | null;
  /** Of its own body; null: none. */
  readonly contentBytes: number | null;
  readonly satributes: string[];
  readonly sat: number | null;
  readonly txid: string;
  readonly vout: number;
  readonly satOffset: Sats;
  readonly ownerAddress: string | null;
  readonly lastSaleSats: Sats | null;
  /** Slugs of all its collections, the primary one first. */
  readonly collections: string[];
  /** count: members that carry it; percentage: of all members. */
  readonly traits: {
    readonly type: string;
    readonly value: string;
    readonly count: number;
    readonly percentage: number;
  }[];
  readonly listingId: string | null;
  readonly listingState: Extract<ListingState, 'pending_public' | 'buyable' | 'hidden_locked'> | null;
  readonly priceSats: Sats | null;
  readonly listedAt: Date | null;
  readonly expiresAt: Date | null;
}

/** Traits of one type; a member needs any of the values. */
export interface TraitGroup {
  readonly type: string;
  readonly values: readonly string[];
}

/** How the members of a page are read. */
interface ItemsRead<Extra> {
  /** Over the columns of the page, as `m`. */
  readonly order: RawBuilder<unknown>;
  readonly now: Date;
  /** Further properties of an item, in SQL over `m`, `i` (inscription) and `c` (collection). */
  readonly extra: Columns<Extra>;
}

/** What `CollectionItemsWanted.after` is to be for the page after this item. */
export const itemKey = ({ position, key }: CollectionItem): PageKey => [position, key];

/** A page of a collection's members, in one statement; empty for an unknown collection. */
export function collectionItems(
  db: Database,
  { slug, sort, traits = [], q, after, limit, now }: CollectionItemsWanted,
): Promise<CollectionItem[]> {
  const isOldest = sort === 'oldest';
  const last = after && sql`(${after[0]}::bigint, ${after[1]}::bigint)`;
  const position = sql`(m.position, m.inscription_key)`;
  const start =
    last === null ? sql`true` : isOldest ? sql`${position} > ${last}` : sql`${position} < ${last}`;
  const order = isOldest ? sql`m.position, m.inscription_key` : sql`m.position desc, m.inscription_key desc`;
  const filter = traits.length > 0 || q ? sql`join inscriptions n on n.key = m.inscription_key` : sql``;
  const members = sql`
    select m.slug, m.inscription_key, m.position from collection_members m ${filter}
    where m.slug = ${slug} and ${start} and ${carries(traits)} and ${called(q)} order by ${order}`;
  return itemsOf(db, firstRows(members, limit), { order, now, extra: {} });
}

/** SQL: has inscription `n` the number `q`, or a title that starts with it? None asked for: true. */
export function called(q: string | undefined): RawBuilder<unknown> {
  if (!q) return sql`true`;
  const number = /^-?\d{1,10}$/.test(q) ? Number(q) : null;
  return sql`(n.number = ${number}::bigint or lower(left(n.title, 100)) like ${`${escaped(q)}%`})`;
}

/** SQL: does inscription `n` have any of the values of each group? */
export function carries(groups: readonly TraitGroup[]): RawBuilder<unknown> {
  if (groups.length === 0) return sql`true`;
  const parts = groups.map(({ type, values }) => {
    const wanted = values.map((value) => JSON.stringify([{ type, value }]));
    return sql`n.traits @> any(${wanted}::jsonb[])`;
  });
  return sql`(${sql.join(parts, sql` and `)})`;
}

/**
 * SQL: the traits of inscription `i`, in their order, each with how many members carry it. Each count is
 * found by its key: as a join, all the traits of the collection would be read for every member.
 */
const TRAITS = sql`(
  select coalesce(json_agg(json_build_object('type', t.type, 'value', t.value, 'count', carriers.count,
    'percentage', round(10000.0 * carriers.count / greatest(c.member_count, 1)) / 100) order by t.place), '[]')
  from rows from (jsonb_to_recordset(i.traits) as (type text, value text)) with ordinality as t (type, value, place)
    cross join lateral (select (
      select n.member_count from collection_traits n
      where n.slug = m.slug and n.trait_type = t.type and n.trait_value = t.value
    ) as count) carriers)`;

/** SQL: the slugs of all collections of member `m`, the primary one first. */
const COLLECTIONS = sql`array(
  select o.slug from collection_members a join collections o on o.slug = a.slug
  where a.inscription_key = m.inscription_key order by o.verified desc, o.created_at, o.slug)`;

const COLUMNS: Columns<CollectionItem> = {
  id: sql`i.id`,
  key: sql`i.key`,
  position: sql`m.position`,
  number: sql`i.number`,
  title: sql`i.title`,
  contentType: sql`i.content_type`,
  contentBytes: sql`i.content_bytes`,
  satributes: sql`i.satributes`,
  sat: sql`i.sat`,
  txid: sql`p.txid`,
  vout: sql`p.vout`,
  satOffset: sql`p.sat_offset`,
  ownerAddress: sql`p.owner_address`,
  lastSaleSats: sql`i.last_sale_sats`,
  collections: COLLECTIONS,
  traits: TRAITS,
  listingId: sql`l.id`,
  listingState: sql`l.state`,
  priceSats: sql`l.price_sats`,
  listedAt: sql`l.listed_at`,
  expiresAt: sql`l.expires_at`,
};

/**
 * The members that `page` selects (slug, inscription_key and position of `collection_members`, and what
 * `order` sorts by), in one statement. The page is cut first: the joins then run for its rows only.
 */
export async function itemsOf<Extra extends object>(
  db: Database,
  page: RawBuilder<unknown>,
  { order, now, extra }: ItemsRead<Extra>,
): Promise<(CollectionItem & Extra)[]> {
  const shown = sql`o.state in ('pending_public', 'buyable', 'hidden_locked')
          and (o.state = 'hidden_locked' or ${unexpired(sql`o.expires_at`, now)})`;
  const columns = columnsOf<Record<string, unknown>>({ ...COLUMNS, ...extra });
  const { rows } = await sql<CollectionItem & Extra>`
    with page as materialized (${page})
    select ${columns}
    from page m
      join collections c on c.slug = m.slug
      join inscriptions i on i.key = m.inscription_key
      join locations p on p.inscription_key = m.inscription_key
      -- Where it was listed, or, when its transfer is out without a sale, on the passthrough; else one whose coin only the mempool
      -- spends, by an accepted offer or fill: it is back when that fails. offset 0: found by its coin, since a planner that has not
      -- heard yet of hundreds that a block invalidated would read all of these for every item.
      left join lateral (
        select o.id, o.state, o.price_sats, o.listed_at, o.expires_at from listings o
        where o.utxo_txid = p.txid and o.utxo_vout = p.vout and ${shown}
        union all
        select o.id, o.state, o.price_sats, o.listed_at, o.expires_at from listings o
        where o.transfer_txid = p.txid and p.vout = 0 and ${shown}
        union all
        select o.id, 'hidden_locked', o.price_sats, o.listed_at, o.expires_at from (
          select * from listings o where o.utxo_txid = p.txid and o.utxo_vout = p.vout and o.closed_at is null offset 0
        ) o where o.state = 'invalidated' and o.invalidated_height is null
        limit 1
      ) l on true
    order by ${order}`.execute(db);
  return rows;
}
