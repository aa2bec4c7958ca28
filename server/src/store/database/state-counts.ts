import { sql } from 'kysely';
import type { Database } from '../port.ts';

export interface TradeCount {
  readonly table: string;
  readonly state: string;
  readonly count: number;
}

/** Rows of every state machine by state. Reads whole indexes: for a scrape now and then, not for a request. */
export async function tradeCounts(db: Database): Promise<TradeCount[]> {
  const { rows } = await sql<TradeCount>`
    select 'listings' as table, state, count(*) from listings group by state
    union all select 'purchases', state, count(*) from purchases group by state
    union all select 'sales', state, count(*) from sales group by state
    union all select 'offers', state, count(*) from offers group by state
    union all select 'offer_settlements', state, count(*) from offer_settlements group by state
    union all select 'collection_offers', state, count(*) from collection_offers group by state
    union all select 'fill_attempts', state, count(*) from fill_attempts group by state`.execute(db);
  return rows;
}
