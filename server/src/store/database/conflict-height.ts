import type { Database } from '../port.ts';

/** Tables of packages that were sent: each row tells since when a coin of it is spent elsewhere. */
export type ConflictTable = 'purchases' | 'offerSettlements' | 'fillAttempts';

/** Notes the tip at which a foreign spend was first seen; null takes it back. */
export async function setConflictHeight(
  db: Database,
  table: ConflictTable,
  id: string,
  height: number | null,
): Promise<void> {
  // One table stands for all: Kysely cannot type an update of a table it learns later.
  await db
    .updateTable(table as 'purchases')
    .set({ conflictHeight: height })
    .where('id', '=', id)
    .execute();
}
