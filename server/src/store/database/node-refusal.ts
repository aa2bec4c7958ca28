import type { Database } from '../port.ts';
import type { MachineTable, Schema } from '../schema.ts';

/** Tables of packages that are sent to the node. */
export type SentTable = {
  [T in MachineTable]: Schema[T] extends { nodeRefusal: string | null } ? T : never;
}[MachineTable];

/** Stores why the node does not take a package now; null: it took it. Retry-safe. */
export async function setNodeRefusal(
  db: Database,
  table: SentTable,
  id: string,
  reason: string | null,
): Promise<void> {
  // One table stands for all: Kysely cannot type an update of a table that is chosen at run time.
  await db
    .updateTable(table as 'purchases')
    .set({ nodeRefusal: reason })
    .where('id', '=', id)
    .where('nodeRefusal', 'is distinct from', reason)
    .execute();
}
