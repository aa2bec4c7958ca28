import { sql } from 'kysely';
import type { Database } from './port.ts';

/** Any number that nothing else locks. */
const ADVISORY_LOCK = 7_263_043;

/**
 * Whoever stores blocks, takes them back or stores inscriptions takes turns with all others until its transaction ends: inscriptions are
 * stored as of the tip that the transaction sees, and their keys ascend in the order in which they are seen. Run it first in a
 * transaction; what is read after it is as the one before left it.
 */
export async function lockPlaces(db: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`.execute(db);
}
