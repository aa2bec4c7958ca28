import type { Sats } from '@ordbook/protocol/sats';
import { type RawBuilder, sql } from 'kysely';
import type { CollectionKind } from '../catalogue/schema.ts';
import { columnsOf } from '../database/columns.ts';
import { firstRows } from '../database/first-rows.ts';
import type { PageKey } from '../database/page-key.ts';
import type { Database } from '../port.ts';
import type { SaleEvidence } from './schema.ts';
import type { SaleRef } from './write-sales.ts';

/** A sale of a purchase, with the transfer of its listing. */
export interface PurchaseSale {
  readonly id: string;
  readonly listingId: string;
  readonly inscriptionId: string;
  readonly priceSats: Sats;
  /** null: not known. */
  readonly sellerFeeSats: Sats | null;
  readonly buyerFeeSats: Sats | null;
  readonly transferTxid: string;
}

export async function salesOfPurchase(db: Database, purchaseId: string): Promise<PurchaseSale[]> {
  return db
    .selectFrom('sales')
    .innerJoin('listings', 'listings.id', 'sales.listingId')
    .select([
      'sales.id',
      'listings.id as listingId',
      'sales.inscriptionId',
      'sales.priceSats',
      'sales.sellerFeeSats',
      'sales.buyerFeeSats',
      'listings.transferTxid',
    ])
    .where('sales.purchaseId', '=', purchaseId)
    .orderBy('listings.id')
    .execute();
}

/** Sales of an accepted offer or counter: one, or none for an offer that was never accepted. */
export async function salesOfOffer(db: Database, offerId: string): Promise<SaleRef[]> {
  return db.selectFrom('sales').select(['id', 'inscriptionId']).where('offerId', '=', offerId).execute();
}

export interface SalesWanted {
  /** `[soldAt, blockHeight, blockPosition, id]`; null: from the beginning. */
  readonly after: PageKey | null;
  readonly limit: number;
  /**
   * Any case. Matches a sale in the collection it was made in, and in every collection that has something it
   * sold as a member.
   */
  readonly collectionSlug?: string | undefined;
  /** Sold or bought by this address. Not together with a collection. */
  readonly address?: string | undefined;
}

/** A confirmed sale beside its inscription and collection; their columns are null when they are not known. */
export interface SaleRow {
  readonly id: string;
  readonly saleType: 'internal' | 'external';
  readonly txid: string;
  readonly inscriptionId: string;
  readonly number: number | null;
  readonly title: string | null;
  readonly sellerAddress: string | null;
  readonly buyerAddress: string | null;
  readonly priceSats: Sats;
  readonly priceUsd: number | null;
  /** Of a sale elsewhere. */
  readonly form: string | null;
  readonly evidence: SaleEvidence | null;
  readonly soldAt: Date;
  readonly blockHeight: number;
  /** Of its transaction in the block. */
  readonly blockPosition: number;
  readonly collectionSlug: string | null;
  readonly collectionName: string | null;
  readonly collectionKind: CollectionKind | null;
  readonly collectionVerified: boolean | null;
}

/** What `SalesWanted.after` is to be for the page after this sale. */
export const saleKey = ({ soldAt, blockHeight, blockPosition, id }: SaleRow): PageKey => [
  soldAt.toISOString(),
  blockHeight,
  blockPosition,
  id,
];

const COLUMNS = columnsOf<SaleRow>({
  id: sql`s.id`,
  saleType: sql`s.sale_type`,
  txid: sql`s.txid`,
  inscriptionId: sql`s.inscription_id`,
  number: sql`s.inscription_number`,
  title: sql`s.inscription_title`,
  sellerAddress: sql`s.seller_address`,
  buyerAddress: sql`s.buyer_address`,
  priceSats: sql`s.price_sats`,
  priceUsd: sql`s.price_usd`,
  form: sql`s.form`,
  evidence: sql`s.evidence`,
  soldAt: sql`s.sold_at`,
  blockHeight: sql`s.block_height`,
  blockPosition: sql`s.block_position`,
  collectionSlug: sql`s.collection_slug`,
  collectionName: sql`c.name`,
  collectionKind: sql`c.kind`,
  collectionVerified: sql`c.verified`,
});

/**
 * A page of confirmed sales in one statement, newest first; sales of the same second in reverse chain order.
 */
export async function salesPage(db: Database, wanted: SalesWanted): Promise<SaleRow[]> {
  const { address, limit } = wanted;
  if (address === undefined) {
    const { rows } = await sql<SaleRow>`${firstRows(salesInOrder(wanted), limit)}`.execute(db);
    return rows;
  }
  // each side is a range of its own index; a sale to oneself is on the first
  const sold = firstRows(salesInOrder(wanted, sql`s.seller_address = ${address}`), limit);
  const bought = firstRows(
    salesInOrder(wanted, sql`s.buyer_address = ${address} and s.seller_address is distinct from ${address}`),
    limit,
  );
  const { rows } = await sql<SaleRow>`
    select * from (select * from (${sold}) sold union all select * from (${bought}) bought) both_sides
    order by sold_at desc, block_height desc, block_position desc, id desc limit ${limit}`.execute(db);
  return rows;
}

/** SQL: the wanted sales `s` in their order, each with its collection `c`. */
function salesInOrder(wanted: SalesWanted, side?: RawBuilder<unknown>): RawBuilder<unknown> {
  const slug = wanted.collectionSlug?.toLowerCase();
  const conditions = [sql`s.state = 'confirmed'`, ...(side ? [side] : [])];
  if (slug !== undefined) conditions.push(sql`k.slug = ${slug}`);
  // Sort columns of the collection's rows, where there are some: its index has slug and order together.
  const from = slug === undefined ? sql`sales s` : sql`collection_sales k join sales s on s.id = k.sale_id`;
  const key =
    slug === undefined
      ? [sql`s.sold_at`, sql`s.block_height`, sql`s.block_position`, sql`s.id`]
      : [sql`k.sold_at`, sql`k.block_height`, sql`k.block_position`, sql`k.sale_id`];
  if (wanted.after) {
    const [soldAt, height, position, id] = wanted.after;
    conditions.push(sql`(${sql.join(key)})
      < (${soldAt}::timestamptz, ${height}::integer, ${position}::integer, ${id}::uuid)`);
  }
  return sql`
    select ${COLUMNS}
    from ${from}
      left join collections c on c.slug = s.collection_slug
    where ${sql.join(conditions, sql` and `)}
    order by ${sql.join(key.map((column) => sql`${column} desc`))}`;
}
