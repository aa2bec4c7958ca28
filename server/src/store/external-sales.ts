import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Sats } from '../base/sats.ts';
import { slugsOf } from './collections.ts';
import { setLastSales } from './inscriptions.ts';
import type { Database } from './port.ts';

/** A sale that was settled elsewhere. */
export interface ExternalSale {
  readonly txid: string;
  /** Of the transaction in its block. */
  readonly blockPosition: number;
  readonly inscriptionId: string;
  readonly sellerAddress: string | null;
  readonly buyerAddress: string | null;
  readonly priceSats: Sats;
}

/**
 * Stores what a block's transactions sold elsewhere as confirmed sales of each inscription's primary collection; transactions of our
 * own purchases are left out. Run it in the transaction that stores the block. Retry: safe.
 */
export async function storeExternalSales(
  db: Database,
  sales: readonly ExternalSale[],
  { height, blockTime }: { readonly height: number; readonly blockTime: Date },
): Promise<void> {
  if (sales.length === 0) return;
  const { rows: own } = await sql<{ settlementTxid: string }>`
    select settlement_txid from purchases
    where settlement_txid = any(${sales.map(({ txid }) => txid)}::text[])`.execute(db);
  const ours = new Set(own.map(({ settlementTxid }) => settlementTxid));
  const elsewhere = sales.filter(({ txid }) => !ours.has(txid));
  if (elsewhere.length === 0) return;
  const ids = elsewhere.map(({ inscriptionId }) => inscriptionId);
  const slugs = await slugsOf(db, ids);
  await db
    .insertInto('sales')
    .values(
      elsewhere.map((sale) => ({
        id: randomUUID(),
        state: 'confirmed' as const,
        saleType: 'external' as const,
        ...sale,
        collectionSlug: slugs.get(sale.inscriptionId)?.[0] ?? null,
        soldAt: blockTime,
        blockHeight: height,
      })),
    )
    .onConflict((conflict) => conflict.columns(['txid', 'inscriptionId']).doNothing())
    .execute();
  await setLastSales(db, ids);
}

/** Inscriptions of confirmed sales, of either type, in blocks above `height`. */
export async function salesInBlocksAbove(db: Database, height: number): Promise<string[]> {
  const { rows } = await sql<{ inscriptionId: string }>`
    select distinct inscription_id from sales where block_height > ${height}`.execute(db);
  return rows.map(({ inscriptionId }) => inscriptionId);
}

/** Removes sales settled elsewhere in blocks above `height`, and the prices in USD of all others there. */
export async function forgetExternalSales(db: Database, height: number): Promise<void> {
  await sql`delete from sales where block_height > ${height} and sale_type = 'external'`.execute(db);
  await sql`update sales set price_usd = null where block_height > ${height}`.execute(db);
}
