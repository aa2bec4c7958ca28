import type { Sats } from '@ordbook/protocol/sats';
import { type RawBuilder, sql } from 'kysely';
import { firstRows } from '../database/first-rows.ts';
import type { PageKey } from '../database/page-key.ts';
import type { ListingState } from '../listing/schema.ts';
import { unexpired } from '../listing/unexpired.ts';
import type { Database } from '../port.ts';

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

/** As the statement returns it: with the members that carry each trait, in the order of the traits. */
type StoredItem<Item extends CollectionItem> = Omit<Item, 'traits'> & {
  readonly traits: { readonly type: string; readonly value: string }[];
  readonly traitMembers: number[];
  readonly memberCount: number;
};

/**
 * A page of a collection's members in one statement; empty for an unknown collection.
 */
export async function collectionItemsPage(
  db: Database,
  wanted: CollectionItemsWanted,
): Promise<CollectionItem[]> {
  const isOldest = wanted.sort === 'oldest';
  const after = wanted.after && sql`(${wanted.after[0]}::bigint, ${wanted.after[1]}::bigint)`;
  const position = sql`(m.position, m.inscription_key)`;
  const start =
    after === null ? sql`true` : isOldest ? sql`${position} > ${after}` : sql`${position} < ${after}`;
  const order = isOldest ? sql`m.position, m.inscription_key` : sql`m.position desc, m.inscription_key desc`;
  const members = sql`
    select m.slug, m.inscription_key, m.position from collection_members m
    where m.slug = ${wanted.slug} and ${start} order by ${order}`;
  return itemsOf(db, firstRows(members, wanted.limit), { order, now: wanted.now });
}

/**
 * The members that `page` selects (slug, inscription_key and position of `collection_members`, and what
 * `order` sorts by), in one statement. `order` is over the columns of the page, as `m`; `extra` are further
 * columns of it.
 */
export async function itemsOf<Item extends CollectionItem = CollectionItem>(
  db: Database,
  page: RawBuilder<unknown>,
  { order, now, extra = sql`` }: { order: RawBuilder<unknown>; now: Date; extra?: RawBuilder<unknown> },
): Promise<Item[]> {
  const shown = sql`o.state in ('pending_public', 'buyable', 'hidden_locked')
          and (o.state = 'hidden_locked' or ${unexpired(sql`o.expires_at`, now)})`;
  // The page is cut first: the joins then run for its rows only.
  const { rows } = await sql<StoredItem<Item>>`
    with page as (${page})
    select i.id, i.key, m.position, i.number, i.title, i.content_type, i.satributes, i.sat, p.txid, p.vout, p.sat_offset,
      p.owner_address, i.last_sale_sats, i.traits, c.member_count,
      -- Each count by its key: as a join, all the traits of the collection would be read for every member.
      array(select (
        select n.member_count from collection_traits n
        where n.slug = m.slug and n.trait_type = t.type and n.trait_value = t.value
      ) from rows from (jsonb_to_recordset(i.traits) as (type text, value text)) with ordinality as t (type, value, place)
        order by t.place) as trait_members,
      array(select o.slug from collection_members om join collections o on o.slug = om.slug
        where om.inscription_key = m.inscription_key order by o.verified desc, o.created_at, o.slug) as collections,
      l.id as listing_id, l.state as listing_state, l.price_sats, l.listed_at, l.expires_at${extra}
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
    order by ${order}`.execute(db);
  // in place: copies of 49 rows with 22 columns took a sixth of a page's time
  return rows.map((stored) => Object.assign(stored, { traits: countedTraits(stored) }) as unknown as Item);
}

function countedTraits({
  traits,
  traitMembers,
  memberCount,
}: StoredItem<CollectionItem>): CollectionItem['traits'] {
  return traits.map(({ type, value }, place) => {
    const count = traitMembers[place]!;
    return { type, value, count, percentage: Math.round((10_000 * count) / Math.max(memberCount, 1)) / 100 };
  });
}
