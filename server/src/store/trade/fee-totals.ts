import type { Sats } from '@ordbook/protocol/sats';
import { sql } from 'kysely';
import type { Database } from '../port.ts';

/** Marketplace fees of confirmed own sales by kind, sats: both sides', where they are known. */
export interface FeeTotals {
  readonly purchase: Sats;
  readonly offer: Sats;
  readonly fill: Sats;
}

/** Reads the whole table of sales: for an occasional scrape, not for a request. */
export async function feeTotals(db: Database): Promise<FeeTotals> {
  const { rows } = await sql<FeeTotals>`
    select coalesce(sum(fees) filter (where kind = 'purchase'), 0)::bigint as purchase,
      coalesce(sum(fees) filter (where kind = 'offer'), 0)::bigint as offer,
      coalesce(sum(fees) filter (where kind = 'fill'), 0)::bigint as fill
    from (
      select coalesce(seller_fee_sats, 0) + coalesce(buyer_fee_sats, 0) as fees,
        case when purchase_id is not null or listing_id is not null then 'purchase'
          when offer_id is not null then 'offer' else 'fill' end as kind
      from sales where state = 'confirmed' and sale_type = 'internal') sold`.execute(db);
  return rows[0]!;
}
