import type { Sats } from '@ordbook/protocol/sats';
import { sql } from 'kysely';
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
  const shown = sql`o.state in ('pending_public', 'buyable', 'hidden_locked')
          and (o.state = 'hidden_locked' or ${unexpired(sql`o.expires_at`, wanted.now)})`;
  // The page is cut first: the joins then run for its rows only.
  const { rows } = await sql<CollectionItem>`
    with page as (
      select m.slug, m.inscription_key, m.position from collection_members m
      where m.slug = ${wanted.slug} and ${start}
      order by ${order} limit ${wanted.limit}
    )
    select i.id, i.key, m.position, i.number, i.title, i.content_type, i.satributes, i.sat, p.txid, p.vout, p.sat_offset,
      p.owner_address, i.last_sale_sats, memberships.slugs as collections, counted.traits,
      l.id as listing_id, l.state as listing_state, l.price_sats, l.listed_at, l.expires_at
    from page m
      join collections c on c.slug = m.slug
      join inscriptions i on i.key = m.inscription_key
      join locations p on p.inscription_key = m.inscription_key
      -- Where it was listed, or, when its transfer is out without a sale, on the passthrough; else one whose coin only the mempool
      -- spends, by an accepted offer or fill: it is back when that fails.
      left join lateral (
        select o.id, o.state, o.price_sats, o.listed_at, o.expires_at from listings o
        where o.utxo_txid = p.txid and o.utxo_vout = p.vout and ${shown}
        union all
        select o.id, o.state, o.price_sats, o.listed_at, o.expires_at from listings o
        where o.transfer_txid = p.txid and p.vout = 0 and ${shown}
        union all
        select o.id, 'hidden_locked', o.price_sats, o.listed_at, o.expires_at from listings o
        where o.utxo_txid = p.txid and o.utxo_vout = p.vout and o.state = 'invalidated' and o.closed_at is null
          and o.invalidated_height is null
        limit 1
      ) l on true
      cross join lateral (
        select array_agg(o.slug order by o.verified desc, o.created_at, o.slug) as slugs
        from collection_members om join collections o on o.slug = om.slug
        where om.inscription_key = m.inscription_key
      ) memberships
      cross join lateral (
        select coalesce(jsonb_agg(jsonb_build_object('type', t.type, 'value', t.value, 'count', t.members,
          'percentage', round(100.0 * t.members / greatest(c.member_count, 1), 2)) order by t.place), '[]') as traits
        from (
          -- Each count by its key: as a join, all the traits of the collection would be read for every member.
          select type, value, place, (
            select n.member_count from collection_traits n
            where n.slug = m.slug and n.trait_type = type and n.trait_value = value
          ) as members
          from rows from (jsonb_to_recordset(i.traits) as (type text, value text)) with ordinality as r (type, value, place)
        ) t
      ) counted
    order by ${order}`.execute(db);
  return rows;
}
