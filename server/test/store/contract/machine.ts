import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { profileById } from '../../../src/store/account/profiles.ts';
import { machine } from '../../../src/store/database/machine.ts';
import { migrate, readMigrations } from '../../../src/store/database/migrate.ts';
import { inTransaction, mayBeLost } from '../../../src/store/database/transaction.ts';
import { listingsByIds } from '../../../src/store/listing/listings.ts';
import type { Database } from '../../../src/store/port.ts';
import { anyListing, later, makeCollection, makeInscriptions, makeListing, makeSeller, NOW } from './rows.ts';

export function machineRules(db: () => Database): void {
  describe('migrate', () => {
    test('applies nothing a second time', async () => {
      expect(await migrate(db())).toEqual([]);
    });
    test('refuses when an applied file changed or is gone', async () => {
      const [first, ...rest] = await readMigrations();
      await expect(migrate(db(), [{ ...first!, text: `${first!.text}\n` }, ...rest])).rejects.toThrow(
        'changed after it was applied',
      );
      await expect(migrate(db(), rest)).rejects.toThrow('in its place');
    });
    test('applies nothing of a set in which one fails', async () => {
      const applied = await readMigrations();
      const good = { name: '9998-good.sql', text: 'create table half (a integer);' };
      const bad = { name: '9999-bad.sql', text: 'create table half (a integer);' };
      await expect(migrate(db(), [...applied, good, bad])).rejects.toThrow('already exists');
      expect((await sql`select to_regclass('half') as half`.execute(db())).rows).toEqual([{ half: null }]);
      expect(await migrate(db())).toEqual([]);
    });
    test('tries again when trades that go on deadlock with it, more often than a trade would', async () => {
      await sql`create sequence tries`.execute(db());
      const text = `do $$ begin if nextval('tries') <= 7 then raise exception using errcode = '40P01'; end if; end $$;`;
      const late = { name: '9999-late.sql', text };
      expect(await migrate(db(), [...(await readMigrations()), late])).toEqual([late.name]);
      await sql`delete from migrations where name = ${late.name}`.execute(db());
      await sql`drop sequence tries`.execute(db());
    });
  });

  describe('rows', () => {
    test('have numbers for bigint and numeric, Dates to the millisecond, arrays, and JSON untouched', async () => {
      const { rows } = await sql`
        select 2100000000000000::bigint as most_sats, 2.5::numeric as share, ${NOW}::timestamptz as at,
          ${['a', 'b"c', '']}::text[] as names, '{"snake_case": [1]}'::jsonb as json, null::bigint as none`.execute(
        db(),
      );
      expect(rows).toEqual([
        {
          mostSats: 2_100_000_000_000_000,
          share: 2.5,
          at: NOW,
          names: ['a', 'b"c', ''],
          json: { snake_case: [1] },
          none: null,
        },
      ]);
    });
    test('never lose digits: a bigint beyond 2^53 throws', async () => {
      await expect(sql`select 9007199254740993::bigint as big`.execute(db())).rejects.toThrow('beyond 2^53');
    });
  });

  describe('inTransaction', () => {
    test('keeps nothing of work that throws', async () => {
      let profileId = '';
      const work = inTransaction(db(), async (transaction) => {
        profileId = (await makeSeller(transaction)).profileId;
        throw new Error('no');
      });
      await expect(work).rejects.toThrow('no');
      expect(await profileById(db(), profileId)).toBeNull();
    });
    test('throws at once when its work uses the outer handle', async () => {
      await expect(inTransaction(db(), () => profileById(db(), crypto.randomUUID()))).rejects.toThrow(
        'use the handle passed to its work',
      );
      expect(await profileById(db(), crypto.randomUUID())).toBeNull();
    });
    test('joins the transaction whose handle it is given', async () => {
      const work = inTransaction(db(), async (outer) => {
        const seller = await inTransaction(outer, (inner) => makeSeller(inner));
        expect(await profileById(outer, seller.profileId)).not.toBeNull();
        throw new Error(seller.profileId);
      });
      const profileId = await work.catch((error: Error) => error.message);
      expect(await profileById(db(), String(profileId))).toBeNull();
    });
    test('runs again after a serialization failure', async () => {
      let runs = 0;
      const value = await inTransaction(db(), async (transaction) => {
        runs += 1;
        if (runs < 3) await sql`do $$ begin raise sqlstate '40001'; end $$`.execute(transaction);
        return (await sql<{ one: number }>`select 1 as one`.execute(transaction)).rows[0]!.one;
      });
      expect({ runs, value }).toEqual({ runs: 3, value: 1 });
    });
    test('leaves the database usable after a failed statement', async () => {
      await expect(sql`select 1 / 0`.execute(db())).rejects.toThrow('division by zero');
      await expect(inTransaction(db(), (inner) => sql`select nothing`.execute(inner))).rejects.toThrow();
      expect((await sql`select 1 as one`.execute(db())).rows).toEqual([{ one: 1 }]);
    });
  });

  describe('mayBeLost', () => {
    const waiting = async (on: Database) =>
      (await sql<{ waits: string }>`select current_setting('synchronous_commit') as waits`.execute(on))
        .rows[0]!.waits;
    const waitingWith = async (on: Database) =>
      (
        await sql<{ waits: string }>`
          select current_setting('synchronous_commit') as waits where ${mayBeLost(on)}`.execute(on)
      ).rows[0]!.waits;

    test('holds for its own statement only', async () => {
      const asSet = await waiting(db());
      expect(await waitingWith(db())).toBe('off');
      expect(await waiting(db())).toBe(asSet);
    });
    test('leaves a transaction that it is part of to wait for the disk', async () => {
      await inTransaction(db(), async (inner) => {
        await sql`set local synchronous_commit = on`.execute(inner);
        expect(await waitingWith(inner)).toBe('on');
        expect(await waiting(inner)).toBe('on');
      });
    });
  });

  describe('a transition', () => {
    const listed = async () => {
      await makeCollection(db(), 'embers');
      await makeInscriptions(db(), [{ number: 1 }], 'embers');
      return makeListing(db(), await makeSeller(db()), 'embers', [1]);
    };
    const noneFromSold = machine('listings', { ...anyListing.transitions, sold: [] });
    const unlisted = 'listings have no transition from sold to buyable';

    test('sets state and patch together when the row is in the state expected', async () => {
      const id = await listed();
      const patch = { closedAt: later(1), closeReason: 'done' };
      expect(await anyListing.transition(db(), id, 'buyable', 'cancelled', patch)).toBe(true);
      expect((await listingsByIds(db(), [id]))[0]).toMatchObject({ state: 'cancelled', ...patch });
    });
    test('that is only noted sets them as well', async () => {
      const id = await listed();
      await anyListing.noteIfStill(db(), id, 'buyable', 'cancelled', { closeReason: 'done' });
      expect((await listingsByIds(db(), [id]))[0]).toMatchObject({ state: 'cancelled', closeReason: 'done' });
    });
    test('changes nothing when the row is in another state: it returns false, throws or ignores it, as named', async () => {
      const id = await listed();
      const patch = { closeReason: 'done' };
      expect(await anyListing.transition(db(), id, 'hidden_locked', 'sold', patch)).toBe(false);
      await expect(anyListing.mustTransition(db(), id, 'hidden_locked', 'sold', patch)).rejects.toThrow(
        `row ${id} of listings is not hidden_locked`,
      );
      await anyListing.transitionIfStill(db(), id, 'hidden_locked', 'sold', patch);
      await anyListing.noteIfStill(db(), id, 'hidden_locked', 'sold', patch);
      expect((await listingsByIds(db(), [id]))[0]).toMatchObject({ state: 'buyable', closeReason: null });
    });
    test('that the table does not list is a bug, however it is asked for', async () => {
      const id = crypto.randomUUID();
      for (const work of [
        noneFromSold.transition(db(), id, 'sold', 'buyable'),
        noneFromSold.mustTransition(db(), id, 'sold', 'buyable'),
        noneFromSold.transitionIfStill(db(), id, 'sold', 'buyable'),
        noneFromSold.transitionAllIfStill(db(), [], 'sold', 'buyable'),
      ])
        await expect(work).rejects.toThrow(unlisted);
      expect(() =>
        noneFromSold.moving(['hidden_locked', 'sold'], 'buyable', () => ({ picked: sql`select` })),
      ).toThrow(unlisted);
    });
    test('from a state to itself sets the patch, listed or not', async () => {
      const id = await listed();
      await noneFromSold.mustTransition(db(), id, 'buyable', 'sold');
      await noneFromSold.mustTransition(db(), id, 'sold', 'sold', { closeReason: 'done' });
      expect((await listingsByIds(db(), [id]))[0]).toMatchObject({ state: 'sold', closeReason: 'done' });
    });
    test('lets exactly one of fifty callers win', async () => {
      const id = await listed();
      const won = await Promise.all(
        Array.from({ length: 50 }, () => anyListing.transition(db(), id, 'buyable', 'hidden_locked')),
      );
      expect(won.filter(Boolean)).toHaveLength(1);
    });
    test('of many rows is of those in the state expected, whatever order many callers name them in', async () => {
      await makeCollection(db(), 'embers');
      await makeInscriptions(db(), [{ number: 1 }, { number: 2 }, { number: 3 }], 'embers');
      const seller = await makeSeller(db());
      const ids = [
        await makeListing(db(), seller, 'embers', [1]),
        await makeListing(db(), seller, 'embers', [2]),
        await makeListing(db(), seller, 'embers', [3], { state: 'sold' }),
      ];
      const patch = { closeReason: 'done' };
      const cancelThem = (named: readonly string[]) =>
        anyListing.transitionAllIfStill(db(), named, 'buyable', 'cancelled', patch);
      await Promise.all(Array.from({ length: 20 }, (_, i) => cancelThem(i % 2 ? ids : ids.toReversed())));
      expect(await listingsByIds(db(), ids)).toMatchObject([
        { state: 'cancelled', ...patch },
        { state: 'cancelled', ...patch },
        { state: 'sold', closeReason: null },
      ]);
    });
  });
}
