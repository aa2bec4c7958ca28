/**
 * The order book at mainnet size, in a real PostgreSQL: latency of every read at several sizes, query plans,
 * and the speed of the follower. `npm run bench:scale -- [--collections 20,200,2000] [--rounds 100] [--runs
 * 12]`; docs/performance.md has the results.
 */
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { BLOCKS_AT_ONCE } from '../server/src/follower/follow.ts';
import { migrate } from '../server/src/store/database/migrate.ts';
import { openPostgres } from '../server/src/store/database/postgres.ts';
import { createDatabase, startPostgres } from '../stack/real/postgres.ts';
import { measureBlocks } from './scale/blocks.ts';
import { fill, type Size, sizeOf } from './scale/fill.ts';
import { checkPlans, measureReads, quantile, READS, tableSizes, warm } from './scale/reads.ts';
import { openEdge, REQUEST_READS } from './scale/requests.ts';

const { values } = parseArgs({
  options: {
    collections: { type: 'string', default: '20,200,2000' },
    rounds: { type: 'string', default: '300' },
    runs: { type: 'string', default: '12' },
  },
});
const sizes = values.collections.split(',').map((count) => sizeOf(Number(count)));
const say = (line: string) => process.stdout.write(`${line}\n`);

/** The same draws in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const cluster = await startPostgres({
  durable: true,
  settings: {
    shared_buffers: '14GB',
    effective_cache_size: '18GB',
    max_wal_size: '16GB',
    wal_buffers: '64MB',
    random_page_cost: '1.1',
    autovacuum: 'off',
  },
});
const filled: {
  size: Size;
  url: string;
  db: ReturnType<typeof openPostgres>['db'];
  close(): Promise<void>;
}[] = [];
try {
  for (const size of sizes) {
    const { url } = await createDatabase(cluster.url);
    const { db, close } = openPostgres(url, { poolSize: 2, statementTimeoutMs: 3_600_000 });
    await migrate(db);
    say(`\nfilling: ${JSON.stringify(size)}`);
    await fill(db, size, (step) => say(`  ${step}`));
    for (const { name, size: bytes } of await tableSizes(db)) say(`  ${name.padEnd(20)} ${bytes}`);
    filled.push({ size, url, db, close });
  }
  for (const { db } of [...filled].reverse()) await warm(db);
  const largest = filled.at(-1)!;
  say('\nplans at the largest size');
  for (const [name, plan] of Object.entries(await checkPlans(largest.db, largest.size, seeded(1))))
    say(`\n-- ${name}\n${plan}`);

  const inscriptions = filled.map(({ size }) => `${size.inscriptions} inscriptions`).join(', ');
  say(
    `\nms at ${inscriptions}: p50 of fresh pages / p50 of the same again / its p95; largest : smallest, fresh and again`,
  );
  const table = (latencies: Awaited<ReturnType<typeof measureReads>>) => {
    for (const [name, all] of Object.entries(latencies)) {
      const cells = all.map(({ fresh, again, againP95 }) =>
        [fresh, again, againP95]
          .map((ms) => ms.toFixed(2))
          .join(' / ')
          .padStart(22),
      );
      const [smallest, biggest] = [all[0]!, all.at(-1)!];
      const ratios = [biggest.fresh / smallest.fresh, biggest.again / smallest.again];
      say(`${name.padEnd(40)} ${cells.join(' ')}   ${ratios.map((ratio) => ratio.toFixed(2)).join(' / ')}`);
    }
  };
  say('\nover HTTP, as a client sees them');
  const edges = await Promise.all(filled.map(async ({ db, size }) => ({ target: await openEdge(db), size })));
  table(await measureReads(REQUEST_READS, edges, Number(values.rounds), seeded));
  for (const { target } of edges) await target.close();
  say("\ntheir statements, and the service's own");
  const databases = filled.map(({ db, size }) => ({ target: db, size }));
  table(await measureReads(READS, databases, Number(values.rounds), seeded));

  say('\nblocks of 4,000 transactions and 9,000 inputs, 300 of them holding watched inscriptions');
  for (const atOnce of [BLOCKS_AT_ONCE, 1]) {
    say(atOnce === 1 ? 'one by one, as they are mined' : `${atOnce} at once, as the follower catches up`);
    for (const { db: warmed, url, size } of filled) {
      // Every page of the disk that a block touches is written to the log as a whole for the first time after
      // this.
      await sql`checkpoint`.execute(warmed);
      const { db, close } = openPostgres(url, { poolSize: 2 });
      const runs = Number(values.runs) * (atOnce === 1 ? 4 : 1);
      const times = (await measureBlocks(db, size, { runs, atOnce }, seeded(3 * atOnce))).slice(1);
      const wall = times.map((time) => time.wall);
      const [walls, postgres, service] = (['wall', 'postgres', 'service'] as const).map(
        (clock) => times.reduce((sum, time) => sum + time[clock], 0) / times.length,
      ) as [number, number, number];
      const ms = (value: number) => `${value.toFixed(1)} ms`;
      say(
        `${String(size.inscriptions).padStart(9)} inscriptions: ${(1000 / walls).toFixed(1)} blocks/s on the clock (a block: mean ${ms(walls)}, p50 ${ms(quantile(wall, 0.5))}, p95 ${ms(quantile(wall, 0.95))}); processor ${ms(postgres + service)} (PostgreSQL ${ms(postgres)}, service ${ms(service)})`,
      );
      await close();
    }
  }
  say(`memory of this process: ${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MiB resident`);
} finally {
  for (const { close } of filled) await close();
  await cluster.stop();
}
