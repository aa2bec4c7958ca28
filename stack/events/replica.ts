/**
 * A process that serves events of a database, as a replica does: `replica.ts <database> <port> [<redis>]`.
 * With a Redis it reads the relay there, and publishes to it while it leads. It is killed at any moment.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { PassThrough } from 'node:stream';
import pg from 'pg';
import { placeOf } from '../../server/src/api/event/shape.ts';
import { frame, streamEvents } from '../../server/src/api/event/stream.ts';
import { systemClock } from '../../server/src/base/clock.ts';
import { openRelay, withPublisher } from '../../server/src/composition/event-relay.ts';
import { followAsLeader } from '../../server/src/composition/follow-as-leader.ts';
import type { Follower } from '../../server/src/follower/follow.ts';
import { applicationName, electByDatabase } from '../../server/src/store/database/leader.ts';
import { listenTo } from '../../server/src/store/database/listen.ts';
import { openPostgres } from '../../server/src/store/database/postgres.ts';
import { createFeed } from '../../server/src/trading/event/feed.ts';
import { createPublisher } from '../../server/src/trading/event/publish-events.ts';

const [url = '', port = '0', redis = ''] = process.argv.slice(2);
const POLL_MS = 200;
const statements = countStatements();
const holder = randomUUID();
const { db } = openPostgres(url, { poolSize: 4, applicationName: applicationName(holder) });
const say = (_fields: object, message: string) => process.stderr.write(`${message}\n`);
const log = { info: say, warn: say, error: say };
const listen = (wake: () => void) => listenTo(url, 'ordbook_events', wake);
const relay = await openRelay(
  { EVENTS_RELAY: redis === '' ? 'off' : 'redis', REDIS_URL: redis, NETWORK: 'regtest' },
  [{ id: 'replicas', secret: 'the secret of all these replicas' }],
  { market: 'aa'.repeat(32) },
);
const read = { database: 0, relay: 0 };
const feed = createFeed({
  db,
  clock: systemClock,
  log,
  pollMs: POLL_MS,
  listen,
  ...(relay ? { relay } : {}),
  onRead: (source, count) => {
    read[source] += count;
  },
});
const publisher =
  relay && createPublisher({ ...relay, db, clock: systemClock, log, pollMs: POLL_MS, listen });
const noFollower: Follower = {
  start: () => undefined,
  stop: async () => undefined,
  sync: () => Promise.reject(new Error('it follows no chain')),
};
followAsLeader(electByDatabase(url, holder), withPublisher(noFollower, publisher), log).start();
createServer((request, response) => {
  if (request.url === '/figures') {
    response.end(JSON.stringify({ ...read, usesRelay: feed.usesRelay(), statements: statements() }));
    return;
  }
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

/** How many statements this process has sent to the database, with `begin` and `commit`. */
function countStatements(): () => number {
  let count = 0;
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function counted(this: pg.Client, ...args: unknown[]) {
    count += 1;
    return Reflect.apply(query, this, args);
  } as typeof query;
  return () => count;
}
