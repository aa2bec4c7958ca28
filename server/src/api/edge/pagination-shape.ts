import type { PageKey } from '../../store/database/page-key.ts';
import type { CursorQuery, Cursors } from './cursor.ts';

/**
 * Cuts a page from `rows`. The caller reads `limit + 1` rows: the extra row shows whether another page
 * follows.
 *
 * @param keyOf the sort key of a row; the next page starts after it
 */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  { cursors, query, keyOf }: { cursors: Cursors; query: CursorQuery; keyOf: (row: Row) => PageKey },
) {
  const page = rows.slice(0, limit);
  const hasNext = rows.length > limit;
  const nextCursor = hasNext ? cursors.write(query, keyOf(page.at(-1)!)) : null;
  return { page, pagination: { pageSize: page.length, hasNext, nextCursor } };
}
