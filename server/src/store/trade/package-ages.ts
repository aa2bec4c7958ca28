import { sql } from 'kysely';
import type { Database } from '../port.ts';

export interface PackageAge {
  /** As in SQL: `offer_settlements`. */
  readonly table: string;
  readonly state: string;
  /** Of the oldest package in this state. */
  readonly seconds: number;
}

/** How old the oldest package is that no block has, by table and state. */
export async function packageAges(db: Database, now: Date): Promise<PackageAge[]> {
  const { rows } = await sql<PackageAge>`
    select "table", state, extract(epoch from ${now}::timestamptz - min(created_at))::float8 as seconds
    from (
      select 'purchases' as "table", state, created_at from purchases where state in ('broadcasting', 'pending')
      union all select 'offer_settlements', state, created_at from offer_settlements
        where state in ('broadcasting', 'pending', 'stalled')
      union all select 'fill_attempts', state, created_at from fill_attempts
        where state in ('seller_signed', 'pending', 'sending', 'broadcast', 'displaced')
    ) packages group by "table", state`.execute(db);
  return rows;
}
