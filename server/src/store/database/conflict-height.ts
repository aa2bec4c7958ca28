import type { Database } from '../port.ts';
import type { MachineTable, Schema } from '../schema.ts';

/**
 * Tables of packages that were sent. Each row has the height since which one of its coins is spent elsewhere.
 */
export type ConflictTable = {
  [T in MachineTable]: Schema[T] extends { conflictHeight: number | null } ? T : never;
}[MachineTable];

/** Stores the tip at which a conflicting spend was first seen; null: there is none (any more). */
export async function setConflictHeight(
  db: Database,
  table: ConflictTable,
  id: string,
  height: number | null,
): Promise<void> {
  // One table stands for all: Kysely cannot type an update of a table that is chosen at run time.
  await db
    .updateTable(table as 'purchases')
    .set({ conflictHeight: height })
    .where('id', '=', id)
    .execute();
}
