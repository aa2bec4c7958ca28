/**
 * Returns a function that works on the next `slice` rows of `next` at each call, and starts over after the
 * last row.
 */
export function pageByPage<Row>(
  slice: number,
  next: (last: Row | null, limit: number) => Promise<readonly Row[]>,
  work: (rows: readonly Row[]) => Promise<void>,
): () => Promise<void> {
  let last: Row | null = null;
  return async () => {
    const rows = await next(last, slice);
    last = rows.length < slice ? null : rows.at(-1)!;
    await work(rows);
  };
}
