import { beforeEach, describe, expect, test } from 'vitest';
import {
  addAdmissions,
  recogniseAdmissions,
  reserveAdmission,
} from '../../../src/store/operator-coins/admissions.ts';
import {
  type Anchor,
  anchorsByIds,
  assignAnchors,
  recordAnchorQuote,
  releaseAnchors,
  reserveAnchors,
} from '../../../src/store/operator-coins/anchors.ts';
import type { Database } from '../../../src/store/port.ts';
import { later, makeAnchors, NOW, txidOf } from './rows.ts';

/** Reservations that a profile may have here. */
const MOST = 4;

export function reservationRules(db: () => Database): void {
  const [hostile, honest, third] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  /** Reserves at `ms` after now, for ten minutes. */
  const reserve = (profileId: string, purposes: readonly string[], ms = 0, most = MOST) =>
    reserveAnchors(db(), {
      profileId,
      purposes,
      most,
      valueSats: 1000,
      now: later(ms),
      until: later(ms + 600_000),
    });
  const each = async (profileId: string, purposes: readonly string[], most = MOST) => {
    const anchors: Anchor[] = [];
    for (const [i, purpose] of purposes.entries())
      anchors.push(...((await reserve(profileId, [purpose], i, most)) ?? []));
    return anchors;
  };
  const read = async ({ id }: { readonly id: string }) => (await anchorsByIds(db(), [id]))[0]!;
  const heldBy = async (profileId: string) =>
    (await db().selectFrom('anchors').select('reservation').where('state', '=', 'reserved').execute())
      .map(({ reservation }) => reservation!)
      .filter((reservation) => reservation.profileId === profileId)
      .map(({ purpose }) => purpose)
      .sort();

  describe('a reservation', () => {
    test('is of one coin for each purpose, in their order, all or none', async () => {
      await makeAnchors(db(), 3);
      expect(await reserve(honest, ['a', 'b', 'c', 'd'])).toBeNull();
      expect(await heldBy(honest)).toEqual([]);
      const reserved = (await reserve(honest, ['c', 'a', 'b']))!;
      expect(
        reserved.map(({ state, reservation, reservedUntil }) => [state, reservation, reservedUntil]),
      ).toEqual(
        ['c', 'a', 'b'].map((purpose) => ['reserved', { profileId: honest, purpose }, later(600_000)]),
      );
    });

    test('for what the profile has a coin for already uses that coin again, longer, and keeps what was promised', async () => {
      await makeAnchors(db(), 3);
      const [first] = (await reserve(honest, ['a']))!;
      const promised = { profileId: honest, purpose: 'a', feeRate: 2.5, settlementTxid: 'ab' };
      expect(await recordAnchorQuote(db(), first!.id, promised)).toBe(true);
      const [other, again] = (await reserve(honest, ['b', 'a'], 1000))!;
      expect(again).toMatchObject({ id: first!.id, reservation: promised, reservedUntil: later(601_000) });
      expect(other!.id).not.toBe(first!.id);
      expect(await heldBy(honest)).toEqual(['a', 'b']);
    });

    test('of one coin more than a profile may have gives up its oldest, while others are free', async () => {
      await makeAnchors(db(), 10);
      await each(hostile, ['a', 'b', 'c', 'd', 'e', 'f']);
      expect(await heldBy(hostile)).toEqual(['c', 'd', 'e', 'f']);
      await reserve(hostile, ['x', 'y', 'z'], 100);
      expect(await heldBy(hostile)).toEqual(['f', 'x', 'y', 'z']);
    });

    test('of a profile that asks ten times at the same moment is of no more coins than it may have', async () => {
      await makeAnchors(db(), 40);
      await Promise.all(Array.from({ length: 10 }, (_, i) => reserve(hostile, [`${i} a`, `${i} b`])));
      expect(await heldBy(hostile)).toHaveLength(MOST);
      await Promise.all(Array.from({ length: 10 }, () => reserve(honest, ['same'])));
      expect(await heldBy(honest)).toEqual(['same']);
    });
  });

  describe('when too few coins are free, a reservation', () => {
    test('takes the oldest of the profile that has most, and never from one that has no more than it will', async () => {
      await makeAnchors(db(), 7);
      await each(hostile, ['a', 'b', 'c', 'd']);
      await each(third, ['p', 'q', 'r']);
      expect(await reserve(honest, ['one'])).toHaveLength(1);
      expect(await heldBy(hostile)).toEqual(['b', 'c', 'd']);
      expect(await reserve(honest, ['two'], 50)).toHaveLength(1);
      expect(
        [await heldBy(hostile), await heldBy(third), await heldBy(honest)].map(({ length }) => length).sort(),
      ).toEqual([2, 2, 3]);
      // Two more would leave somebody with less than the four that it would have.
      expect(await reserve(honest, ['three', 'four'], 60)).toBeNull();
      expect(await heldBy(honest)).toEqual(['one', 'two']);
    });

    test('takes nobody’s last coin', async () => {
      await makeAnchors(db(), 2);
      await reserve(hostile, ['a']);
      await reserve(third, ['p']);
      expect(await reserve(honest, ['one'])).toBeNull();
    });

    test('succeeds for a newcomer against twenty-five profiles that all asked first, at the same moment', async () => {
      await makeAnchors(db(), 27);
      const crowd = Array.from({ length: 25 }, () => crypto.randomUUID());
      await Promise.all(
        crowd.map((one, i) =>
          reserve(
            one,
            Array.from({ length: MOST }, (_, n) => `${i} ${n}`),
            i,
          ),
        ),
      );
      await Promise.all(crowd.map((one, i) => reserve(one, [`${i} again`], 200 + i)));
      expect(await reserve(honest, ['one'], 400)).toHaveLength(1);
      // However often they ask, its last coin stays its own.
      await Promise.all(crowd.map((one, i) => reserve(one, [`${i} more`, `${i} and more`], 500 + i)));
      expect(await heldBy(honest)).toEqual(['one']);
      const rows = await db().selectFrom('anchors').select('id').where('state', '=', 'reserved').execute();
      expect(rows).toHaveLength(27);
    });
  });

  describe('a coin that went to somebody else', () => {
    let taken: Anchor;
    beforeEach(async () => {
      await makeAnchors(db(), 2);
      [taken] = (await each(hostile, ['a', 'b'])) as [Anchor];
      const [got] = (await reserve(honest, ['one'], 10))!;
      expect(got!.id).toBe(taken.id);
    });

    test('cannot be promised, assigned or released by the one who had it', async () => {
      const after = await read(taken);
      expect(await recordAnchorQuote(db(), taken.id, { profileId: hostile, purpose: 'a', feeRate: 1 })).toBe(
        false,
      );
      expect(await assignAnchors(db(), [taken])).toBe(false);
      await releaseAnchors(db(), [taken]);
      expect(await read(taken)).toEqual(after);
      expect(await assignAnchors(db(), [after])).toBe(true);
      // Assigned by now to what its new owner signed.
      await releaseAnchors(db(), [taken, after]);
      expect(await read(taken)).toMatchObject({ state: 'assigned' });
    });
  });

  test('a reservation is released as it was read, not after a newer one for the same purpose', async () => {
    await makeAnchors(db(), 1);
    const [earlier] = (await reserve(honest, ['a']))!;
    const [newer] = (await reserve(honest, ['a'], 1000))!;
    await releaseAnchors(db(), [earlier!]);
    expect(await read(earlier!)).toMatchObject({ state: 'reserved' });
    await releaseAnchors(db(), [newer!]);
    expect(await read(earlier!)).toMatchObject({ state: 'free', reservation: null, reservedUntil: null });
  });

  test('a promise that was renewed meanwhile is not assigned as it was read before', async () => {
    await makeAnchors(db(), 1);
    const [anchor] = (await reserve(honest, ['a']))!;
    const promise = (settlementTxid: string) =>
      recordAnchorQuote(db(), anchor!.id, { profileId: honest, purpose: 'a', feeRate: 1, settlementTxid });
    await promise('first');
    const first = await read(anchor!);
    await promise('second');
    expect(await assignAnchors(db(), [first])).toBe(false);
    expect(await assignAnchors(db(), [await read(anchor!)])).toBe(true);
  });

  describe('admission coins', () => {
    const make = async (tier: number, count: number) => {
      const coins = Array.from({ length: count }, (_, vout) => ({
        id: crypto.randomUUID(),
        tier,
        txid: txidOf(`tier ${tier}`),
        vout,
        confirmedHeight: 100,
        createdAt: NOW,
      }));
      await addAdmissions(db(), coins);
      await recogniseAdmissions(
        db(),
        coins.map(({ id }) => id),
        true,
      );
    };
    const ask = (profileId: string, inscriptionId: string, tier = 1, ms = 0) =>
      reserveAdmission(db(), {
        tier,
        notAbove: 100,
        now: later(ms),
        until: later(ms + 600_000),
        profileId,
        inscriptionId,
      });
    const held = async (profileId: string) =>
      (await db().selectFrom('admissions').selectAll().where('state', '=', 'reserved').execute())
        .filter(({ reservation }) => reservation!.profileId === profileId)
        .map(({ tier, reservation }) => `${tier} ${reservation!.purpose}`)
        .sort();

    test('of a tier are shared as anchors are: one profile cannot keep them all', async () => {
      await make(1, 3);
      for (const [i, id] of ['a', 'b', 'c'].entries()) expect(await ask(hostile, id, 1, i)).not.toBeNull();
      expect(await ask(honest, 'own', 1, 10)).not.toBeNull();
      expect(await held(hostile)).toEqual(['1 b', '1 c']);
      expect(await ask(third, 'other', 1, 20)).not.toBeNull();
      expect(await ask(honest, 'second', 1, 30)).toBeNull();
      expect([await held(hostile), await held(honest), await held(third)]).toEqual([
        ['1 c'],
        ['1 own'],
        ['1 other'],
      ]);
    });

    test('are reserved once for an inscription, in whatever tier, and five times by a profile', async () => {
      await make(1, 8);
      await make(2, 1);
      const first = await ask(honest, 'a');
      expect((await ask(honest, 'a', 1, 5))!.id).toBe(first!.id);
      await ask(honest, 'a', 2, 10);
      expect(await held(honest)).toEqual(['2 a']);
      for (let i = 0; i < 7; i += 1) await ask(honest, `${i}`, 1, 20 + i);
      expect(await held(honest)).toEqual(['1 2', '1 3', '1 4', '1 5', '1 6', '2 a']);
    });
  });
}
