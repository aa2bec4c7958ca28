import type { Sats } from '@ordbook/protocol/sats';
import { sql } from 'kysely';
import { DAY_MS } from '../../base/clock.ts';
import type { CollectionKind } from '../catalogue/schema.ts';
import type { Database } from '../port.ts';

/** A collection as visitors see it, besides its floor. */
export interface MarketCollectionRow {
  readonly slug: string;
  readonly name: string;
  readonly kind: CollectionKind;
  readonly verified: boolean;
  readonly tradingEnabled: boolean;
  readonly featuredRank: number | null;
  readonly memberCount: number;
  /** Highest active offer for any of its inscriptions; null: none. */
  readonly bestOfferSats: Sats | null;
  readonly offerCount: number;
  /** Of confirmed sales, here and elsewhere, since one day, seven and thirty days. */
  readonly volumeDaySats: Sats;
  readonly volumeWeekSats: Sats;
  readonly volumeMonthSats: Sats;
  readonly salesWeek: number;
  /** The first inscriptions, for a picture of it. */
  readonly samples: readonly { readonly id: string; readonly contentType: string | null }[];
  readonly pixelArt: boolean;
  readonly cardBackgroundColor: string | null;
}

const SAMPLES = 4;

/**
 * Every collection that is not removed, the featured ones first, then by name; with `slug`, only that one.
 * Sums the sales of thirty days: cache what it returns.
 */
export async function marketCollections(
  db: Database,
  { now, slug }: { readonly now: Date; readonly slug?: string },
): Promise<MarketCollectionRow[]> {
  const since = (days: number) => sql`${new Date(now.getTime() - days * DAY_MS)}::timestamptz`;
  const sumSince = (days: number) =>
    sql`coalesce(sum(s.price_sats) filter (where k.sold_at > ${since(days)}), 0)::bigint`;
  const { rows } = await sql<MarketCollectionRow>`
    select c.slug, c.name, c.kind, c.verified, c.trading_enabled, c.featured_rank, c.member_count, c.pixel_art,
      c.card_background_color, offers.best as best_offer_sats, offers.count as offer_count, sold.*, first.samples
    from collections c
      cross join lateral (
        select max(o.price_sats) filter (where o.target ->> 'kind' = 'all') as best, count(*) as count
        from collection_offers o
        where o.slug = c.slug and o.state = 'active' and o.expires_at > ${now}::timestamptz
      ) offers
      cross join lateral (
        select ${sumSince(1)} as volume_day_sats, ${sumSince(7)} as volume_week_sats,
          ${sumSince(30)} as volume_month_sats, count(*) filter (where k.sold_at > ${since(7)}) as sales_week
        from collection_sales k join sales s on s.id = k.sale_id
        where k.slug = c.slug and k.sold_at > ${since(30)}
      ) sold
      cross join lateral (
        select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'contentType', f.content_type) order by f.position), '[]')
          as samples
        from (
          select n.id, n.content_type, m.position
          from collection_members m join inscriptions n on n.key = m.inscription_key
          where m.slug = c.slug order by m.position, m.inscription_key limit ${SAMPLES}
        ) f
      ) first
    where c.removed_at is null and ${slug === undefined ? sql`true` : sql`c.slug = ${slug}`}
    order by c.featured_rank nulls last, c.name, c.slug`.execute(db);
  return rows;
}

export interface TraitCount {
  readonly type: string;
  readonly value: string;
  readonly count: number;
}

/** The most common traits of a collection, by type, then by how many members carry them. */
export async function traitCounts(db: Database, slug: string, limit: number): Promise<TraitCount[]> {
  const { rows } = await sql<TraitCount>`
    select * from (
      select trait_type as type, trait_value as value, member_count as count
      from collection_traits where slug = ${slug} and member_count > 0
      order by member_count desc, trait_type, trait_value limit ${limit}
    ) t order by type, count desc, value`.execute(db);
  return rows;
}
