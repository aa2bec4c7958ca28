/** Notifications of a PostgreSQL server, on a connection of their own. */
import pg from 'pg';
import { connectToPrimary } from './primary.ts';

const RECONNECT_MS = 1_000;
const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Calls `wake` at each notification on `channel`, and after each new connection, since some may have been
 * missed before it. Reconnects by itself until the returned function is called. A notification is a hint: one
 * may be lost or come twice.
 */
export function listenTo(url: string, channel: string, wake: () => void): () => Promise<void> {
  let stopped = false;
  let client: pg.Client | null = null;
  let pause = () => {};

  async function once(): Promise<void> {
    const opened = await connectToPrimary(url, (one) => {
      const made = new pg.Client({
        connectionString: one,
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        keepAlive: true,
        application_name: 'ordbook events',
      });
      made.on('error', () => undefined);
      return made;
    });
    client = opened;
    if (stopped) return void (await opened.end().catch(() => undefined));
    const ended = new Promise<void>((resolve) => {
      opened.on('end', resolve);
      opened.on('error', () => resolve());
    });
    opened.on('notification', wake);
    await opened.query(`listen ${pg.escapeIdentifier(channel)}`);
    wake();
    await ended;
    await opened.end().catch(() => undefined);
  }

  async function keep(): Promise<void> {
    while (!stopped) {
      await once().catch(() => undefined);
      if (stopped) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, RECONNECT_MS);
        pause = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  const kept = keep();
  return async () => {
    stopped = true;
    pause();
    await client?.end().catch(() => undefined);
    await kept;
  };
}
