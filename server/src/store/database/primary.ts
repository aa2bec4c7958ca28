import type pg from 'pg';
import { hostUrls } from './hosts.ts';

/**
 * Connects to the primary among the servers that `url` names: the first that can be reached and takes writes.
 * `open` makes a client for the URL of one server. Throws the last server's error when there is none.
 */
export async function connectToPrimary(
  url: string,
  open: (hostUrl: string) => pg.Client,
): Promise<pg.Client> {
  let fault: unknown;
  for (const hostUrl of hostUrls(url)) {
    const client = open(hostUrl);
    try {
      await client.connect();
      await requirePrimary(client);
      return client;
    } catch (error) {
      fault = error;
      await client.end().catch(() => undefined);
    }
  }
  throw fault;
}

/** A server that takes no writes, as opposed to one that cannot be reached. */
export class NotPrimary extends Error {
  /** SQLSTATE read_only_sql_transaction: classified with the outages. */
  readonly code = '25006';
}

/** Throws `NotPrimary` when the server takes no writes: a standby, or one that was made read-only. */
export async function requirePrimary(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query<{ closed: boolean }>(
    `select pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on' as closed`,
  );
  if (rows[0]!.closed) throw new NotPrimary('the PostgreSQL server is a standby, or read-only');
}
