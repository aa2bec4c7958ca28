import { AsyncResource } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { storedTip } from '../../../src/store/chain/blocks.ts';
import { fenced, LOCK_TERM } from '../../../src/store/database/fence.ts';
import { migrate, readMigrations } from '../../../src/store/database/migrate.ts';
import { openPostgres, REFUSED_WRITE } from '../../../src/store/database/postgres.ts';
import { inTransaction } from '../../../src/store/database/transaction.ts';
import { lockOffersOf } from '../../../src/store/offer/room.ts';
import { type Attempt, endBan, holdStops, setBan } from '../../../src/store/operation/stops.ts';
import type { Database } from '../../../src/store/port.ts';
import {
  countRefusal,
  judgementForStoring,
  type StoringJudgement,
} from '../../../src/store/submission/refused-submits.ts';
import { earlierSubmits } from '../../../src/store/submission/submissions.ts';

/** What the next leader does. */
async function nextTerm(client: pg.Client): Promise<void> {
  await client.query('begin');
  await client.query(LOCK_TERM);
  await client.query('update leadership set token = token + 1, holder = $1', [randomUUID()]);
  await client.query('commit');
}

const judgeForStoring = async (db: Database, key: string, attempt: Attempt) =>
  (await sql<StoringJudgement>`select ${judgementForStoring(key, attempt)}`.execute(db)).rows[0]!;
const ATTEMPT = {
  flow: 'purchase',
  slug: 'embers',
  inscriptionIds: [],
  profileId: randomUUID(),
  walletBindingId: randomUUID(),
} satisfies Attempt;

/** Until another connection waits for a lock that `holder` has. */
async function untilOneWaits(holder: Database): Promise<void> {
  const waits = sql<{ waits: boolean }>`
    select exists (select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))) as waits`;
  while (!(await waits.execute(holder)).rows[0]!.waits) await sql`select pg_sleep(0.01)`.execute(holder);
}

