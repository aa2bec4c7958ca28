/**
 * Rows of one design in docs/designs.md: who attacks it how, what the node says, what comes of it, and at
 * what cost.
 */
export function rowsOf(design: string) {
  const rows: string[][] = [];
  const row = (attack: string, by: string, refusal: string | null, what: string, cost: string) =>
    rows.push([
      design,
      attack,
      by,
      refusal === null ? 'accepted' : `refused: \`${refusal}\``,
      refusal === null ? what : 'nothing',
      cost,
    ]);
  return { rows, row };
}

/** What the node answers, without ids: null where it takes it. */
export async function refusalOf(call: () => Promise<unknown>): Promise<string | null> {
  try {
    await call();
    return null;
  } catch (error) {
    return (error instanceof Error ? error.message : String(error))
      .replace(/^.*?: (?=[a-z])/, '')
      .split(',')[0]!;
  }
}
