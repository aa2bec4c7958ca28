import { sql } from 'kysely';
import { stateAt } from '../database/next-to-expire.ts';
import type { Database } from '../port.ts';
import type { TradeKind } from './story.ts';

export interface EndedTrade {
  readonly id: string;
  readonly kind: TradeKind;
  readonly state: string;
  readonly reason: string | null;
}

/**
 * The first of these trades, when all of them have ended without a settlement at `now`, or stand still since
 * a coin was spent elsewhere. null: one of them lives or has settled. A fill says itself how it ended.
 */
export async function endedTrade(
  db: Database,
  ids: readonly string[],
  now: Date,
): Promise<EndedTrade | null> {
  const among = sql`any(${[...ids]}::uuid[])`;
  const { rows } = await sql<EndedTrade>`
    with trades as (
      select l.id, 'listing' as kind, ${stateAt('l', now)} as state, l.close_reason as reason
      from listings l where l.id = ${among}
      union all
      select o.id, case o.kind when 'seller_counter' then 'counter' else 'offer' end, ${stateAt('o', now)}, o.close_reason
      from offers o where o.id = ${among}
      union all
      select o.id, 'collection offer', ${stateAt('o', now)}, o.close_reason from collection_offers o where o.id = ${among}
      union all
      select p.id, 'purchase', p.state, p.failure from purchases p where p.id = ${among}
    )
    select id, kind, state, reason from trades where not exists (
      select from trades where state not in ('cancelled', 'rejected', 'expired', 'invalidated', 'failed')
    )
    order by array_position(${[...ids]}::uuid[], id) limit 1`.execute(db);
  return rows[0] ?? null;
}
