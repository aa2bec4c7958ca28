/**
 * A process that serves events of a database, as a replica does: `replica.ts <database> <port>`. It is
 * killed at any moment.
 */
import { createServer } from 'node:http';
import { PassThrough } from 'node:stream';
import { placeOf } from '../../server/src/api/event/shape.ts';
import { frame, streamEvents } from '../../server/src/api/event/stream.ts';
import { systemClock } from '../../server/src/base/clock.ts';
import { listenTo } from '../../server/src/store/database/listen.ts';
import { openPostgres } from '../../server/src/store/database/postgres.ts';
import { createFeed } from '../../server/src/trading/event/feed.ts';

const [url = '', port = '0'] = process.argv.slice(2);
const POLL_MS = 200;
const { db } = openPostgres(url, { poolSize: 4 });
const say = (_fields: object, message: string) => process.stderr.write(`${message}\n`);
const log = { info: say, warn: say, error: say };
const listen = (wake: () => void) => listenTo(url, 'ordbook_events', wake);
const feed = createFeed({
  db,
  clock: systemClock,
  log,
  pollMs: POLL_MS,
  listen,
});
createServer((request, response) => {
  const id = String(request.headers['last-event-id'] ?? '0-0');
  const out = new PassThrough();
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  out.pipe(response);
  response.on('close', () => out.destroy());
  streamEvents(out, {
    connection: request.socket,
    feed,
    clock: systemClock,
    from: placeOf(id),
    isWanted: () => true,
    textOf: (event) =>
      frame(null, `${event.seq}-${event.history}`, {
        sequence: event.seq,
        subject: event.subject,
        version: Number(event.state['priceUsd']),
        committedAt: event.happenedAt,
      }),
    sessionEndsAt: null,
    drainMs: 5_000,
    maxBytes: 65_536,
  });
}).listen(Number(port), '127.0.0.1');
