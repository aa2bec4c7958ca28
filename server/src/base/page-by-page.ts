/**
 * Returns a function that works on the next `slice` rows of `next` at each call, and starts over after the
 * last row. What it is called with is passed on to `work`.
 */
export function pageByPage<Row, Given extends readonly unknown[]>(
  slice: number,
  next: (last: Row | null, limit: number) => Promise<readonly Row[]>,
  work: (rows: readonly Row[], ...given: Given) => Promise<void>,
): (...given: Given) => Promise<void> {
  let last: Row | null = null;
  return async (...given) => {
    const rows = await next(last, slice);
    last = rows.length < slice ? null : rows.at(-1)!;
    if (rows.length > 0) await work(rows, ...given);
  };
}
