import { type RawBuilder, sql } from 'kysely';

/** What each property of a row is read from. */
export type Columns<Row> = { readonly [Name in keyof Row]-?: RawBuilder<unknown> };

/** SQL: the select list of a row. The compiler names a property of the row that has no expression. */
export function columnsOf<Row>(expressions: Columns<Row>): RawBuilder<unknown> {
  const columns = Object.entries<RawBuilder<unknown>>(expressions);
  return sql.join(columns.map(([name, expression]) => sql`${expression} as ${sql.id(name)}`));
}
