import type { Sats } from '@ordbook/protocol/sats';
import { sql } from 'kysely';
import { slugsOf } from '../catalogue/collections.ts';
import { setLastSales } from '../chain/inscriptions.ts';
import { withMoves } from '../database/machine.ts';
import type { Database } from '../port.ts';
import { storedSettlements, undoReadBackAbove } from './read-back.ts';
import type { SaleEvidence } from './schema.ts';
import { deletingSales, insertExternalSales, repricingSales } from './write-sales.ts';

/** A sale that was settled elsewhere. */
export interface ExternalSale {
  readonly txid: string;
  readonly blockHeight: number;
  /** Of the transaction in its block. */
  readonly blockPosition: number;
  /** Time of the block. */
  readonly soldAt: Date;
  /** Everything on the coin that was sold, and where it went: at least one. */
  readonly sold: readonly { readonly key: number; readonly buyerAddress: string | null }[];
  readonly sellerAddress: string | null;
  /** In what form it is on the chain, and how much of the price that proves. */
  readonly form: string;
  readonly evidence: SaleEvidence;
  readonly priceSats: Sats;
}

/**
 * Stores the sales settled elsewhere in blocks as confirmed sales. Each names the lowest-numbered inscription
 * sold and its primary collection; the others that it sold are kept beside it. Transactions of our own
 * trades are left out. Run it in the transaction that stores the blocks. Retry-safe.
 */
export async function storeExternalSales(db: Database, sales: readonly ExternalSale[]): Promise<void> {
  if (sales.length === 0) return;
  const ours = await storedSettlements(
    db,
    sales.map(({ txid }) => txid),
  );
  const elsewhere = sales.filter(({ txid }) => !ours.has(txid));
  if (elsewhere.length === 0) return;
  const keys = elsewhere.flatMap(({ sold }) => sold.map(({ key }) => key));
  const { rows: inscriptions } = await sql<{ id: string; key: number }>`
    select id, key from inscriptions where key = any(${keys}::bigint[]) order by number`.execute(db);
  const told = elsewhere.map(({ sold, ...sale }) => {
    const { id, key } = inscriptions.find((one) => sold.some((other) => other.key === one.key))!;
    const { buyerAddress } = sold.find((one) => one.key === key)!;
    const soldIds = inscriptions
      .filter((one) => sold.some((other) => other.key === one.key))
      .map((one) => one.id);
    return { ...sale, inscriptionId: id, buyerAddress, soldIds };
  });
  const ids = told.map(({ inscriptionId }) => inscriptionId);
  const slugs = await slugsOf(db, ids);
  await insertExternalSales(
    db,
    told.map((sale) => ({ ...sale, collectionSlug: slugs.get(sale.inscriptionId)?.[0] ?? null })),
  );
  await setLastSales(
    db,
    told.flatMap(({ soldIds }) => soldIds),
  );
}

/** What was sold in confirmed sales, of either type, in blocks above `height`. */
export async function salesInBlocksAbove(db: Database, height: number): Promise<string[]> {
  const { rows } = await sql<{ inscriptionId: string }>`
    select inscription_id from sales where block_height > ${height}
    union
    select i.inscription_id from sale_items i join sales s on s.id = i.sale_id where s.block_height > ${height}`.execute(
    db,
  );
  return rows.map(({ inscriptionId }) => inscriptionId);
}

/**
 * Deletes the sales of other marketplaces in blocks above `height`, and the USD prices of all other sales
 * there.
 */
export async function deleteExternalSalesAbove(db: Database, height: number): Promise<void> {
  await undoReadBackAbove(db, height);
  const gone = deletingSales(sql`r.block_height > ${height} and r.sale_type = 'external'`);
  await sql`with ${withMoves(gone)} select`.execute(db);
  const priced = repricingSales(sql`block_height > ${height} and price_usd is not null`, sql`null`);
  await sql`with ${withMoves(priced)} select`.execute(db);
}
