import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { listening } from '../base/listen-fault.ts';
import { databaseFault } from '../store/database/faults.ts';
import type { MissingPart } from './missing-part.ts';

const RETRY_AFTER_SECONDS = '5';
/** Time for the answers in progress when the service takes over, ms. */
const LAST_ANSWERS_MS = 200;

/** Answers for a service that cannot start yet. */
export interface WaitingServer {
  /** Says that the service waits for this part now. */
  waitFor(part: MissingPart): void;
  /** Stops listening and ends open connections, so that the service can listen there. */
  close(): Promise<void>;
}

/**
 * Listens in place of a service that waits for a part: 503 for every request but GET /livez. GET /healthz
 * names the part and its setting. Throws the error of `listen`.
 */
export async function serveWhileWaiting(
  at: { readonly host: string; readonly port: number },
  first: MissingPart,
): Promise<WaitingServer> {
  let missing = first;
  const server = createServer((request, response) => {
    const { reason, setting } = missing;
    const shown = databaseFault(missing)?.is ?? reason;
    const isLive = request.url === '/livez';
    const body = isLive
      ? { live: true }
      : request.url === '/healthz'
        ? { ready: false, parts: { start: { ready: false, detail: `waiting: ${shown} (${setting})` } } }
        : { error: `the service is starting, and ${reason}; try again later` };
    response.writeHead(isLive ? 200 : 503, {
      'content-type': 'application/json; charset=utf-8',
      'retry-after': RETRY_AFTER_SECONDS,
      'x-error-code': 'unavailable',
      'x-request-id': randomUUID(),
      'access-control-allow-origin': '*',
      connection: 'close',
    });
    response.end(JSON.stringify(body));
    request.resume();
  });
  const listen = new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(at.port, at.host, resolve);
  });
  await listening(listen, at, 'PORT');
  return {
    waitFor(part) {
      missing = part;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        setTimeout(() => server.closeAllConnections(), LAST_ANSWERS_MS);
      }),
  };
}
