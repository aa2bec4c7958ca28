import { sql } from 'kysely';
import type { Database } from '../port.ts';
import { ifOpen, TIMELINE } from './timeline.ts';

/** A PostgreSQL cluster, as far as it says who it is. */
export interface Cluster {
  readonly systemIdentifier: string;
  /** null: it does not say. */
  readonly timeline: string | null;
}

/**
 * The cluster that the database runs on. Run it outside a transaction, which a server that does not answer
 * would end.
 */
export async function clusterOf(db: Database): Promise<Cluster> {
  const system = await ifOpen(() =>
    sql<{ id: string }>`select system_identifier::text as id from pg_control_system()`.execute(db),
  );
  const timeline = await ifOpen(() => sql<{ timeline: string }>`${sql.raw(TIMELINE)}`.execute(db));
  return {
    systemIdentifier: system?.rows[0]?.id ?? 'unknown',
    timeline: timeline?.rows[0]?.timeline ?? null,
  };
}

/**
 * What happened to the database since it was last used. Notes the cluster of a database that has none.
 *   moved      it is on another cluster: it was copied or restored there by `pg_dump`
 *   promoted   the cluster is on another timeline: its standby was promoted, or its archive was put back
 *   null       neither. A copy of the files of a cluster that was shut down is not noticed
 */
export async function changeOfCluster(db: Database): Promise<'moved' | 'promoted' | null> {
  const { systemIdentifier, timeline } = await clusterOf(db);
  await sql`
    insert into database_identity (system_identifier, timeline) values (${systemIdentifier}, ${timeline})
    on conflict (only_row) do update set timeline = coalesce(database_identity.timeline, excluded.timeline)
      where database_identity.timeline is null`.execute(db);
  const noted = await db
    .selectFrom('databaseIdentity')
    .select(['systemIdentifier', 'timeline'])
    .executeTakeFirstOrThrow();
  if (noted.systemIdentifier !== systemIdentifier) return 'moved';
  return timeline !== null && noted.timeline !== timeline ? 'promoted' : null;
}

/**
 * Accepts the cluster that the database runs on (`clusterOf`). `restoredAt`: null if nothing was lost.
 * Retry-safe.
 */
export async function acceptCluster(
  db: Database,
  { systemIdentifier, timeline }: Cluster,
  restoredAt: Date | null,
): Promise<void> {
  await sql`
    insert into database_identity (system_identifier, timeline, restored_at)
    values (${systemIdentifier}, ${timeline}, ${restoredAt}::timestamptz)
    on conflict (only_row) do update set system_identifier = excluded.system_identifier,
      timeline = excluded.timeline,
      restored_at = coalesce(excluded.restored_at, database_identity.restored_at)`.execute(db);
}

/** When what is stored was last put back from a backup, as `acceptCluster` noted; null: never. */
export async function restoredAt(db: Database): Promise<Date | null> {
  const row = await db.selectFrom('databaseIdentity').select('restoredAt').executeTakeFirst();
  return row?.restoredAt ?? null;
}

/** Makes the database `moved` until `acceptCluster`: for a copy that was put back on its own cluster. */
export async function markAsRestored(db: Database): Promise<void> {
  await sql`
    insert into database_identity (system_identifier) values ('restored')
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
    .selectFrom('databaseIdentity')
    .select(['network', 'marketKey', 'anchorKey'])
    .executeTakeFirst();
  const { network, marketKey: market, anchorKey: anchor } = row ?? {};
  return network && market && anchor ? { network, market, anchor } : null;
}

/**
 * Notes whose database this is, unless it is noted already. Needs the row of `changeOfCluster`.
 * Retry-safe.
 */
export async function noteOwner(db: Database, { network, market, anchor }: Owner): Promise<void> {
  await db
    .updateTable('databaseIdentity')
    .set({ network, marketKey: market, anchorKey: anchor })
    .where((eb) => eb.or([eb('network', 'is', null), eb('marketKey', 'is', null)]))
    .execute();
}

/** Forgets the operator keys, so that the next start may bring others. Retry-safe. */
export async function forgetOwnerKeys(db: Database): Promise<void> {
  await db.updateTable('databaseIdentity').set({ marketKey: null, anchorKey: null }).execute();
}
