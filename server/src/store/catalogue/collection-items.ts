import type { Sats } from '@ordbook/protocol/sats';
import { type RawBuilder, sql } from 'kysely';
import { firstRows } from '../database/first-rows.ts';
import { safeInteger } from '../database/number-parsers.ts';
import type { PageKey } from '../database/page-key.ts';
import type { ListingState } from '../listing/schema.ts';
import { unexpired } from '../listing/unexpired.ts';
import type { Database } from '../port.ts';
import type { Collection } from './collections.ts';
import {
  keepTraitCounts,
  keptTraitCounts,
  MOST_KEPT,
  type StoredTraitCount,
  type TraitCounts,
} from './trait-counts.ts';

export interface CollectionItemsWanted {
  /** Lower case. */
  readonly slug: string;
  readonly sort: 'oldest' | 'newest';
  /** A listing that has expired by then is not shown, unless its sale is under way. */
  readonly now: Date;
  /** `[position, key]`; null: from the beginning. */
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

/** The parts of a collection that its items are shown with. */
type ShownCollection = Pick<Collection, 'slug' | 'pixelArt' | 'cardBackgroundColor' | 'removedAt'>;

export interface CollectionItemsPage {
  /** Null: unknown. */
  readonly collection: ShownCollection | null;
  readonly items: CollectionItem[];
}

/**
 * An item as the statement returns it, in JSON: a driver needs longer for the columns of 49 rows than for all
 * that follows. The last values are the `extra` ones.
 */
type StoredItem = readonly [
  id: string,
  key: number,
  position: number,
  number: number,
  title: string | null,
  contentType: string | null,
  satributes: string[],
  sat: number | null,
  txid: string,
  vout: number,
  satOffset: number,
  ownerAddress: string | null,
  lastSaleSats: number | null,
  slug: string,
  memberCount: number,
  traits: { readonly type: string; readonly value: string }[],
  traitMembers: number[] | null,
  listing: StoredListing | null,
  ...extra: unknown[],
];
type StoredListing = readonly [
  id: string,
  state: NonNullable<CollectionItem['listingState']>,
  priceSats: number,
  listedAt: string | null,
  expiresAt: string | null,
];

interface StoredItems {
  /** Null: none. */
  readonly items: readonly StoredItem[] | null;
  /** Of items in more than one collection: inscription key and slug, the primary one first. */
  readonly memberships: readonly (readonly [key: number, slug: string])[] | null;
}

/** How the members of a page are read. */
interface ItemsRead {
  /** Over the columns of the page, as `m`. */
  readonly order: RawBuilder<unknown>;
  readonly now: Date;
  /** Further properties of an item, in SQL over `m`, `i` (inscription) and `c` (collection). */
  readonly extra?: Readonly<Record<string, RawBuilder<unknown>>>;
}

/**
 * A page with the version of its collection's counts of traits. `counts`: all of them; null: there are too
 * many; missing: they were not asked for.
 */
type StoredPage = ShownCollection &
  StoredItems & { readonly traitsVersion: number; readonly counts?: readonly StoredTraitCount[] | null };

/**
 * A page of a collection's members with the collection, as of one moment. Counts of traits are read when this
 * process does not have them.
 */
export async function collectionItemsPage(
  db: Database,
  wanted: CollectionItemsWanted,
): Promise<CollectionItemsPage> {
  const { slug } = wanted;
  const known = keptTraitCounts(slug);
  const uncounted = known && (await storedPage(db, wanted, { isCounted: false }));
  const isCurrent = uncounted !== null && uncounted.traitsVersion === known?.version;
  const row = isCurrent ? uncounted : await storedPage(db, wanted, { isCounted: true });
  if (!row) return { collection: null, items: [] };
  const { traitsVersion, counts: read, items, memberships, ...collection } = row;
  const counts = isCurrent ? known : read ? keepTraitCounts(slug, traitsVersion, read) : null;
  return { collection, items: itemsFrom({ items, memberships }, { counts }) };
}

/** In one statement; null: an unknown collection. */
async function storedPage(
  db: Database,
  { slug, sort, after, limit, now }: CollectionItemsWanted,
  { isCounted }: { readonly isCounted: boolean },
): Promise<StoredPage | null> {
  const isOldest = sort === 'oldest';
  const last = after && sql`(${after[0]}::bigint, ${after[1]}::bigint)`;
  const position = sql`(m.position, m.inscription_key)`;
  const start =
    last === null ? sql`true` : isOldest ? sql`${position} > ${last}` : sql`${position} < ${last}`;
  const order = isOldest ? sql`m.position, m.inscription_key` : sql`m.position desc, m.inscription_key desc`;
  const members = sql`
    select m.slug, m.inscription_key, m.position from collection_members m
    where m.slug = ${slug} and ${start} order by ${order}`;
  const shown = sql`c.slug, c.pixel_art, c.card_background_color, c.removed_at, c.traits_version`;
  const page = firstRows(members, limit);
  if (!isCounted) {
    const { rows } = await sql<StoredPage>`
      with page as materialized (${page}) select ${shown}, ${itemColumns({ order, now }, sql`null`)}
      from collections c where c.slug = ${slug}`.execute(db);
    return rows[0] ?? null;
  }
  const most = sql.lit(MOST_KEPT);
  const { rows } = await sql<StoredPage>`
    with page as materialized (${page}), counts as materialized (
      select n.trait_type, n.trait_value, n.member_count from collection_traits n
      where n.slug = ${slug} order by n.trait_type, n.trait_value limit ${sql.lit(MOST_KEPT + 1)}
    )
    select ${shown},
      (select coalesce(json_agg(json_build_array(trait_type, trait_value, member_count)), '[]')
        from counts having count(*) <= ${most}) as counts,
      ${itemColumns(
        { order, now },
        sql`case when (select count(*) from counts) > ${most} then ${TRAIT_MEMBERS} end`,
      )}
    from collections c where c.slug = ${slug}`.execute(db);
  return rows[0] ?? null;
}

/**
 * The members that `page` selects (slug, inscription_key and position of `collection_members`, and what
 * `order` sorts by), in one statement.
 */
export async function itemsOf<Item extends CollectionItem = CollectionItem>(
  db: Database,
  page: RawBuilder<unknown>,
  read: ItemsRead,
): Promise<Item[]> {
  const { rows } = await sql<StoredItems>`
    with page as materialized (${page}) select ${itemColumns(read, TRAIT_MEMBERS)}`.execute(db);
  return rows.flatMap((row) => itemsFrom(row, { extra: Object.keys(read.extra ?? {}) })) as Item[];
}

/**
 * SQL: how many members carry each trait of inscription `i`, in the order of its traits. Each count is found
 * by its key: as a join, all the traits of the collection would be read for every member.
 */
const TRAIT_MEMBERS = sql`array(select (
        select n.member_count from collection_traits n
        where n.slug = m.slug and n.trait_type = t.type and n.trait_value = t.value
      ) from rows from (jsonb_to_recordset(i.traits) as (type text, value text)) with ordinality as t (type, value, place)
        order by t.place)`;

/** SQL: the columns of `StoredItems`. The page is cut first: the joins then run for its rows only. */
function itemColumns({ order, now, extra = {} }: ItemsRead, traitMembers: RawBuilder<unknown>) {
  const shown = sql`o.state in ('pending_public', 'buyable', 'hidden_locked')
          and (o.state = 'hidden_locked' or ${unexpired(sql`o.expires_at`, now)})`;
  const further = Object.values(extra).map((column) => sql`, ${column}`);
  return sql`(
      select json_agg(json_build_array(i.id, i.key, m.position, i.number, i.title, i.content_type, i.satributes, i.sat,
        p.txid, p.vout, p.sat_offset, p.owner_address, i.last_sale_sats, m.slug, c.member_count, i.traits, ${traitMembers},
        case when l.id is not null then json_build_array(l.id, l.state, l.price_sats, l.listed_at, l.expires_at) end
        ${further.length === 0 ? sql`` : sql.join(further, sql``)}) order by ${order})
      from page m
        join collections c on c.slug = m.slug
        join inscriptions i on i.key = m.inscription_key
        join locations p on p.inscription_key = m.inscription_key
        -- Where it was listed, or, when its transfer is out without a sale, on the passthrough; else one whose coin only the mempool
        -- spends, by an accepted offer or fill: it is back when that fails. lower(): as its index (0017) says it.
        left join lateral (
          select o.id, o.state, o.price_sats, o.listed_at, o.expires_at from listings o
          where o.utxo_txid = p.txid and o.utxo_vout = p.vout and ${shown}
          union all
          select o.id, o.state, o.price_sats, o.listed_at, o.expires_at from listings o
          where o.transfer_txid = p.txid and p.vout = 0 and ${shown}
          union all
          select o.id, 'hidden_locked', o.price_sats, o.listed_at, o.expires_at from listings o
          where o.utxo_txid = p.txid and o.utxo_vout = p.vout and lower(o.state) = 'invalidated' and o.closed_at is null
            and o.invalidated_height is null
          limit 1
        ) l on true
    ) as items, (
      -- few items are in a second collection: one look for the page
      select json_agg(json_build_array(a.inscription_key, o.slug) order by o.verified desc, o.created_at, o.slug)
      from collection_members a join collections o on o.slug = a.slug
      where a.inscription_key in (
        select om.inscription_key from page m
          join collection_members om on om.inscription_key = m.inscription_key and om.slug <> m.slug
      )
    ) as memberships`;
}

function itemsFrom(
  { items, memberships }: StoredItems,
  { counts = null, extra = [] }: { counts?: TraitCounts | null; extra?: readonly string[] },
): CollectionItem[] {
  const slugs = new Map<number, string[]>();
  for (const [key, slug] of memberships ?? []) {
    const known = slugs.get(key);
    if (known) known.push(slug);
    else slugs.set(key, [slug]);
  }
  return (items ?? []).map((stored) => {
    const item = itemFrom(stored, slugs, counts);
    // in place: a copy of each item takes longer than all else
    return extra.length === 0
      ? item
      : Object.assign(item, Object.fromEntries(extra.map((name, at) => [name, stored[FIELDS + at]])));
  });
}

/** Values of an item before the `extra` ones. */
const FIELDS = 18;

function itemFrom(
  [
    id,
    key,
    position,
    number,
    title,
    contentType,
    satributes,
    sat,
    txid,
    vout,
    satOffset,
    ownerAddress,
    lastSaleSats,
    slug,
    memberCount,
    traits,
    traitMembers,
    listing,
  ]: StoredItem,
  slugs: ReadonlyMap<number, string[]>,
  counts: TraitCounts | null,
): CollectionItem {
  return {
    id,
    key: safeInteger(key),
    position: safeInteger(position),
    number: safeInteger(number),
    title,
    contentType,
    satributes,
    sat: sat && safeInteger(sat),
    txid,
    vout,
    satOffset: safeInteger(satOffset),
    ownerAddress,
    lastSaleSats: lastSaleSats && safeInteger(lastSaleSats),
    collections: slugs.get(key) ?? [slug],
    traits: traits.map(({ type, value }, place) => {
      const count = (traitMembers ? traitMembers[place] : counts?.members.get(type)?.get(value))!;
      return {
        type,
        value,
        count,
        percentage: Math.round((10_000 * count) / Math.max(memberCount, 1)) / 100,
      };
    }),
    listingId: listing?.[0] ?? null,
    listingState: listing?.[1] ?? null,
    priceSats: listing && safeInteger(listing[2]),
    listedAt: listing && dateOf(listing[3]),
    expiresAt: listing && dateOf(listing[4]),
  };
}

const dateOf = (text: string | null) => (text === null ? null : new Date(text));
