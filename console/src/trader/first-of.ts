/** What a list has first, at most so many. Throws what its reads throw. */
export async function firstOf<Row>(list: AsyncIterable<Row>, most: number): Promise<Row[]> {
  const taken: Row[] = [];
  for await (const row of list) {
    taken.push(row);
    if (taken.length === most) break;
  }
  return taken;
}
