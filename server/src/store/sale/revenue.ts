/** What own confirmed sales brought, and where it went. */
import type { Sats } from '@ordbook/protocol/sats';
import { type RawBuilder, sql } from 'kysely';
import type { PageKey } from '../database/page-key.ts';
import type { Database } from '../port.ts';

export const REVENUE_GROUPS = ['day', 'month', 'collection', 'partner'] as const;
export type RevenueGroup = (typeof REVENUE_GROUPS)[number];

/** When they were sold: the time of the block. */
export interface SoldBetween {
  readonly since?: Date | undefined;
  /** Exclusive. */
  readonly until?: Date | undefined;
}

export interface Revenue {
  /** A day (`2026-03-01`) or month (`2026-03`) in UTC, a slug, or the name of a partner. null: none. */
  readonly group: string | null;
  readonly sales: number;
  readonly priceSats: Sats;
  readonly sellerFeeSats: Sats;
  readonly buyerFeeSats: Sats;
  readonly royaltySats: Sats;
  readonly partnerSats: Sats;
  readonly anchorSats: Sats;
  readonly feePaidSats: Sats;
  /** Sales with a missing figure, which counts as 0. */
  readonly unknown: number;
  /** Dollars, whole cents, each sale at the price of its block; null: no sale has one. */
  readonly priceUsd: number | null;
  /** Of both sides. */
  readonly feeUsd: number | null;
  readonly partnerUsd: number | null;
  /** Sales without a price in dollars, which the three leave out. */
  readonly unpriced: number;
}

/** A row per group, in order; without a group, one row, and none without a sale. One statement. */
export async function revenue(
  db: Database,
  {
    by,
    partner,
    ...between
  }: SoldBetween & { readonly by?: RevenueGroup | undefined; readonly partner?: string | undefined },
): Promise<Revenue[]> {
  const group = by === undefined ? sql`null::text` : GROUPS[by];
  const { rows } = await sql<Revenue>`
    select ${group} as "group", count(*)::integer as sales, ${total('price_sats')}, ${total('seller_fee_sats')},
      ${total('buyer_fee_sats')}, ${total('royalty_sats')}, ${total('partner_sats')}, ${total('anchor_sats')},
      ${total('fee_paid_sats')}, (count(*) filter (where s.seller_fee_sats is null or s.buyer_fee_sats is null
        or s.fee_paid_sats is null))::integer as unknown,
      ${dollars(sql`s.price_sats`)} as price_usd,
      ${dollars(sql`(coalesce(s.seller_fee_sats, 0) + coalesce(s.buyer_fee_sats, 0))`)} as fee_usd,
      ${dollars(sql`coalesce(s.partner_sats, 0)`)} as partner_usd,
      (count(*) filter (where s.price_usd is null))::integer as unpriced
    from sales s left join partners p on p.id = s.partner_id
    where ${ownSales(between)} ${partner === undefined ? sql`` : sql`and p.name = ${partner}`}
    group by 1 order by 1`.execute(db);
  return rows;
}

const GROUPS: Readonly<Record<RevenueGroup, RawBuilder<unknown>>> = {
  day: sql`to_char(s.sold_at at time zone 'UTC', 'YYYY-MM-DD')`,
  month: sql`to_char(s.sold_at at time zone 'UTC', 'YYYY-MM')`,
  collection: sql`s.collection_slug`,
  partner: sql`p.name`,
};

function total(column: string): RawBuilder<unknown> {
  return sql`coalesce(sum(s.${sql.ref(column)}), 0)::bigint as ${sql.ref(column)}`;
}

/** SQL: the sum of an amount in dollars, at the rate of each sale; exact, so the same in any order. */
const dollars = (amount: RawBuilder<unknown>) =>
  sql`round(sum(${amount} * s.price_usd::numeric / nullif(s.price_sats, 0)), 2)::double precision`;

/** SQL: the sale `s` is a confirmed one of this marketplace, sold in that time. */
export function ownSales({ since, until }: SoldBetween): RawBuilder<unknown> {
  const all = [sql`s.state = 'confirmed'`, sql`s.sale_type = 'internal'`];
  if (since) all.push(sql`s.sold_at >= ${since}::timestamptz`);
  if (until) all.push(sql`s.sold_at < ${until}::timestamptz`);
  return sql.join(all, sql` and `);
}

/** SQL: how the sale `s` was made. */
const KIND = sql`case when s.purchase_id is not null or s.listing_id is not null then 'purchase'
  when s.offer_id is not null then 'offer' else 'fill' end`;

/** Sales of one kind at one price. */
export interface PricedSales {
  readonly kind: 'purchase' | 'offer' | 'fill';
  readonly priceSats: Sats;
  readonly sales: number;
  /** The marketplace's fees of all of them. */
  readonly feeSats: Sats;
}

/** Own confirmed sales by kind and price, of one collection or of those without fees of their own (null). */
export async function salesByPrice(
  db: Database,
  slug: string | null,
  between: SoldBetween,
): Promise<PricedSales[]> {
  const among =
    slug === null
      ? sql`not exists (select from collections c where c.slug = s.collection_slug and c.fees is not null)`
      : sql`s.collection_slug = ${slug}`;
  const { rows } = await sql<PricedSales>`
    select ${KIND} as kind, s.price_sats, count(*)::integer as sales,
      coalesce(sum(s.seller_fee_sats), 0)::bigint + coalesce(sum(s.buyer_fee_sats), 0)::bigint as fee_sats
    from sales s where ${ownSales(between)} and ${among} group by 1, 2`.execute(db);
  return rows;
}

/** A sale with its money. null: not known. */
export interface SaleAccount {
  readonly id: string;
  readonly soldAt: Date;
  readonly blockHeight: number;
  readonly txid: string;
  readonly kind: 'purchase' | 'offer' | 'fill';
  readonly inscriptionId: string;
  readonly inscriptionNumber: number | null;
  readonly collectionSlug: string | null;
  readonly sellerAddress: string | null;
  readonly buyerAddress: string | null;
  readonly priceSats: Sats;
  readonly priceUsd: number | null;
  readonly sellerFeeSats: Sats | null;
  readonly buyerFeeSats: Sats | null;
  readonly royaltySats: Sats | null;
  readonly partner: string | null;
  readonly partnerAddress: string | null;
  readonly partnerSats: Sats | null;
  readonly anchorSats: Sats | null;
  readonly feePaidSats: Sats | null;
}

/** A page of own confirmed sales, oldest first. `after`: `[soldAt, id]`. */
export async function saleAccounts(
  db: Database,
  { after, limit, ...between }: SoldBetween & { readonly after: PageKey | null; readonly limit: number },
): Promise<SaleAccount[]> {
  const beyond = after ? sql`and (s.sold_at, s.id) > (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``;
  const { rows } = await sql<SaleAccount>`
    select s.id, s.sold_at, s.block_height, s.txid, ${KIND} as kind,
      s.inscription_id, s.inscription_number, s.collection_slug, s.seller_address, s.buyer_address, s.price_sats,
      s.price_usd, s.seller_fee_sats, s.buyer_fee_sats, s.royalty_sats, p.name as partner, s.partner_address,
      s.partner_sats, s.anchor_sats, s.fee_paid_sats
    from sales s left join partners p on p.id = s.partner_id
    where ${ownSales(between)} ${beyond}
    order by s.sold_at, s.id limit ${limit}`.execute(db);
  return rows;
}
