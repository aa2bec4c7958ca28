import { sql } from 'kysely';
import { DATABASE_FAULTS } from '../../store/database/faults.ts';
import type { Database } from '../../store/port.ts';
import { type Found, wrong } from './finding.ts';

/** A busy pooler may give two connections two sessions by chance; not each time. */
const ROUNDS = 10;

/**
 * Whether a pooler between here and PostgreSQL gives each transaction another session. Two connections that
 * are open at once then have the same process of the server, which never happens without one. The election
 * of a leader, LISTEN and prepared statements need their session. Throws the driver's error.
 */
export async function poolerFlaw(db: Database): Promise<Found | null> {
  // not a select: those are prepared by name, which some poolers refuse before this can tell
  const processOf = async (connection: Database) =>
    (await sql<{ column1: number }>`values (pg_backend_pid())`.execute(connection)).rows[0]!.column1;
  const isShared = await db.connection().execute((first) =>
    db.connection().execute(async (second) => {
      for (let round = 0; round < ROUNDS; round += 1)
        if ((await processOf(first)) === (await processOf(second))) return true;
      return false;
    }),
  );
  if (!isShared) return null;
  const { is, mend } = DATABASE_FAULTS.find(({ codes }) => codes.includes('26000'))!;
  return wrong(is, 'sessions that last as long as their connection', mend);
}
