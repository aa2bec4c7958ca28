import { sql } from 'kysely';
import type { Database } from '../port.ts';

/** A busy pooler may give two connections two sessions by chance; not each time. */
const ROUNDS = 10;

/** A pooler that the service cannot use; `faults.ts` has its sentence. */
class NoSession extends Error {
  readonly code = '26000';
}

/**
 * Throws `NoSession` when a pooler between here and PostgreSQL gives each transaction another session, or the
 * driver's error. Two connections that are open at once then have the same process of the server, which never
 * happens without one. The election of a leader, LISTEN and prepared statements need their session. Takes two
 * connections of the pool.
 */
export async function requireSessions(db: Database): Promise<void> {
  // not a select: those are prepared by name, which some poolers refuse before this can tell
  const processOf = async (connection: Database) =>
    (await sql<{ column1: number }>`values (pg_backend_pid())`.execute(connection)).rows[0]!.column1;
  await db.connection().execute((first) =>
    db.connection().execute(async (second) => {
      for (let round = 0; round < ROUNDS; round += 1)
        if ((await processOf(first)) === (await processOf(second)))
          throw new NoSession('two connections share a session of PostgreSQL');
    }),
  );
}
