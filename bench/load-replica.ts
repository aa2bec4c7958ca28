/** One API process on a database: `load-replica.ts URL PORT`. Its edge is whole; limits are in memory, and endless. */
import { createLogger } from '../server/src/api/edge/log.ts';
import { listenTo } from '../server/src/store/database/listen.ts';
import { openPostgres } from '../server/src/store/database/postgres.ts';
import { testApi } from '../server/test/support/api.ts';
import { BENCH_TOKEN_KEYS, ENDLESS_LIMITS } from './edge.ts';

const [url, port] = process.argv.slice(2);
if (url && port) {
  const { db } = openPostgres(url, { poolSize: 8 });
  const { app } = await testApi(db, {
    rateLimits: ENDLESS_LIMITS,
    tokenKeys: BENCH_TOKEN_KEYS,
    // Logged as in production, to nowhere.
    logger: createLogger('info', { write: () => undefined }),
    checkResponses: false,
    events: {
      pollMs: 1_000,
      drainMs: 5_000,
      maxStreams: 20_000,
      maxStreamsPerCaller: 20_000,
      listen: (wake) => listenTo(url, 'ordbook_events', wake),
    },
  });
  await app.listen({ host: '127.0.0.1', port: Number(port) });
}
