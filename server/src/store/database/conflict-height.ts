import type { Database } from '../port.ts';
import type { MachineTable, Schema } from '../schema.ts';

/** Tables of packages that were sent: each row has the height since which a coin of it is spent elsewhere. */
export type ConflictTable = {
  [T in MachineTable]: Schema[T] extends { conflictHeight: number | null } ? T : never;
}[MachineTable];

/** Stores the tip at which a foreign spend was first seen; null: there is none (any more). */
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
