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
