import { createHash } from 'node:crypto';
import { RawNode, sql } from 'kysely';
import { collectionItemsPage } from '../../server/src/store/catalogue/collection-items.ts';
import { floorsOf } from '../../server/src/store/catalogue/floors.ts';
import { inscriptionsOn } from '../../server/src/store/chain/watched-coins.ts';
import { askedKeys } from '../../server/src/store/database/outpoint-rows.ts';
import { liveListingsOn } from '../../server/src/store/listing/listings.ts';
import { listingTexts } from '../../server/src/store/listing/listings-page.ts';
import type { Database } from '../../server/src/store/port.ts';
import { saleTexts } from '../../server/src/store/sale/sales.ts';
import type { Size } from './fill.ts';

/** One read, with parameters drawn anew at each call. */
export type Read<Target> = (target: Target, size: Size, random: () => number) => Promise<unknown>;

const md5 = (seed: string) => createHash('md5').update(seed).digest('hex');
export const idOf = (n: number) => `${md5(`id ${n}`)}${md5(`more id ${n}`)}i0`;
export const txidOf = (n: number) => `${md5(`out ${n}`)}${md5(`more out ${n}`)}`;
export const NO_UUID = '80000000-0000-0000-0000-000000000000';
const below = (random: () => number, bound: number) => Math.floor(random() * bound);

/** What a read asks for, drawn among what is there. */
export const drawn = {
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

/** The statements of every read of the order book and its history, at a first page and deep inside. */
export const READS: Readonly<Record<string, Read<Database>>> = {
  'listings, recent': (db) => listingTexts(db, { now: new Date(), sort: 'recent', after: null, limit: 51 }),
  'listings, recent, deep': (db, _size, random) =>
    listingTexts(db, {
      now: new Date(),
      sort: 'recent',
      after: [drawn.listedAt(random), NO_UUID],
      limit: 51,
    }),
  'listings, price': (db) => listingTexts(db, { now: new Date(), sort: 'price', after: null, limit: 51 }),
  'listings, price, deep': (db, _size, random) =>
    listingTexts(db, { now: new Date(), sort: 'price', after: [drawn.price(random), NO_UUID], limit: 51 }),
  'listings of a collection, recent, deep': (db, size, random) =>
    listingTexts(db, {
      now: new Date(),
      sort: 'recent',
      after: [drawn.listedAt(random), NO_UUID],
      limit: 51,
      collectionSlug: drawn.slug(size, random),
    }),
  'listings of a collection, price': (db, size, random) =>
    listingTexts(db, {
      now: new Date(),
      sort: 'price',
      after: null,
      limit: 51,
      collectionSlug: drawn.slug(size, random),
    }),
  'listings of a seller': (db, size, random) =>
    listingTexts(db, {
      now: new Date(),
      sort: 'recent',
      after: null,
      limit: 51,
      sellerAddress: drawn.owner(size, random),
    }),
  'listings of an inscription': (db, size, random) =>
    listingTexts(db, {
      now: new Date(),
      sort: 'recent',
      after: null,
      limit: 51,
      inscriptionId: drawn.id(size, random),
    }),
  sales: (db) => saleTexts(db, { after: null, limit: 51 }),
  'sales, deep': (db, size, random) =>
    saleTexts(db, { after: [drawn.soldAt(size, random), 0, 0, NO_UUID], limit: 51 }),
  'sales of a collection, deep': (db, size, random) =>
    saleTexts(db, {
      after: [drawn.soldAt(size, random), 0, 0, NO_UUID],
      limit: 51,
      collectionSlug: drawn.slug(size, random),
    }),
  'floor of one collection': (db, size, random) => floorsOf(db, [drawn.slug(size, random)], new Date()),
  'floors of 20 collections': (db, size, random) => floorsOf(db, drawn.slugs(size, random, 20), new Date()),
  'inscriptions of a collection, deep': (db, size, random) => {
    const slug = drawn.slug(size, random);
    return collectionItemsPage(db, {
      now: new Date(),
      slug,
      sort: 'oldest',
      after: [below(random, size.inscriptions), 0],
      limit: 49,
    });
  },
  'inscriptions of a collection, newest': (db, size, random) =>
    collectionItemsPage(db, {
      now: new Date(),
      slug: drawn.slug(size, random),
      sort: 'newest',
      after: null,
      limit: 49,
    }),
  'live listings on 100 outputs': (db, size, random) => liveListingsOn(db, outputs(size, random)),
  'inscriptions on 100 outputs': (db, size, random) => inscriptionsOn(db, askedKeys(outputs(size, random))),
};

function outputs(size: Size, random: () => number) {
  return Array.from({ length: 100 }, () => ({ txid: txidOf(below(random, size.inscriptions)), vout: 0 }));
}

/** ms. */
export interface Latency {
  /** Median of pages drawn at random, mostly not in the database's memory yet. */
  readonly fresh: number;
  /** Median of the same pages read a second time. */
  readonly again: number;
  readonly againP95: number;
}

/**
 * Latency of each read on each target, a database or the API on one; they take turns, so that what else the
 * machine does hits all alike. `seeded`: draws of a seed.
 */
export async function measureReads<Target>(
  reads: Readonly<Record<string, Read<Target>>>,
  targets: readonly { readonly target: Target; readonly size: Size }[],
  rounds: number,
  seeded: (seed: number) => () => number,
): Promise<Record<string, Latency[]>> {
  const results: Record<string, Latency[]> = {};
  for (const [name, read] of Object.entries(reads)) {
    const times = targets.map(() => ({ fresh: [] as number[], again: [] as number[] }));
    for (let round = 0; round < rounds; round += 1) {
      for (const [i, { target, size }] of targets.entries()) {
        for (const kind of ['fresh', 'again'] as const) {
          const random = seeded(round);
          const start = performance.now();
          await read(target, size, random);
          // The first rounds prepare statements.
          if (round >= rounds / 10) times[i]![kind].push(performance.now() - start);
        }
      }
    }
    results[name] = times.map(({ fresh, again }) => ({
      fresh: quantile(fresh, 0.5),
      again: quantile(again, 0.5),
      againP95: quantile(again, 0.95),
    }));
  }
  return results;
}

export function quantile(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * share)]!;
}

