import { sql } from 'kysely';
import type { Database } from '../port.ts';

export interface LatestBlock {
  readonly height: number;
  readonly at: Date;
  /** Confirmed ones, here and elsewhere. */
  readonly sales: number;
}

/** The newest applied blocks, the highest first, with the number of sales in each. */
export async function latestBlocks(db: Database, limit: number): Promise<LatestBlock[]> {
  const { rows } = await sql<LatestBlock>`
    select b.height, b.block_time as at,
      (select count(*)::integer from sales s where s.block_height = b.height and s.state = 'confirmed') as sales
    from blocks b order by b.height desc limit ${limit}`.execute(db);
  return rows;
}
