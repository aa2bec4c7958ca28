import { RawNode, sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { collectionItems } from '../../../src/store/catalogue/collection-items.ts';
import { collectionBySlug, setRemoved } from '../../../src/store/catalogue/collections.ts';
import { floorsOf } from '../../../src/store/catalogue/floors.ts';
import { fenced } from '../../../src/store/database/fence.ts';
import { SHOWN_TABLES, shownChanges, watchShownChanges } from '../../../src/store/database/shown-changes.ts';
import { inTransaction } from '../../../src/store/database/transaction.ts';
import { listingsPage } from '../../../src/store/listing/listings-page.ts';
import type { Database } from '../../../src/store/port.ts';
import { salesPage } from '../../../src/store/sale/sales.ts';
import { freshDatabase } from '../../support/fresh-database.ts';
import { readOnly } from '../../support/read-only.ts';
import { makeCollection, makeInscriptions, makeListing, makeSeller, NOW } from '../contract/rows.ts';

const database = freshDatabase();

describe('a change of what pages show', () => {
  beforeEach(async () => {
    await makeCollection(database.db, 'mice');
  });

  const isNoted = async (work: () => Promise<unknown>) => {
    const before = shownChanges();
    await work();
    return shownChanges() > before;
  };

  test('is noted when a statement has written it, and reads are not', async () => {
    expect(await isNoted(() => setRemoved(database.db, 'mice', NOW))).toBe(true);
    expect(await isNoted(() => collectionBySlug(database.db, 'mice'))).toBe(false);
    expect(await isNoted(() => sql`update profiles set created_at = ${NOW}`.execute(database.db))).toBe(
      false,
    );
    expect(await isNoted(() => sql`with x as (delete from sales) select 1`.execute(database.db))).toBe(true);
    expect(
      await isNoted(() =>
        sql`INSERT INTO "blocks" select 1 from sales`.execute(database.db).catch(() => null),
      ),
    ).toBe(false);
  });

  test('of a transaction is noted at its commit, when others see it', async () => {
    const seller = await makeSeller(database.db);
    await makeInscriptions(database.db, [{ number: 1 }], 'mice');
    let inside = false;
    const noted = await isNoted(() =>
      inTransaction(database.db, async (db) => {
        inside = await isNoted(() => makeListing(db, seller, 'mice', [1]));
      }),
    );
    expect([inside, noted]).toEqual([false, true]);
  });

  test('of the follower is noted at the commit of its fenced transaction', async () => {
    await sql`insert into leadership (token, holder, expires_at) values (7, ${crypto.randomUUID()}, now())`.execute(
      database.db,
    );
    const { rows } = await sql<{ holder: string }>`select holder from leadership`.execute(database.db);
    const term = { token: 7, holder: rows[0]!.holder };
    const follower = fenced({ db: database.db, readOnly: readOnly(database.db), term: () => term });
    expect(await isNoted(() => setRemoved(follower, 'mice', NOW))).toBe(true);
  });

  test('is noted for each session apart', () => {
    const [one, another] = [watchShownChanges(), watchShownChanges()];
    const before = shownChanges();
    one('begin');
    one('update listings set state = $1');
    another('select 1');
    another('commit');
    expect(shownChanges()).toBe(before);
    one('commit');
    expect(shownChanges()).toBe(before + 1);
  });

  test('is known of every table that a kept page reads', async () => {
    const slug = 'mice';
    const page = { now: NOW, after: null, limit: 2 };
    const reads: ((db: Database) => Promise<unknown>)[] = [
      (db) => listingsPage(db, { ...page, sort: 'recent' }),
      (db) => listingsPage(db, { ...page, sort: 'price', collectionSlug: slug, inscriptionId: 'x' }),
      (db) => salesPage(db, page),
      (db) => salesPage(db, { ...page, collectionSlug: slug }),
      (db) => floorsOf(db, [slug], NOW),
      (db) => collectionItems(db, { ...page, slug, sort: 'oldest' }),
    ];
    const read = new Set((await Promise.all(reads.map((one) => tablesOf(database.db, one)))).flat());
    const known: readonly string[] = SHOWN_TABLES;
    expect([...read].filter((table) => !known.includes(table))).toEqual([]);
    expect(read.size).toBeGreaterThan(6);
  });
});

/** The tables in the plan of a read's statement. */
async function tablesOf(db: Database, read: (on: Database) => Promise<unknown>): Promise<string[]> {
  const plans: unknown[] = [];
  const explaining = db.withPlugin({
    transformQuery({ node }) {
      if (!RawNode.is(node)) throw new Error('only statements written in SQL can be explained here');
      const [first, ...rest] = node.sqlFragments;
      return RawNode.create([`explain (format json) ${first}`, ...rest], node.parameters);
    },
    async transformResult({ result }) {
      plans.push(...result.rows);
      return { ...result, rows: [] };
    },
  });
  await read(explaining);
  return [...JSON.stringify(plans).matchAll(/"Relation Name":"(\w+)"/g)].map((match) => match[1]!);
}