/** A few hundred collections fit on a few pages of the disk; there is one block, and no offers. */
const SMALL = ['collections', 'blocks', 'offer_coins', 'collection_offers', 'collection_offer_coins'];

/** The plan of each read, as text. Throws when one scans a table from end to end or skips rows by OFFSET. */
export async function checkPlans(
  db: Database,
  size: Size,
  random: () => number,
): Promise<Record<string, string>> {
  const plans: Record<string, string> = {};
  for (const [name, read] of Object.entries(READS)) {
    const lines: string[] = [];
    const explaining = db.withPlugin({
      transformQuery({ node }) {
        if (!RawNode.is(node)) throw new Error('only statements written in SQL can be explained here');
        const [first, ...rest] = node.sqlFragments;
        if (node.sqlFragments.some((fragment) => /\boffset\s+\d/i.test(fragment)))
          throw new Error(`${name}: OFFSET`);
        return RawNode.create(
          [`explain (analyze, costs off, timing off) ${first}`, ...rest],
          node.parameters,
        );
      },
      async transformResult({ result }) {
        for (const row of result.rows) lines.push(String(Object.values(row)[0]));
        return { ...result, rows: [] };
      },
    });
    // a read that expects a row gets none: what it would make of that does not matter here
    await read(explaining, size, random).catch((error: unknown) => {
      if (lines.length === 0) throw error;
    });
    plans[name] = lines.join('\n');
    const scans = [...plans[name].matchAll(/Seq Scan on (\w+)/g)].map((match) => match[1]);
    const wrong = scans.filter((table) => !SMALL.includes(table!));
    if (wrong.length > 0) throw new Error(`${name}: scans ${wrong.join(', ')}\n${plans[name]}`);
  }
  return plans;
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
export async function warm(db: Database): Promise<void> {
  // A page is written to the log as a whole once after a checkpoint: blocks on a fresh database would be
  // spared that.
  await sql`checkpoint`.execute(db);
  await sql`create extension if not exists pg_prewarm`.execute(db);
  await sql`select pg_prewarm(oid) from pg_class
    where relkind in ('r', 'i', 't') and relnamespace = 'public'::regnamespace and relname !~ ${COLD}
    order by relname = 'inscriptions' desc`.execute(db);
}

/** Sizes on the disk, largest first. */
export async function tableSizes(db: Database): Promise<{ name: string; size: string }[]> {
  const { rows } = await sql<{ name: string; size: string }>`
    select relname as name, pg_size_pretty(pg_total_relation_size(oid)) as size from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace
    order by pg_total_relation_size(oid) desc limit 9`.execute(db);
  return rows;
}
