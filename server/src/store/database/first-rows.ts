import { type RawBuilder, sql } from 'kysely';

/** Most rows of a page, and one. */
const MOST_ROWS = 101;

/**
 * SQL: the first `limit` rows of an ordered select. PostgreSQL plans a statement again at each execution as
 * long as that looks cheaper, and the planning takes longer than reading a page does. It keeps a plan only
 * when it knows that few rows are wanted: the inner limit is a literal. Rows between the two limits are not
 * read.
 */
export function firstRows(ordered: RawBuilder<unknown>, limit: number): RawBuilder<unknown> {
  return sql`select * from (${ordered} limit ${sql.lit(Math.max(limit, MOST_ROWS))}) ordered limit ${limit}`;
}
