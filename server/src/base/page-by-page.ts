/** Goes through everything that `next` reads, `slice` rows at each call, and begins again at its end; `last`: where it is. */
export function inTurns<Row>(
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
