import type { Sats } from '@ordbook/protocol/sats';
import { type RawBuilder, sql } from 'kysely';
import type { CollectionKind } from '../catalogue/schema.ts';
import { firstRows } from '../database/first-rows.ts';
import type { PageKey } from '../database/page-key.ts';
import { lastShown, textRows, textsOf } from '../database/text-rows.ts';
import type { Database } from '../port.ts';
import type { SaleRef } from './write-sales.ts';

/** A sale of a purchase, with the transfer of its listing. */
export interface PurchaseSale {
  readonly id: string;
  readonly listingId: string;
  readonly inscriptionId: string;
  readonly priceSats: Sats;
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
  readonly soldAt: Date;
  readonly blockHeight: number;
  /** Of its transaction in the block. */
  readonly blockPosition: number;
  readonly collectionSlug: string | null;
  readonly collectionName: string | null;
  readonly collectionKind: CollectionKind | null;
  readonly collectionVerified: boolean | null;
}

/**
 * A page of confirmed sales in one statement, newest first; sales of the same second in reverse chain order.
 */
export async function salesPage(db: Database, wanted: SalesWanted): Promise<SaleRow[]> {
  const ordered = salesInOrder(
    wanted,
    sql`s.id, s.sale_type, s.txid, s.inscription_id, s.inscription_number as number,
      s.inscription_title as title, s.seller_address, s.buyer_address,
      s.price_sats, s.price_usd, s.sold_at, s.block_height, s.block_position,
      s.collection_slug, c.name as collection_name, c.kind as collection_kind, c.verified as collection_verified`,
  );
  const { rows } = await sql<SaleRow>`${firstRows(ordered, wanted.limit)}`.execute(db);
  return rows;
}

/** A page of confirmed sales as GET /sales shows it. */
export interface SaleTexts {
  /**
   * A JSON object for each row. The API and functions of the database agree on its fields and their order.
   */
  readonly texts: readonly string[];
  /** The key of the last row but one; null: there is none. */
  readonly last: PageKey | null;
}

/** The page that `salesPage` reads, as text: rows of it are neither parsed nor serialised. */
export async function saleTexts(db: Database, wanted: SalesWanted): Promise<SaleTexts> {
  const { limit } = wanted;
  // Sales that were made before these columns were have no text yet.
  const ordered = salesInOrder(
    wanted,
    sql`coalesce(s.shown_before, sale_before(s.id, s.sale_type, s.txid, s.inscription_id, s.inscription_number,
          s.inscription_title))
        || coalesce(c.summary, no_collection(s.collection_slug))
        || coalesce(s.shown_after, sale_after(s.seller_address, s.buyer_address, s.price_sats, s.price_usd, s.sold_at,
          s.block_height)) as shown,
      s.sold_at, s.block_height, s.block_position, s.id`,
  );
  const more = ['sold_at', 'block_height', 'block_position', 'id'].map((column) => lastShown(column, limit));
  const { rows } = await sql<
    Pick<SaleRow, 'soldAt' | 'blockHeight' | 'blockPosition'> & {
      readonly lines: string | null;
      readonly id: string | null;
    }
  >`${textRows(ordered, limit, more)}`.execute(db);
  const { lines, id, soldAt, blockHeight, blockPosition } = rows[0]!;
  const last = id === null ? null : [soldAt.toISOString(), blockHeight, blockPosition, id];
  return { texts: textsOf(lines), last };
}

/** SQL: `columns` of the wanted sales `s` in their order, each with its collection `c`. */
function salesInOrder(wanted: SalesWanted, columns: RawBuilder<unknown>): RawBuilder<unknown> {
  const slug = wanted.collectionSlug?.toLowerCase();
  const conditions = [sql`s.state = 'confirmed'`];
  if (slug !== undefined) conditions.push(sql`k.slug = ${slug}`);
  // Sort columns of the shelf, where there is one: its index has slug and order together.
  const from = slug === undefined ? sql`sales s` : sql`sale_shelves k join sales s on s.id = k.sale_id`;
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
    select ${columns}
    from ${from}
      left join collections c on c.slug = s.collection_slug
    where ${sql.join(conditions, sql` and `)}
    order by ${sql.join(key.map((column) => sql`${column} desc`))}`;
}
