import { type RawBuilder, sql } from 'kysely';

/** Lengths of lists in statements: more of them would be more statements to keep prepared. */
const LIST_LENGTHS = [1, 4, 20];

/**
 * SQL: whether a column is one of `values`. A short list is not an array: PostgreSQL then knows how few they
 * are, and keeps the plan.
 */
export function isAmong(
  column: string,
  values: readonly string[],
  type: 'uuid' | 'text',
): RawBuilder<boolean> {
  const cast = sql.raw(type);
  const length = LIST_LENGTHS.find((most) => values.length <= most);
  if (length === undefined) return sql`${sql.ref(column)} = any(${values}::${cast}[])`;
  const list = Array.from({ length }, (_, i) => sql`${values[i] ?? values[0] ?? null}::${cast}`);
  return sql`${sql.ref(column)} in (${sql.join(list)})`;
}

/** The row of each id, in the order asked; null where there is none. UUIDs may be in upper case. */
export function inOrder<Row extends { readonly id: string }>(
  ids: readonly string[],
  rows: readonly Row[],
): (Row | null)[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id.toLowerCase()) ?? null);
}
