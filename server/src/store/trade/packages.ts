/** Packages on their way: what was signed by everybody, and no block has. */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../port.ts';

/** How far a trade is on its way. `stuck`: it should not take so long; the operator looks at it. */
export type Progress = 'in_flight' | 'stuck';

/** SQL: the trade, its table and its state, and when its package was made. */
const packages = sql`(
  select id, 'purchases' as "table", state, created_at from purchases
    where state in ('broadcasting', 'pending', 'stalled')
  union all select offer_id, 'offer_settlements', state, created_at from offer_settlements
    where state in ('broadcasting', 'pending', 'stalled')
  union all select id, 'fill_attempts', state, created_at from fill_attempts
    where state in ('seller_signed', 'pending', 'sending', 'broadcast', 'displaced')) packages`;

/**
 * SQL: a node has it for a day without a block, or no node has taken it for an hour, or it is not sent any
 * more.
 */
const stuckAt = (now: Date) => sql`(state = 'stalled' or created_at < ${now}::timestamptz
  - case when state in ('pending', 'broadcast') then interval '1 day' else interval '1 hour' end)`;

/** SQL: an array of the ids of trades whose package is so far. */
export function tradesInProgress(progress: Progress, now: Date): RawBuilder<unknown> {
  const wanted = progress === 'stuck' ? stuckAt(now) : sql`true`;
  return sql`array(select id from ${packages} where ${wanted})`;
}

export interface PackageCount {
  /** As in SQL: `offer_settlements`. */
  readonly table: string;
  readonly state: string;
  readonly count: number;
  readonly stuck: number;
  /** Age of the oldest package in this state. */
  readonly seconds: number;
}

/** How many packages no block has, and how old the oldest is, by table and state. */
export async function packageCounts(db: Database, now: Date): Promise<PackageCount[]> {
  const { rows } = await sql<PackageCount>`
    select "table", state, count(*)::integer as count, (count(*) filter (where ${stuckAt(now)}))::integer as stuck,
      extract(epoch from ${now}::timestamptz - min(created_at))::float8 as seconds
    from ${packages} group by "table", state order by "table", state`.execute(db);
  return rows;
}
