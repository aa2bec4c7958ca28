import { sql } from 'kysely';
import { type Moves, mayMove } from '../../base/moves.ts';
import type { Database } from '../port.ts';
import type { MachineTable, Patch, Schema } from '../schema.ts';

/**
 * The one way to change a state: compare-and-set in one statement. Moves row `id` of `table` from `from` to `to` and sets `patch`
 * with it. False when the row is not in `from` (any more), or there is no such row: nothing changed then. Of several callers
 * at the same moment exactly one gets true.
 * Staying (`from` = `to`) sets the patch only. Throws a bug error for a move that `moves` does not list. Retry: safe; a retry of a move that succeeded answers false.
 */
export async function move<T extends MachineTable, S extends Schema[T]['state']>(
  db: Database,
  table: T,
  moves: Moves<S>,
  id: string,
  from: S,
  to: S,
  patch: Patch<T>,
): Promise<boolean> {
  requireListed(table, moves, from, to);
  // One table stands for all machines here: Kysely cannot type an update of a table it learns later.
  const result = await db
    .updateTable(table as 'listings')
    .set({ ...patch, state: to } as object)
    .where('id', '=', id)
    .where('state', '=', from as Schema['listings']['state'])
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/**
 * Moves those of many rows that are in `from`, as `move` does one, and locks them in the order of ids: two callers do not wait for each
 * other.
 */
export async function moveAll<T extends MachineTable, S extends Schema[T]['state']>(
  db: Database,
  table: T,
  moves: Moves<S>,
  ids: readonly string[],
  from: S,
  to: S,
  patch: Patch<T>,
): Promise<void> {
  requireListed(table, moves, from, to);
  if (ids.length === 0) return;
  await db
    .updateTable(table as 'listings')
    .set({ ...patch, state: to } as object)
    .where('id', 'in', (rows) =>
      rows
        .selectFrom(table as 'listings')
        .select('id')
        .where('id', '=', sql<string>`any(${ids}::uuid[])`)
        .where('state', '=', from as Schema['listings']['state'])
        .orderBy('id')
        .forUpdate(),
    )
    .execute();
}

function requireListed<S extends string>(table: MachineTable, moves: Moves<S>, from: S, to: S): void {
  if (from !== to && !mayMove(moves, from, to))
    throw new Error(`${table} may not move from ${from} to ${to}`);
}