/** What a server adds: it can be away, slow, restarted and shared. `url` is of a migrated database. */
export function postgresRules(url: () => string): void {
  describe('a PostgreSQL server', () => {
    test('that is away is a 503', async () => {
      const { db, close } = openPostgres('postgres://nobody@127.0.0.1:1/none');
      await expect(storedTip(db)).rejects.toMatchObject({ code: 'unavailable', status: 503 });
      await close();
    });
    test('that ends a slow statement, or the connection, is a 503, and the next statement works', async () => {
      const { db, close } = openPostgres(url(), { poolSize: 1, statementTimeoutMs: 100 });
      await expect(sql`select pg_sleep(5)`.execute(db)).rejects.toMatchObject({ code: 'unavailable' });
      await expect(sql`select pg_terminate_backend(pg_backend_pid())`.execute(db)).rejects.toMatchObject({
        code: 'unavailable',
      });
      expect(await storedTip(db)).toBeNull();
      await close();
    });
    test('refuses what writes in sessions that only read, and the next statement works', async () => {
      const { readOnly, close } = openPostgres(url());
      const session = async () => (await sql`select pg_backend_pid()`.execute(readOnly)).rows;
      const before = await session();
      for (const write of [
        sql`delete from blocks`,
        sql`select add_offer_counts('{buyer_offer}', array[gen_random_uuid()], '{seller}', '{1}')`,
      ])
        await expect(write.execute(readOnly)).rejects.toMatchObject({ code: REFUSED_WRITE });
      expect(await session()).toEqual(before);
      await close();
    });
    test('compiles no statement, however large the market', async () => {
      const { db, close } = openPostgres(url(), { poolSize: 1 });
      expect((await sql`show jit`.execute(db)).rows).toEqual([{ jit: 'off' }]);
      await close();
    });
    test('takes new columns under connections that have read the table before', async () => {
      const { db, close } = openPostgres(url(), { poolSize: 4 });
      const read = async () => (await sql<object>`select * from plans_changed`.execute(db)).rows;
      const everywhere = (work: () => Promise<unknown>) => Promise.all([1, 2, 3, 4].map(work));
      await sql`create table plans_changed as select 1 as first`.execute(db);
      await everywhere(read);
      await sql`alter table plans_changed add column second integer`.execute(db);
      expect(await everywhere(read)).toEqual(Array(4).fill([{ first: 1, second: null }]));
      const add = () => sql`update plans_changed set first = first + 1 returning *`.execute(db);
      await everywhere(add);
      await sql`alter table plans_changed add column third integer`.execute(db);
      await everywhere(add);
      expect(await read()).toEqual([{ first: 9, second: null, third: null }]);
      await sql`drop table plans_changed`.execute(db);
      await close();
    });
    test('runs a transaction again under which a migration added a column', async () => {
      const { db, close } = openPostgres(url(), { poolSize: 8 });
      await sql`create table plans_changed as select 1 as first`.execute(db);
      const others = [1, 2, 3, 4, 5, 6, 7];
      const add = async (transaction: Database) => {
        await sql`update plans_changed set first = first + 1`.execute(transaction);
        return (await sql<object>`select * from plans_changed for update`.execute(transaction)).rows[0];
      };
      // every connection has the plan
      await inTransaction(db, async (transaction) => {
        await sql`select * from plans_changed for update`.execute(transaction);
      });
      await Promise.all(others.map(() => inTransaction(db, add)));
      await sql`alter table plans_changed add column second integer`.execute(db);
      await Promise.all(others.map(() => inTransaction(db, add)));
      expect(await inTransaction(db, add)).toEqual({ first: 16, second: null });
      await sql`drop table plans_changed`.execute(db);
      await close();
    });
    test('lets the next leader in only once the transactions of the last one have ended', async () => {
      const { db, readOnly, close } = openPostgres(url(), { poolSize: 3 });
      const holder = randomUUID();
      // an emptied database has no row
      await sql`
        insert into leadership (token, holder, expires_at) values (7, ${holder}, now())
        on conflict (only_row) do update set token = 7, holder = excluded.holder`.execute(db);
      const follower = fenced({ db, readOnly, term: () => ({ token: 7, holder }) });
      const order: string[] = [];
      const other = new pg.Client({ connectionString: url() });
      await other.connect();
      let next: Promise<unknown> = Promise.resolve();
      await inTransaction(follower, async (transaction) => {
        // the renewal of the lease waits for nothing
        await other.query('update leadership set expires_at = now()');
        next = nextTerm(other).then(() => order.push('next term'));
        await sql`select pg_sleep(0.3)`.execute(transaction);
        order.push('commit');
      });
      await next;
      expect(order).toEqual(['commit', 'next term']);
      const write =
        sql`select add_offer_counts('{buyer_offer}', array[gen_random_uuid()], '{seller}', '{1}')`.execute(
          follower,
        );
      await expect(write).rejects.toMatchObject({ code: 'unavailable' });
      await other.end();
      await close();
    });
    test('counts a submit as refused only once the transaction that may store it has ended', async () => {
      const { db, close } = openPostgres(url(), { poolSize: 3 });
      const order: string[] = [];
      const count = AsyncResource.bind(async (key: string) => {
        await countRefusal(db, key, new Date());
        order.push(key);
      });
      let counting: Promise<unknown> = Promise.resolve();
      await inTransaction(db, async (transaction) => {
        expect(await judgeForStoring(transaction, 'this', ATTEMPT)).toEqual({ refusals: 0, stop: null });
        counting = count('this');
        await count('another');
        order.push('stored');
      });
      await counting;
      expect(order).toEqual(['another', 'stored', 'this']);
      expect(await earlierSubmits(db, 'none', 'this', ATTEMPT)).toEqual({
        answered: null,
        refusals: 1,
        stop: null,
      });
      await close();
    });
    test('shows the transaction that stores a trade each stop that was being made when it looked', async () => {
      const { db, close } = openPostgres(url(), { poolSize: 3 });
      const order: string[] = [];
      const store = AsyncResource.bind(async () => {
        const judged = await inTransaction(db, (transaction) =>
          judgeForStoring(transaction, 'stopped', ATTEMPT),
        );
        order.push('judged');
        return judged;
      });
      let storing: ReturnType<typeof store> | undefined;
      const by = { reason: 'theft', actor: 'a', since: new Date() };
      await inTransaction(db, async (transaction) => {
        await holdStops(transaction);
        storing = store();
        await untilOneWaits(transaction);
        await setBan(transaction, { subject: ATTEMPT.profileId, ...by });
        order.push('stopped');
      });
      const stop = { kind: 'ban', subject: ATTEMPT.profileId, reason: 'theft' };
      expect(await storing).toEqual({ refusals: 0, stop });
      expect(order).toEqual(['stopped', 'judged']);
      await endBan(db, ATTEMPT.profileId);
      await close();
    });
    test('makes a stop only once the transaction that may store a trade has ended', async () => {
      const { db, close } = openPostgres(url(), { poolSize: 3 });
      const order: string[] = [];
      const hold = AsyncResource.bind(() =>
        inTransaction(db, async (transaction) => {
          await holdStops(transaction);
          order.push('held');
        }),
      );
      let holding: Promise<void> | undefined;
      await inTransaction(db, async (transaction) => {
        await judgeForStoring(transaction, 'this one', ATTEMPT);
        holding = hold();
        await untilOneWaits(transaction);
        order.push('stored');
      });
      await holding;
      expect(order).toEqual(['stored', 'held']);
      await close();
    });
    test('makes offers of a profile one after the other, in whatever order the inscriptions are named', async () => {
      const { db, close } = openPostgres(url(), { poolSize: 3 });
      const order: string[] = [];
      const profileId = randomUUID();
      const make = AsyncResource.bind(() =>
        inTransaction(db, async (transaction) => {
          await lockOffersOf(transaction, ['other inscription', profileId]);
          order.push('second');
        }),
      );
      let making: Promise<void> | undefined;
      await inTransaction(db, async (transaction) => {
        await lockOffersOf(transaction, [profileId, 'inscription']);
        making = make();
        await untilOneWaits(transaction);
        order.push('first');
      });
      await making;
      expect(order).toEqual(['first', 'second']);
      await close();
    });
    test('migrates once when several replicas start together', async () => {
      const replicas = [1, 2, 3].map(() => openPostgres(url(), { poolSize: 1 }));
      const name = '9999-once.sql';
      const wanted = [...(await readMigrations()), { name, text: 'create table once (a integer);' }];
      const applied = await Promise.all(replicas.map(({ db }) => migrate(db, wanted)));
      expect(applied.flat()).toEqual([name]);
      await sql`drop table once`.execute(replicas[0]!.db);
      await sql`delete from migrations where name = ${name}`.execute(replicas[0]!.db);
      await Promise.all(replicas.map(({ close }) => close()));
    });
  });
}
