import { type RawBuilder, sql } from 'kysely';
import { firstRows } from './first-rows.ts';

/** SQL: the first `limit` rows of an ordered select as one row: see `textRow`. */
export function textRows(
  ordered: RawBuilder<unknown>,
  limit: number,
  more: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> {
  return textRow(firstRows(ordered, limit), more);
}

/**
 * SQL: an ordered select as one row: `lines` has the column `shown` of each, JSON and so without line feeds,
 * null where there is none. A column of its own for each row, such as the keys of the next page, takes longer
 * to read than the texts do: `more` has aggregates in their place.
 */
export function textRow(
  ordered: RawBuilder<unknown>,
  more: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> {
  return sql`select string_agg(shown, E'\\n') as lines, ${sql.join(more)} from (${ordered}) page`;
}

/** SQL: a column of the last row but one, after which the next page starts; null where there is none. */
export function lastShown(column: string, limit: number): RawBuilder<unknown> {
  return sql`(array_agg(${sql.ref(column)}))[${limit - 1}::integer] as ${sql.ref(column)}`;
}

/** The texts in `lines`. */
export function textsOf(lines: string | null): string[] {
  return lines === null ? [] : lines.split('\n');
}
