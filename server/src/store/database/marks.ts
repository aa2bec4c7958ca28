import { sql } from 'kysely';
import type { Database } from '../port.ts';

/**
 * Whether the database runs on another PostgreSQL cluster than the one that it was last used on: it was
 * copied or restored there by `pg_dump`. Notes the cluster of a database that has none. A copy of a whole
 * cluster (its files, or a point in time of its archive) keeps its identifier and is not noticed.
 */
export async function isOnOtherCluster(db: Database): Promise<boolean> {
  const current = await clusterOf(db);
  await sql`insert into database_marks (system_identifier) values (${current}) on conflict do nothing`.execute(
    db,
  );
  const row = await db.selectFrom('databaseMarks').select('systemIdentifier').executeTakeFirstOrThrow();
  return row.systemIdentifier !== current;
}

/** Accepts the cluster that the database runs on. `restoredAt`: null if it was only moved. Retry-safe. */
export async function acceptCluster(db: Database, restoredAt: Date | null): Promise<void> {
  const current = await clusterOf(db);
  await sql`
    insert into database_marks (system_identifier, restored_at) values (${current}, ${restoredAt}::timestamptz)
    on conflict (only_row) do update set system_identifier = excluded.system_identifier,
      restored_at = coalesce(excluded.restored_at, database_marks.restored_at)`.execute(db);
}

/** When what is stored was last put back from a backup, as `acceptCluster` noted; null: never. */
export async function restoredAt(db: Database): Promise<Date | null> {
  const row = await db.selectFrom('databaseMarks').select('restoredAt').executeTakeFirst();
  return row?.restoredAt ?? null;
}

/** Makes `isOnOtherCluster` true until `acceptCluster`: for a copy that was put back on its own cluster. */
export async function markAsRestored(db: Database): Promise<void> {
  await sql`
    insert into database_marks (system_identifier) values ('restored')
    on conflict (only_row) do update set system_identifier = excluded.system_identifier`.execute(db);
}

/** The network and the operator keys that the trades of a database are for. */
export interface Owner {
  readonly network: string;
  readonly market: string;
  readonly anchor: string;
}

/** Whose database this is. null: not noted yet, or an operator key was retired. */
export async function ownerOf(db: Database): Promise<Owner | null> {
  const row = await db
    .selectFrom('databaseMarks')
    .select(['network', 'marketKey', 'anchorKey'])
    .executeTakeFirst();
  const { network, marketKey: market, anchorKey: anchor } = row ?? {};
  return network && market && anchor ? { network, market, anchor } : null;
}

/**
 * Notes whose database this is, unless it is noted already. Needs the mark of `isOnOtherCluster`.
 * Retry-safe.
 */
export async function noteOwner(db: Database, { network, market, anchor }: Owner): Promise<void> {
  await db
    .updateTable('databaseMarks')
    .set({ network, marketKey: market, anchorKey: anchor })
    .where((eb) => eb.or([eb('network', 'is', null), eb('marketKey', 'is', null)]))
    .execute();
}

/** Forgets the operator keys, so that the next start may bring others. Retry-safe. */
export async function forgetOwnerKeys(db: Database): Promise<void> {
  await db.updateTable('databaseMarks').set({ marketKey: null, anchorKey: null }).execute();
}

async function clusterOf(db: Database): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select system_identifier::text as id from pg_control_system()`.execute(db);
  return rows[0]!.id;
}
