import type { Sats } from '@ordbook/protocol/sats';
import { sql } from 'kysely';
import type { Database } from '../port.ts';

/** Marketplace fees of confirmed trades, sats. Buyers' fees of purchases are not in it. */
export interface FeeTotals {
  readonly listing: Sats;
  readonly offer: Sats;
  readonly fill: Sats;
}

/** Reads whole tables: for an occasional scrape, not for a request. */
export async function feeTotals(db: Database): Promise<FeeTotals> {
  const { rows } = await sql<FeeTotals>`
    select
      (select coalesce(sum(seller_fee_sats), 0)::bigint from listings where state = 'sold') as listing,
      (select coalesce(sum((o.fees ->> 'marketplaceRevenueSats')::bigint), 0)::bigint from offers o
        where exists (select from offer_settlements s where s.offer_id = o.id and s.state = 'confirmed')) as offer,
      (select coalesce(sum((terms -> 'marketplace' ->> 'valueSats')::bigint), 0)::bigint from fill_attempts
        where state = 'accepted') as fill`.execute(db);
  return rows[0]!;
}
