import { sql } from 'kysely';
import type { Database } from '../port.ts';
import type { MachineTable } from '../schema.ts';

export interface StateCount {
  /** As in SQL: `offer_settlements`. */
  readonly table: string;
  readonly state: string;
  readonly count: number;
}

/** Rows of these tables by state. Reads whole indexes: for an occasional scrape, not for a request. */
export async function stateCounts(db: Database, tables: readonly MachineTable[]): Promise<StateCount[]> {
  if (tables.length === 0) return [];
  const counts = tables.map((table) => {
    const name = table.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return sql`select ${sql.lit(name)} as table, state, count(*) from ${sql.table(table)} group by state`;
  });
  const { rows } = await sql<StateCount>`${sql.join(counts, sql` union all `)}`.execute(db);
  return rows;
}
