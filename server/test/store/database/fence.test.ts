import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { insertBlocks, storedTip } from '../../../src/store/chain/blocks.ts';
import type { LeaderTerm } from '../../../src/store/database/election.ts';
import { fenced } from '../../../src/store/database/fence.ts';
import { inTransaction } from '../../../src/store/database/transaction.ts';
import type { Database } from '../../../src/store/port.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database.ts';
import { readOnly } from '../../support/read-only.ts';

const holder = randomUUID();
const block = (height: number) => [{ height, hash: `${height}`.padStart(64, '0'), blockTime: new Date(0) }];

let store: TestDatabase;
let held: LeaderTerm | null;
let db: Database;

/** Another process takes over. */
const nextTerm = () =>
  sql`update leadership set token = token + 1, holder = ${randomUUID()}`.execute(store.db);

beforeEach(async () => {
  store = await openTestDatabase();
  await sql`delete from leadership`.execute(store.db);
  await sql`insert into leadership (token, holder, expires_at) values (7, ${holder}, now())`.execute(
    store.db,
  );
  held = { token: 7, holder };
  db = fenced({ db: store.db, readOnly: readOnly(store.db), term: () => held });
});
afterEach(() => store.close());

/** What the select of a function that writes has stored. */
const counted = async () => (await sql`select 1 from collection_traits`.execute(store.db)).rows.length;
const countOne = (database: Database) =>
  sql`select count_traits('{embers}', '{Hue}', '{red}', '{1}')`.execute(database);

const tipHeight = async () => (await storedTip(store.db))?.height ?? null;

describe('a process that leads', () => {
  test('writes single statements and transactions, and reads', async () => {
    await insertBlocks(db, block(1));
    await inTransaction(db, (transaction) => insertBlocks(transaction, block(2)));
    expect((await storedTip(db))?.height).toBe(2);
    expect(await tipHeight()).toBe(2);
  });
  test('stores nothing of a transaction that fails, and the next one works', async () => {
    const failing = inTransaction(db, async (transaction) => {
      await insertBlocks(transaction, block(1));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await expect(sql`select 1 / 0`.execute(db)).rejects.toThrow('division by zero');
    await insertBlocks(db, block(3));
    expect(await tipHeight()).toBe(3);
  });
  test('reads outside its fence, by raw selects too', async () => {
    const closed = { getExecutor: () => expect.unreachable('the fence was opened') } as unknown as Database;
    const reader = fenced({ db: closed, readOnly: readOnly(store.db), term: () => held });
    expect(await storedTip(reader)).toBeNull();
    expect((await sql`select 1 as one`.execute(reader)).rows).toEqual([{ one: 1 }]);
  });
  test('writes by a select whose function writes', async () => {
    await countOne(db);
    expect(await counted()).toBe(1);
  });
  test('has savepoints', async () => {
    await inTransaction(db, async (transaction) => {
      await insertBlocks(transaction, block(1));
      await sql`savepoint before`.execute(transaction);
      await insertBlocks(transaction, block(2));
      await sql`rollback to savepoint before`.execute(transaction);
    });
    expect(await tipHeight()).toBe(1);
  });
});

describe('a process whose term is over writes nothing', () => {
  const WRITES: readonly (readonly [string, (database: Database) => Promise<unknown>])[] = [
    ['an insert', (database) => insertBlocks(database, block(9))],
    ['a raw statement', (database) => sql`delete from leadership`.execute(database)],
    ['a transaction', (database) => inTransaction(database, (inside) => insertBlocks(inside, block(9)))],
    ['a raw select', countOne],
    [
      'a select that writes',
      (database) =>
        database
          .with('made', (query) => query.insertInto('blocks').values(block(9)[0]!).returning('height'))
          .selectFrom('made')
          .selectAll()
          .execute(),
    ],
  ];
  test.each(WRITES)('by %s', async (_what, write) => {
    await nextTerm();
    await expect(write(db)).rejects.toMatchObject({ code: 'unavailable' });
    held = null;
    await expect(write(db)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await tipHeight()).toBeNull();
    expect((await sql`select 1 from leadership`.execute(store.db)).rows).toHaveLength(1);
    expect(await counted()).toBe(0);
    // reads still work, and the connection is not left in a transaction
    expect(await storedTip(db)).toBeNull();
  });
  test.each(WRITES.slice(0, 1))('by %s with the token of another process', async (_what, write) => {
    held = { token: 7, holder: randomUUID() };
    await expect(write(db)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await tipHeight()).toBeNull();
  });
});
