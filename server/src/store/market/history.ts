import type { Sats } from '@ordbook/protocol/sats';
import { sql } from 'kysely';
import type { Database } from '../port.ts';

export interface HistoryWanted {
  /** Lower case. */
  readonly slug: string;
  readonly now: Date;
  /** So many before now. */
  readonly days: number;
}

/** A collection's floor at the end of each of these days, oldest first, as far as it was noted. */
export async function floorHistory(
  db: Database,
  { slug, now, days }: HistoryWanted,
): Promise<{ readonly at: Date; readonly floorSats: Sats | null }[]> {
  const { rows } = await sql<{ at: Date; floorSats: Sats | null }>`
    select s.taken_at as at, s.floor_sats from generate_series(0, ${days - 1}::integer) d
      cross join lateral (
        select taken_at, floor_sats from floor_snapshots
        where slug = ${slug} and taken_at <= ${now}::timestamptz - d * interval '1 day'
          and taken_at > ${now}::timestamptz - (d + 1) * interval '1 day'
        order by taken_at desc limit 1
      ) s order by s.taken_at`.execute(db);
  return rows;
}

/**
 * The newest confirmed sales of a collection in these days, oldest first. Each is read by its id,
 * wherever the planner would go through all sales of the market instead.
 */
export async function saleHistory(
  db: Database,
  { slug, now, days, limit }: HistoryWanted & { readonly limit: number },
): Promise<{ readonly at: Date; readonly priceSats: Sats }[]> {
  const { rows } = await sql<{ at: Date; priceSats: Sats }>`
    select k.sold_at as at, s.price_sats from (
      select sale_id, sold_at, block_height, block_position from collection_sales
      where slug = ${slug} and sold_at > ${now}::timestamptz - ${days}::integer * interval '1 day'
      order by sold_at desc, block_height desc, block_position desc, sale_id desc limit ${limit}
    ) k cross join lateral (select price_sats from sales where id = k.sale_id limit 1) s
    order by k.sold_at, k.block_height, k.block_position, k.sale_id`.execute(db);
  return rows;
}
