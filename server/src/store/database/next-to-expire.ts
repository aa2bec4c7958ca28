import { type RawBuilder, sql } from 'kysely';

export interface Expiring {
  readonly id: string;
  readonly expiresAt: Date;
}

/** SQL: the end of a `select` of active rows in the order in which they expire. Uses the index of expiry. */
export function activeAfter(after: Expiring | null, limit: number): RawBuilder<unknown> {
  const start = after
    ? sql`(expires_at, id) > (${after.expiresAt}::timestamptz, ${after.id}::uuid)`
    : sql`true`;
  return sql`where state = 'active' and ${start} order by expires_at, id limit ${limit}`;
}

/**
 * SQL: the state of a trade at `now`, with the columns `state` and `expires_at` of `alias`. It has expired at
 * that moment; the row says so a little later.
 */
export function stateAt(alias: string, now: Date): RawBuilder<string> {
  const [state, expiresAt] = [sql.ref(`${alias}.state`), sql.ref(`${alias}.expires_at`)];
  return sql<string>`case when ${state} in ('active', 'pending_public', 'buyable') and ${expiresAt} <= ${now}::timestamptz
    then 'expired' else ${state} end`;
}
