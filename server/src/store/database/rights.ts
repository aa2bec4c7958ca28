import { sql } from 'kysely';
import type { Database } from '../port.ts';

/** The role that connects to a database, and the rights that it lacks. */
export interface Rights {
  readonly role: string;
  readonly database: string;
  readonly schema: string | null;
  /** Of the server, as PostgreSQL numbers them: 140005 is 14.5. */
  readonly version: number;
  /** False: it cannot create the tables. */
  readonly maySetUp: boolean;
  /** Tables that it cannot read or write, in order. */
  readonly closedTables: readonly string[];
  /** Tables of another role, which a migration could not change. */
  readonly foreignTables: readonly string[];
}

/** Asks the server what the current role may do in the current schema. Changes nothing. */
export async function readRights(db: Database): Promise<Rights> {
  const { rows } = await sql<Omit<Rights, 'closedTables' | 'foreignTables'>>`
    select current_user::text as role, current_database()::text as database, current_schema()::text as schema,
      current_setting('server_version_num')::integer as version,
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_set_up`.execute(db);
  const { rows: tables } = await sql<{ name: string; isOpen: boolean; isOwn: boolean }>`
    select relname::text as name, pg_has_role(relowner, 'usage') as is_own,
      has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
        and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete') as is_open
    from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' order by relname`.execute(db);
  return {
    ...rows[0]!,
    closedTables: tables.filter(({ isOpen }) => !isOpen).map(({ name }) => name),
    foreignTables: tables.filter(({ isOwn }) => !isOwn).map(({ name }) => name),
  };
}
