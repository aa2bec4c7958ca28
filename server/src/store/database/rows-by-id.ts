/** The row of each id, in the order asked; null where there is none. UUIDs may be in upper case. */
export function inOrder<Row extends { readonly id: string }>(
  ids: readonly string[],
  rows: readonly Row[],
): (Row | null)[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id.toLowerCase()) ?? null);
}
