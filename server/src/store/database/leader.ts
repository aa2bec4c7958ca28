import pg from 'pg';
import type { Election, Term } from './election.ts';

/** Any number that nothing else locks; a database is one market. */
const ADVISORY_LOCK = 7_263_042;
const RETRY_MS = 1_000;
/** TCP keep-alive notices a server whose machine vanished; a query finds it sooner. */
const PROBE_MS = 2_000;
const CONNECT_TIMEOUT_MS = 5_000;

/**
 * At most one process at a time leads. Replicas of one database elect the leader by an advisory lock on a
 * dedicated connection. PostgreSQL frees the lock when that connection ends, however the process died, and
 * the next replica that tries gets it.
 *
 * A leader that hangs may still be at work when the next one starts. That is harmless: everything the
 * follower does is compare-and-set in the database or repeatable on the node. The lock saves work and noise;
 * it does not guard money.
 */
export function electByDatabase(url: string): Election {
  let stopped = false;
  let wake = () => {};

  async function lead(): Promise<Term | null> {
    while (!stopped) {
      const term = await standFor(url).catch(() => null);
      if (term && !stopped) return term;
      await term?.resign();
      if (!stopped) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, RETRY_MS);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
    }
    return null;
  }

  return {
    lead,
    stop() {
      stopped = true;
      wake();
    },
  };
}

/** Tries once: a term, or null when another process leads. Throws when the database is unreachable. */
async function standFor(url: string): Promise<Term | null> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'ordbook leader',
  });
  let end = () => {};
  const lost = new Promise<void>((resolve) => {
    end = resolve;
  });
  client.on('error', () => end());
  client.on('end', () => end());
  try {
    await client.connect();
    const { rows } = await client.query<{ leads: boolean }>('select pg_try_advisory_lock($1) as leads', [
      ADVISORY_LOCK,
    ]);
    if (!rows[0]?.leads) {
      await client.end();
      return null;
    }
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  let isAsking = false;
  const probe = setInterval(() => {
    if (isAsking) return;
    isAsking = true;
    client.query('select 1').then(() => {
      isAsking = false;
    }, end);
  }, PROBE_MS);
  const resign = async () => {
    clearInterval(probe);
    end();
    await client.end().catch(() => undefined);
  };
  void lost.then(resign);
  return { lost, resign };
}
