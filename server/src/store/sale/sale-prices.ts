import { sql } from 'kysely';
import type { Database } from '../port.ts';

export interface UnpricedBlock {
  readonly height: number;
  readonly blockTime: Date;
  /** Set when the price at that block is known already. */
  readonly btcUsd: number | null;
}

/** Blocks with confirmed sales that have no price in USD yet, newest first. */
export async function unpricedBlocks(db: Database, limit: number): Promise<UnpricedBlock[]> {
  const { rows } = await sql<UnpricedBlock>`
    select b.height, b.block_time, b.btc_usd
    from (
      select distinct block_height from sales where state = 'confirmed' and price_usd is null
      order by block_height desc limit ${limit}
    ) u join blocks b on b.height = u.block_height
    order by b.height desc`.execute(db);
  return rows;
}

/**
 * Stores the price at a block and prices its sales, in US dollars and cents. Run it in a transaction.
 * Retry-safe.
 */
export async function priceBlock(db: Database, height: number, btcUsd: number): Promise<void> {
  await sql`update blocks set btc_usd = ${btcUsd} where height = ${height}`.execute(db);
  await sql`
    update sales set price_usd = round((price_sats / 100000000.0 * ${btcUsd}::double precision)::numeric, 2)
    where block_height = ${height} and state = 'confirmed' and price_usd is null`.execute(db);
}
