/** Rows on one page of any list. */
export const PAGE_SIZE = 100;

/** One page of a list, and whether rows follow it. */
export function pageOf<T>(rows: readonly T[], page: number): { rows: T[]; more: boolean } {
  const start = page * PAGE_SIZE;
  return { rows: rows.slice(start, start + PAGE_SIZE), more: rows.length > start + PAGE_SIZE };
}
