/**
 * PostgreSQL's timeline: each promotion of a standby and each recovery from an archive begins another one. It
 * is read from the name of the current file of the log, which any role may ask for; the control file says it
 * only after the next checkpoint.
 */
export const TIMELINE = 'select substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as timeline';

/** SQLSTATEs of a server that has the function not, or not for this role. */
const CLOSED_STATES = ['42501', '42883', '0A000', '55000'];

/** What `ask` returns; null when the server does not let this role ask. Throws any other error. */
export async function ifOpen<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await ask();
  } catch (error) {
    if (CLOSED_STATES.includes((error as { code?: string }).code ?? '')) return null;
    throw error;
  }
}
