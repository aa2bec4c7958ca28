import { type RawBuilder, sql } from 'kysely';
import { snakeCase } from '../../base/snake-case.ts';

/**
 * SQL: a select of rows of a table from one JSON parameter, for an insert into these columns: the same text
 * for any number of rows. No rows unless `condition` holds. All rows have the same fields.
 */
export function jsonRows<Row extends object, Column extends keyof Row & string>(
  table: string,
  rows: readonly Row[],
  columns: readonly Column[],
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const json = JSON.stringify(
    rows.map((row) => Object.fromEntries(columns.map((column) => [snakeCase(column), row[column]]))),
  );
  return sql`
    select ${sql.join(columns.map((column) => sql.ref(column)))}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${json}::jsonb) where ${condition}`;
}
