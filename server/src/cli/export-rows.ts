import { Readable, type Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import { snakeCase } from '../base/snake-case.ts';
import type { PageKey } from '../store/database/page-key.ts';

/** Rows that are read at once. */
const PAGE = 1_000;

export type ExportFormat = 'csv' | 'json';

/**
 * Every row of a paged query, one page in memory at a time. `keyOf`: what the next page starts after.
 */
export async function* everyRow<Row>(
  page: (after: PageKey | null, limit: number) => Promise<readonly Row[]>,
  keyOf: (row: Row) => PageKey,
  size: number = PAGE,
): AsyncGenerator<Row> {
  for (let after: PageKey | null = null; ; ) {
    const rows: readonly Row[] = await page(after, size);
    yield* rows;
    if (rows.length < size) return;
    after = keyOf(rows.at(-1)!);
  }
}

/**
 * Writes rows as CSV (RFC 4180, with heads) or as a line of JSON each, as fast as `to` takes them. Text that
 * a spreadsheet would run as a formula gets an apostrophe in front of it.
 */
export async function writeRows<Row extends object>(
  rows: AsyncIterable<Row>,
  columns: readonly (keyof Row & string)[],
  format: ExportFormat,
  to: Writable,
): Promise<void> {
  const parts =
    format === 'json' ? [Readable.from(jsonLines(rows, columns))] : [Readable.from(rows), csvOf(columns)];
  try {
    await pipeline([...parts, to], { end: false });
    // `pipeline` does not wait for what `to` still holds.
    await new Promise<void>((resolve, reject) =>
      to.write('', (error) => (error ? reject(error) : resolve())),
    );
  } catch (error) {
    // The reader has seen enough, as `head` has.
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
}

function csvOf(columns: readonly string[]): Transform {
  return stringify({
    header: true,
    columns: columns.map((key) => ({ key, header: snakeCase(key) })),
    escape_formulas: true,
    cast: { date: (moment) => moment.toISOString() },
  });
}

async function* jsonLines<Row extends object>(
  rows: AsyncIterable<Row>,
  columns: readonly (keyof Row & string)[],
): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row, [...columns])}\n`;
}
