import { sql } from 'kysely';
import type { Database } from '../port.ts';

/** Bytes of the database on its disk. */
export async function databaseSize(db: Database): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database())::bigint as bytes`.execute(db);
  return rows[0]!.bytes;
}
