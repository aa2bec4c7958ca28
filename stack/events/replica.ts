/** A process that serves events of a database, as a replica does. It is killed at any moment. */
import { createServer } from 'node:http';
import { PassThrough } from 'node:stream';
import { placeOf } from '../../server/src/api/event/shape.ts';
import { frame, streamEvents } from '../../server/src/api/event/stream.ts';
import { systemClock } from '../../server/src/base/clock.ts';
import { listenTo } from '../../server/src/store/database/listen.ts';
import { openPostgres } from '../../server/src/store/database/postgres.ts';
import { createFeed } from '../../server/src/trading/event/feed.ts';

const [url = '', port = '0'] = process.argv.slice(2);
const { db } = openPostgres(url, { poolSize: 4 });
const feed = createFeed({
  db,
  clock: systemClock,
  log: { warn: (_fields, message) => process.stderr.write(`${message}\n`) },
  pollMs: 200,
  listen: (wake) => listenTo(url, 'ordbook_events', wake),
});
createServer((request, response) => {
  const id = String(request.headers['last-event-id'] ?? '0-0');
  const out = new PassThrough();
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  out.pipe(response);
  response.on('close', () => out.destroy());
  streamEvents(out, {
    feed,
    clock: systemClock,
    from: placeOf(id),
    isWanted: () => true,
    textOf: (event) =>
      frame(null, `${event.seq}-${event.mark}`, {
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
