import { sql } from 'kysely';
import { withMoves } from '../database/machine.ts';
import type { Database } from '../port.ts';
import { repricingSales } from './write-sales.ts';

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
  const priced = repricingSales(
    sql`block_height = ${height} and price_usd is null`,
    sql`round((r.price_sats / 100000000.0 * ${btcUsd}::double precision)::numeric, 2)`,
  );
  await sql`with ${withMoves(priced)} select`.execute(db);
}
