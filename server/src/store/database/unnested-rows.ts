import { type RawBuilder, sql } from 'kysely';
import { inSlices } from '../../base/in-slices.ts';

/** Rows between two pauses: less than a millisecond of work. */
const SLICE = 1_024;

/** Of a column. */
type Value = string | number | null;

/**
 * SQL: thousands of rows as a table to read from, aliased. Each column is one text, which takes the database
 * half the time of JSON. `columns`: their SQL types. The planner cannot see how many rows there are, and
 * looks each of them up by an index. Lets the rest of the process run now and then. Throws a RangeError for a
 * text that is empty or has a comma, which would read as another value.
 */
export async function unnestedRows<Column extends string>(
  rows: readonly Readonly<Record<Column, Value>>[],
  columns: Readonly<Record<Column, 'integer' | 'bigint' | 'text'>>,
  alias: string,
): Promise<RawBuilder<unknown>> {
  const names = Object.keys(columns) as Column[];
  const texts = await inSlices(joined(rows, names));
  const arrays = names.map(
    (name) => sql`string_to_array((select ${texts[name]}::text), ',', '')::${sql.raw(columns[name])}[]`,
  );
  return sql`unnest(${sql.join(arrays)}) as ${sql.id(alias)} (${sql.join(names.map((name) => sql.id(name)))})`;
}

function* joined<Column extends string>(
  rows: readonly Readonly<Record<Column, Value>>[],
  names: readonly Column[],
): Generator<undefined, Record<Column, string>> {
  const parts = Object.fromEntries(names.map((name) => [name, [] as string[]])) as Record<Column, string[]>;
  for (let start = 0; start < rows.length; start += SLICE) {
    if (start > 0) yield undefined;
    const slice = rows.slice(start, start + SLICE);
    for (const name of names) parts[name].push(slice.map((row) => written(row[name])).join(','));
  }
  return Object.fromEntries(names.map((name) => [name, parts[name].join(',')])) as Record<Column, string>;
}

function written(value: Value): string | number {
  if (value === '' || (typeof value === 'string' && value.includes(',')))
    throw new RangeError(`"${value}" cannot be one of several values in a text`);
  return value ?? '';
}
