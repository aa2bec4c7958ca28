import { sql } from 'kysely';
import type { Database } from '../../src/store/port.ts';
import { emptyDatabase } from './database.ts';

/** Every row of every table, to put back. */
export type Copy = readonly { readonly table: string; readonly rows: string }[];

export async function copyOf(db: Database): Promise<Copy> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname <> 'migrations'
    order by relname`.execute(db);
  const copy: { table: string; rows: string }[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ rows: string | null }>`
      select jsonb_agg(to_jsonb(t))::text as rows from ${sql.table(name)} t`.execute(db);
    if (rows[0]!.rows !== null) copy.push({ table: name, rows: rows[0]!.rows });
  }
  return copy;
}

/** Replaces all rows by those of the copy, without triggers: they ran when the rows were made. */
export async function putBack(db: Database, copy: Copy): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction);
    await emptyDatabase(transaction);
    await sql`delete from event_numbering`.execute(transaction);
    for (const { table, rows } of copy) {
      const { rows: stored } = await sql<{ name: string }>`
        select column_name as name from information_schema.columns
        where table_name = ${table} and table_schema = current_schema() and is_generated = 'NEVER'`.execute(
        transaction,
      );
      const columns = sql.join(stored.map(({ name }) => sql.id(name)));
      await sql`
        insert into ${sql.table(table)} (${columns}) overriding system value
        select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${rows}::jsonb)`.execute(
        transaction,
      );
    }
    const { rows: identities } = await sql<{ table: string; column: string }>`
      select table_name as "table", column_name as "column" from information_schema.columns
      where table_schema = current_schema() and is_identity = 'YES'`.execute(transaction);
    for (const { table, column } of identities)
      await sql`
        select setval(pg_get_serial_sequence(${table}, ${column}), coalesce(max(${sql.id(column)}), 0) + 1, false)
        from ${sql.table(table)}`.execute(transaction);
  });
}
