import { sql } from 'kysely';
import { NO_STANDBY } from '../../store/database/faults.ts';
import { clusterOf } from '../../store/database/identity.ts';
import type { Database } from '../../store/port.ts';
import type { Settings } from '../settings.ts';
import { type Found, warning, wrong } from './finding.ts';

/** Programs of PostgreSQL that read the log and can never be promoted. */
const READERS = ['pg_basebackup', 'pg_receivewal'];

/** Whether a failover loses what was confirmed, and whether the settings say so. Changes nothing. */
export async function standbyFlaws(settings: Settings, db: Database): Promise<(Found | null)[]> {
  const { rows } = await sql<{ name: string; syncState: string | null }>`
    select application_name as name, sync_state from pg_stat_replication`.execute(db);
  const { rows: waits } = await sql<{ names: string; commit: string }>`
    select current_setting('synchronous_standby_names') as names,
      current_setting('synchronous_commit') as commit`.execute(db);
  const { timeline } = await clusterOf(db);
  return flawsOf(settings, { rows, ...waits[0]!, timeline });
}

interface Standbys {
  readonly rows: readonly { readonly name: string; readonly syncState: string | null }[];
  /** `synchronous_standby_names` and `synchronous_commit`. */
  readonly names: string;
  readonly commit: string;
  readonly timeline: string | null;
}

/** `standbyFlaws` of what the primary says. */
export function flawsOf(
  settings: Pick<Settings, 'DATABASE_STANDBYS'>,
  { rows, names, commit, timeline }: Standbys,
): (Found | null)[] {
  const waitsForStandby = names !== '' && ['on', 'remote_apply'].includes(commit);
  const isPromised = settings.DATABASE_STANDBYS === 'synchronous';
  const isAnyOfSeveral = rows.filter(({ syncState }) => syncState === 'quorum').length > 1;
  const late = rows.filter(({ name, syncState }) => syncState === 'async' && !READERS.includes(name));
  return [
    isPromised && !waitsForStandby
      ? wrong(
          'DATABASE_STANDBYS is synchronous, but PostgreSQL confirms commits that no standby has',
          'synchronous_standby_names, and synchronous_commit on',
          'set synchronous_standby_names on the primary, or DATABASE_STANDBYS=asynchronous',
        )
      : null,
    waitsForStandby && rows.every(({ syncState }) => syncState === 'async')
      ? wrong(
          'PostgreSQL waits for a synchronous standby, and none is connected: nothing can be stored',
          'a standby that synchronous_standby_names names',
          NO_STANDBY,
        )
      : null,
    waitsForStandby && names.includes('*')
      ? warning(
          `synchronous_standby_names is ${names}: * also means a pg_basebackup or pg_receivewal, which nobody promotes`,
          'the names of the standbys',
          'name each by the application_name of its primary_conninfo',
        )
      : null,
    isAnyOfSeveral
      ? warning(
          `of several standbys any has a commit (${names}): the others may lack it`,
          'a promotion of the one that has received most, and of no other',
          'before each promotion compare `select pg_last_wal_receive_lsn()` of all',
        )
      : null,
    late.length > 0
      ? warning(
          `the standby ${late.map(({ name }) => name).join(', ')} is asynchronous: once promoted, it may lack the last commits, such as a cancellation that was confirmed`,
          isPromised
            ? 'a standby that is never promoted'
            : 'a synchronous one; with this one, the service ends everything open after a failover',
          'add it to synchronous_standby_names on the primary',
        )
      : null,
    !isPromised && waitsForStandby && late.length === 0 && !isAnyOfSeveral
      ? warning(
          'the standbys are synchronous, but a failover ends everything open all the same',
          'DATABASE_STANDBYS=synchronous, if only such a standby is ever promoted',
          'set DATABASE_STANDBYS=synchronous',
        )
      : null,
    timeline === null
      ? warning(
          'PostgreSQL does not tell its timeline, so the service does not notice that a standby was promoted',
          'the right to execute pg_walfile_name and pg_current_wal_lsn',
          'grant it, or run `ordbook restored` after each failover',
        )
      : null,
  ];
}
