/**
 * The order book at the size of mainnet, in a real PostgreSQL: every page over HTTP at several sizes, and the
 * speed of the follower. `npm run bench -- scale` fills 20, 200 and 2,000 collections of 5,000 inscriptions, in
 * 10 to 20 minutes, with 20 GB of disk and 16 GB of memory. `--collections 20,200,2000 --rounds 300 --runs 12`.
 */
import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { type CursorQuery, createCursors } from '../server/src/api/edge/cursor.ts';
import { createLogger } from '../server/src/api/edge/log.ts';
import { BLOCKS_AT_ONCE } from '../server/src/follower/follow.ts';
import { migrate } from '../server/src/store/database/migrate.ts';
import type { PageKey } from '../server/src/store/database/page-key.ts';
import { openPostgres } from '../server/src/store/database/postgres.ts';
import type { Database } from '../server/src/store/port.ts';
import { TOKEN_KEYS, testApi, testWallet } from '../server/test/support/api.ts';
import { randomFrom } from '../stack/random.ts';
import { createDatabase, startPostgres } from '../stack/real/postgres.ts';
import { ENDLESS_LIMITS, quantile, report } from './measure.ts';
import { measureBlocks } from './scale-blocks.ts';
import { fill, type Size, sizeOf } from './scale-fill.ts';

const { values } = parseArgs({
  options: {
    collections: { type: 'string', default: '20,200,2000' },
    rounds: { type: 'string', default: '300' },
    runs: { type: 'string', default: '12' },
  },
});
const ROUNDS = Number(values.rounds);
/** Largest to smallest; blocks a second at the largest. */
const BOUNDS = { growth: 1.3, blocks: 20 };

const md5 = (seed: string) => createHash('md5').update(seed).digest('hex');
const idOf = (n: number) => `${md5(`id ${n}`)}${md5(`more id ${n}`)}i0`;
const NO_UUID = '80000000-0000-0000-0000-000000000000';
const below = (random: () => number, bound: number) => Math.floor(random() * bound);

/** What a read asks for, drawn among what is there. */
const drawn = {
  below,
  slug: (size: Size, random: () => number) => `slug-${below(random, size.collections)}`,
  /** Distinct, as far as there are so many: the API answers each once. */
  slugs(size: Size, random: () => number, count: number) {
    const slugs = new Set<string>();
    while (slugs.size < Math.min(count, size.collections)) slugs.add(drawn.slug(size, random));
    return [...slugs];
  },
  id: (size: Size, random: () => number) => idOf(below(random, size.inscriptions)),
  listedAt: (random: () => number) =>
    new Date(Date.UTC(2026, 0, 1) + below(random, 20_000_000) * 1000).toISOString(),
  price: (random: () => number) => 10_000 + below(random, 900_000),
  soldAt: (size: Size, random: () => number) =>
    new Date(Date.UTC(2023, 0, 1) + below(random, size.sales) * 19_000).toISOString(),
  owner(size: Size, random: () => number) {
    const owner = below(random, size.collections) * 700 + below(random, 1_500);
    return `bc1p${md5(`owner ${owner}`).slice(0, 30)}${'q'.repeat(28)}`;
  },
};

const cursors = createCursors(TOKEN_KEYS);
const cursor = (query: CursorQuery, key: PageKey) => `cursor=${cursors.write(query, key)}`;
const listings = (sort: string, collectionSlug?: string) => ({
  ...{ route: 'listings', sort, collectionSlug },
  inscriptionId: undefined,
  sellerAddress: undefined,
});

type Request = (size: Size, random: () => number) => string;

/** The path of every page of the order book; each call draws new parameters. */
const REQUESTS: Readonly<Record<string, Request>> = {
  'listings, recent': () => '/listings',
  'listings, recent, deep': (_size, random) =>
    `/listings?${cursor(listings('recent'), [drawn.listedAt(random), NO_UUID])}`,
  'listings, price': () => '/listings?sort=price',
  'listings, price, deep': (_size, random) =>
    `/listings?sort=price&${cursor(listings('price'), [drawn.price(random), NO_UUID])}`,
  'listings of a collection, recent, deep': (size, random) => {
    const slug = drawn.slug(size, random);
    const page = cursor(listings('recent', slug), [drawn.listedAt(random), NO_UUID]);
    return `/listings?collectionSlug=${slug}&${page}`;
  },
  'listings of a collection, price': (size, random) =>
    `/listings?sort=price&collectionSlug=${drawn.slug(size, random)}`,
  'listings of a seller': (size, random) => `/listings?sellerAddress=${drawn.owner(size, random)}`,
  'listings of an inscription': (size, random) => `/listings?inscriptionId=${drawn.id(size, random)}`,
  sales: () => '/sales',
  'sales, deep': (size, random) =>
    `/sales?${cursor({ route: 'sales', collectionSlug: undefined }, [drawn.soldAt(size, random), 0, 0, NO_UUID])}`,
  'sales of a collection, deep': (size, random) => {
    const slug = drawn.slug(size, random);
    const page = cursor({ route: 'sales', collectionSlug: slug }, [
      drawn.soldAt(size, random),
      0,
      0,
      NO_UUID,
    ]);
    return `/sales?collectionSlug=${slug}&${page}`;
  },
  'floor of one collection': (size, random) => `/collection-stats/floors?slugs=${drawn.slug(size, random)}`,
  'floors of 20 collections': (size, random) =>
    `/collection-stats/floors?slugs=${drawn.slugs(size, random, 20).join(',')}`,
  'inscriptions of a collection, deep': (size, random) => {
    const slug = drawn.slug(size, random);
    const query = { route: 'collection-inscriptions', slug, sort: 'oldest' };
    return `/collection/${slug}/inscriptions?${cursor(query, [drawn.below(random, size.inscriptions), 0])}`;
  },
  'inscriptions of a collection, newest': (size, random) =>
    `/collection/${drawn.slug(size, random)}/inscriptions?sort=newest`,
};

