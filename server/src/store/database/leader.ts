/**
 * Replicas of one database elect one that follows the chain.
 *
 *   stand ──► the advisory lock is free: the leader resigned, or died ──► lead: token + 1
 *     └──► it is not, and the lease has expired: the leader hangs ──► end its connections ──► stand again
 *   lead ──► renew the lease ──► the connection ended, or another token ──► lost
 *
 * - The lock is held by the session of a dedicated connection. PostgreSQL frees it when that connection ends,
 *   however the process died.
 * - The lease is a row (`leadership`) with an expiry by the database's clock. A process that hangs keeps its
 *   connections, so a replica that finds the lease expired ends all of them, which also frees the rows that
 *   the hanging process had locked: others would wait for them.
 * - The token keeps a leader that wakes up late from writing (`fence.ts`).
 *
 * None of this waits for a synchronous standby: a lease that cannot be renewed while a standby is gone would
 * end every term. A token that a failover loses does no harm. What its leader wrote comes after it in the
 * log, so it is lost as well, and the term before it is in force again.
 */
import pg from 'pg';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import type { Election, LeaderTerm, Term } from './election.ts';
import { LOCK_TERM } from './fence.ts';
import { connectToPrimary } from './primary.ts';

const ADVISORY_LOCK = ADVISORY_LOCKS.lead;
/** A leader that has not renewed its lease for this long is replaced, ms. */
const LEASE_MS = 3_000;
const RENEW_MS = 1_000;
/** How often a replica stands, ms: bounds how long a death goes unnoticed. */
const STAND_MS = 250;
/** After a server that cannot be reached, ms. */
const RECONNECT_MS = 500;
const CONNECT_TIMEOUT_MS = 5_000;

/** PostgreSQL shows it for every connection of a process; the next leader ends connections by it. */
export function applicationName(holder: string): string {
  return `ordbook ${holder}`;
}

/**
 * The election of the replica `holder` (a UUID, of this process alone) on the migrated database at `url`.
 * Needs a role that may end its own connections, which every role may.
 */
export function electByDatabase(url: string, holder: string): Election {
  let stopped = false;
  let wake = () => {};
  let held: LeaderTerm | null = null;

  function pause(ms: number): Promise<void> {
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function lead(): Promise<Term | null> {
    let seat: Seat | null = null;
    let afterHang = false;
    while (!stopped) {
      try {
        seat ??= await openSeat(url, holder);
        const found = await stand(seat.client, holder);
        if (found === 'hanging') afterHang = true;
        else if (found !== 'led') return serve(seat, { token: found, holder }, afterHang);
        await pause(STAND_MS);
      } catch {
        await seat?.close();
        seat = null;
        await pause(RECONNECT_MS);
      }
    }
    await seat?.close();
    return null;
  }

  function serve(seat: Seat, term: LeaderTerm, afterHang: boolean): Term {
    held = term;
    const renewal = setInterval(() => void renew(seat, term), RENEW_MS);
    const lost = seat.ended.then(() => {
      clearInterval(renewal);
      held = null;
    });
    return {
      lost,
      afterHang,
      async resign() {
        clearInterval(renewal);
        held = null;
        await seat.client.query(RESIGN, [term.token, holder]).catch(() => undefined);
        await seat.close();
      },
    };
  }

  return {
    lead,
    term: () => held,
    stop() {
      stopped = true;
      wake();
    },
  };
}

const RENEW = `update leadership set expires_at = clock_timestamp() + $3 * interval '1 ms'
  where token = $1 and holder = $2`;
const RESIGN = 'update leadership set holder = null where token = $1 and holder = $2';

/** Closes the seat when the term is over. A renewal that is late does no harm while nobody else has led. */
async function renew(seat: Seat, { token, holder }: LeaderTerm): Promise<void> {
  if (seat.isBusy) return;
  seat.isBusy = true;
  try {
    const { rowCount } = await seat.client.query(RENEW, [token, holder, LEASE_MS]);
    if (rowCount === 0) await seat.close();
  } catch {
    await seat.close();
  } finally {
    seat.isBusy = false;
  }
}

/** The dedicated connection of a replica. */
interface Seat {
  readonly client: pg.Client;
  readonly ended: Promise<void>;
  isBusy: boolean;
  close(): Promise<void>;
}

async function openSeat(url: string, holder: string): Promise<Seat> {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const client = await connectToPrimary(url, (one) => {
    const opened = new pg.Client({
      connectionString: one,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      application_name: applicationName(holder),
    });
    opened.on('error', () => undefined);
    return opened;
  });
  await client.query(`set synchronous_commit = local; set statement_timeout = ${CONNECT_TIMEOUT_MS}`);
  client.on('error', end);
  client.on('end', end);
  return {
    client,
    ended,
    isBusy: false,
    async close() {
      end();
      await client.end().catch(() => undefined);
    },
  };
}

/** The token of a new term. `led`: another process leads. `hanging`: its connections were ended just now. */
async function stand(client: pg.Client, holder: string): Promise<number | 'led' | 'hanging'> {
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [
    ADVISORY_LOCK,
  ]);
  if (!rows[0]!.free) {
    const ended = await client.query(`${END_CONNECTIONS} and expires_at < clock_timestamp()`, [holder]);
    return ended.rows.length > 0 ? 'hanging' : 'led';
  }
  // What a dead leader left runs to its end otherwise, and the next statement would wait for it.
  await client.query(END_CONNECTIONS, [holder]);
  await client.query('begin');
  await client.query(LOCK_TERM);
  const taken = await client.query<{ token: string }>(TAKE, [holder, LEASE_MS]);
  await client.query('commit');
  return Number(taken.rows[0]!.token);
}

/** Ends every connection of the process that led last, except our own. */
const END_CONNECTIONS = `select pg_terminate_backend(pid) from pg_stat_activity, leadership
  where datname = current_database() and application_name = 'ordbook ' || holder and holder <> $1`;

/** The row is missing after a database was emptied. The lock keeps two from doing this at a time. */
const TAKE = `with taken as (
    update leadership set token = token + 1, holder = $1, expires_at = clock_timestamp() + $2 * interval '1 ms'
    returning token
  ), made as (
    insert into leadership (token, holder, expires_at)
    select 1, $1, clock_timestamp() + $2 * interval '1 ms' where not exists (select from leadership)
    returning token
  ) select token from taken union all select token from made`;
