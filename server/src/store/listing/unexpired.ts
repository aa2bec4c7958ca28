import { type RawBuilder, sql } from 'kysely';

/** SQL: has the listing time left at `now`? `expiresAt` is its column; null: it never expires. */
export function unexpired(expiresAt: RawBuilder<unknown>, now: Date): RawBuilder<boolean> {
  return sql<boolean>`(${expiresAt} is null or ${expiresAt} > ${now}::timestamptz)`;
}
