/**
 * What a standby takes off the primary: deep pages of the book, as fast as one API process answers them, read
 * from the primary alone and from a synchronous standby. The two ways take turns. A real PostgreSQL and its
 * standby; the load comes from a process of its own. `BENCH_SECONDS` (3) a round, `BENCH_ROUNDS` (4).
 */

import { migrate } from '../server/src/store/database/migrate.ts';
import { openPostgres } from '../server/src/store/database/postgres.ts';
import { readFromStandby } from '../server/src/store/database/standby-reads.ts';
import type { Database } from '../server/src/store/port.ts';
import { testApi, testWallet } from '../server/test/support/api.ts';
import { findPostgres } from '../stack/real/parts.ts';
import { startPostgresPair } from '../stack/real/postgres-pair.ts';
import { serverCpuSeconds } from './cpu.ts';
import { ENDLESS_LIMITS } from './edge.ts';
import { ROUNDS, requested } from './load-process.ts';
import { report } from './report.ts';
import { fill, sizeOf } from './scale/fill.ts';

const POOL = 8;
const MAX_LAG_MS = 1_000;

const part = findPostgres();
if (!part || part.kind === 'given') throw new Error('no PostgreSQL of our own to start: see scripts/');
const pair = await startPostgresPair(part);
const primary = openPostgres(pair.primary, { poolSize: POOL, statementTimeoutMs: 600_000 });
const standby = openPostgres(pair.standby, { poolSize: POOL, standbys: true });
await migrate(primary.db);
await fill(primary.db, sizeOf(4), () => undefined);
const reads = readFromStandby(primary.db, standby.db, { maxLagMs: MAX_LAG_MS });
while (!reads.isFresh()) await new Promise((done) => setTimeout(done, 50));

/** An edge over `publicReads`; the path of a second page, and the headers of somebody who is signed in. */
async function edge(publicReads: Database | null) {
  const api = await testApi(primary.db, { rateLimits: ENDLESS_LIMITS, checkResponses: false, publicReads });
  const { token } = await api.signIn(testWallet('reader'));
  const headers = { authorization: `Bearer ${token}` };
  const first = await api.app.inject({ url: '/api/v1/listings?limit=50', headers });
  const { pagination } = first.json() as { pagination: { nextCursor: string } };
  const base = await api.app.listen({ host: '127.0.0.1', port: 0 });
  const cursor = encodeURIComponent(pagination.nextCursor);
  return { api, headers, url: `${base}/api/v1/listings?limit=50&cursor=${cursor}` };
}

interface Share {
  rate: number;
  primary: number;
  standby: number;
}
const ways = { 'the primary alone': await edge(null), 'the standby': await edge(reads.db) };
const best: Record<string, Share> = {};
for (let round = 0; round <= ROUNDS; round += 1)
  for (const [name, { url, headers }] of Object.entries(ways)) {
    const servers = async () => [await serverCpuSeconds(primary.db), await serverCpuSeconds(standby.db)];
    const from = performance.now();
    const before = await servers();
    const { rate } = await requested(primary.db, url, headers);
    const after = await servers();
    const share = (i: number) => (100 * (after[i]! - before[i]!)) / ((performance.now() - from) / 1_000);
    // the first round compiles the code
    if (round > 0 && rate > (best[name]?.rate ?? 0))
      best[name] = { rate, primary: share(0), standby: share(1) };
  }
report(
  'deep pages of the book, one API process; shares of one core',
  Object.entries(best).map(([name, { rate, primary: ofPrimary, standby: ofStandby }]) => ({
    'read from': name,
    'requests/s': Math.round(rate),
    primary: `${ofPrimary.toFixed(0)} %`,
    standby: `${ofStandby.toFixed(0)} %`,
    'primary, ms a request': ((10 * ofPrimary) / rate).toFixed(2),
  })),
);
for (const { api } of Object.values(ways)) await api.app.close();
await reads.stop();
await standby.close();
await primary.close();
await pair.stop();