/** The API on one database, listening on loopback, and a client that is signed in. */
async function openEdge(db: Database) {
  const api = await testApi(db, {
    logger: createLogger('silent'),
    rateLimits: ENDLESS_LIMITS,
    health: { signers: () => [] },
    checkResponses: false,
  });
  const { token } = await api.signIn(testWallet('bench'));
  const base = await api.app.listen({ host: '127.0.0.1', port: 0 });
  const headers = { authorization: `Bearer ${token}` };
  return {
    /** Resolves when the whole answer is there. Throws when it is not 200. */
    async get(path: string): Promise<void> {
      const answer = await fetch(`${base}/api/v1${path}`, { headers });
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`${path}: ${text}`);
    },
    close: () => api.app.close(),
  };
}

/** Medians of a page at each size, ms: drawn at random, and the same page read a second time. */
async function measure(
  path: Request,
  edges: readonly { readonly edge: Awaited<ReturnType<typeof openEdge>>; readonly size: Size }[],
): Promise<{ readonly fresh: number; readonly again: number }[]> {
  const times = edges.map(() => ({ fresh: [] as number[], again: [] as number[] }));
  // the sizes take turns, so that what else the machine does hits all alike
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [i, { edge, size }] of edges.entries())
      for (const kind of ['fresh', 'again'] as const) {
        const asked = path(size, randomFrom(round).next);
        const start = performance.now();
        await edge.get(asked);
        // the first rounds prepare statements
        if (round >= ROUNDS / 10) times[i]![kind].push(performance.now() - start);
      }
  return times.map(({ fresh, again }) => ({ fresh: quantile(fresh, 0.5), again: quantile(again, 0.5) }));
}

/**
 * Indexes that guard writes or serve rollbacks: neither the reads nor the blocks here look at more than a few
 * pages of them.
 */
const COLD =
  '^(sales_(pkey|inscription|height|unpriced)|inscriptions_(genesis|synced)|anchors_(txid|confirmed))';

/**
 * Brings the tables and the indexes that reads use into the database's memory, so that sizes are compared at
 * the same warmth. The rows of inscriptions first: few reads look at them, so they are what may go where
 * memory is short.
 */
async function warm(db: Database): Promise<void> {
  // A page is written to the log as a whole once after a checkpoint: blocks on a fresh database would be
  // spared that.
  await sql`checkpoint`.execute(db);
  await sql`create extension if not exists pg_prewarm`.execute(db);
  await sql`select pg_prewarm(oid) from pg_class
    where relkind in ('r', 'i', 't') and relnamespace = 'public'::regnamespace and relname !~ ${COLD}
    order by relname = 'inscriptions' desc`.execute(db);
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
const filled: { size: Size; url: string; db: Database; close(): Promise<void> }[] = [];
try {
  for (const size of values.collections.split(',').map((count) => sizeOf(Number(count)))) {
    const { url } = await createDatabase(cluster.url);
    const { db, close } = openPostgres(url, { poolSize: 2, statementTimeoutMs: 3_600_000 });
    await migrate(db);
    console.log(`filling: ${JSON.stringify(size)}`);
    await fill(db, size, (step) => console.log(`  ${step}`));
    filled.push({ size, url, db, close });
  }
  for (const { db } of [...filled].reverse()) await warm(db);
  const edges = await Promise.all(filled.map(async ({ db, size }) => ({ edge: await openEdge(db), size })));
  const rows: Record<string, unknown>[] = [];
  for (const [page, path] of Object.entries(REQUESTS)) {
    const all = await measure(path, edges);
    const cells = all.map(({ fresh, again }) => `${fresh.toFixed(2)} / ${again.toFixed(2)}`);
    const growth = all.at(-1)!.fresh / all[0]!.fresh;
    rows.push({
      page,
      ...Object.fromEntries(cells.map((cell, i) => [filled[i]!.size.inscriptions, cell])),
      'largest : smallest': growth.toFixed(2),
      'of the bound': (growth / BOUNDS.growth).toFixed(2),
    });
  }
  report('pages by inscriptions, ms: at random / again', rows);
  for (const { edge } of edges) await edge.close();

  const speeds: Record<string, unknown>[] = [];
  for (const atOnce of [BLOCKS_AT_ONCE, 1])
    for (const { db: warmed, url, size } of filled) {
      // after this, a block writes every page that it touches to the log as a whole
      await sql`checkpoint`.execute(warmed);
      const { db, close } = openPostgres(url, { poolSize: 2 });
      const runs = Number(values.runs) * (atOnce === 1 ? 4 : 1);
      const times = (await measureBlocks(db, size, { runs, atOnce }, randomFrom(3 * atOnce).next)).slice(1);
      await close();
      const mean = (clock: 'wall' | 'postgres' | 'service') =>
        times.reduce((sum, time) => sum + time[clock], 0) / times.length;
      const speed = 1_000 / mean('wall');
      speeds.push({
        inscriptions: size.inscriptions,
        'blocks at once': atOnce,
        'blocks a second': speed.toFixed(1),
        'PostgreSQL ms': mean('postgres').toFixed(1),
        'service ms': mean('service').toFixed(1),
        'of the bound': atOnce === 1 ? '' : (speed / BOUNDS.blocks).toFixed(2),
      });
    }
  report('blocks of 4,000 transactions and 9,000 inputs, 300 of them with watched inscriptions', speeds);
} finally {
  for (const { close } of filled) await close();
  await cluster.stop();
}
