import { describe, expect, test } from 'vitest';
import {
  addCoins,
  anchorsByIds,
  assignAnchors,
  assignForSplit,
  largestCoins,
  promiseAnchor,
  readyAnchors,
  releaseAnchors,
  reserveAnchors,
  retireAnchors,
  retiredCoins,
  smallestOperatorCoin,
  spendCoins,
  unfinishedSplits,
  unspendCoinsAbove,
} from '../../../src/store/anchors.ts';
import type { Database } from '../../../src/store/port.ts';
import { later, makeAnchors, NOW } from './rows.ts';

export function anchorRules(db: () => Database): void {
  const profileId = crypto.randomUUID();
  const reserve = (count: number, now = NOW) =>
    reserveAnchors(db(), {
      count,
      valueSats: 1000,
      now,
      until: new Date(now.getTime() + 1000),
      reservation: { profileId },
    });
  const stateOf = async (id: string) => (await anchorsByIds(db(), [id]))[0]!.state;

  describe('anchors', () => {
    test('are reserved all or none', async () => {
      await makeAnchors(db(), 3);
      expect(await reserve(4)).toBeNull();
      const reserved = await reserve(3);
      expect(reserved!.map((anchor) => [anchor.state, anchor.reservation, anchor.reservedUntil])).toEqual(
        Array(3).fill(['reserved', { profileId }, later(1000)]),
      );
      expect(await reserve(1)).toBeNull();
    });
    test('are never handed out twice to twenty callers at the same moment', async () => {
      await makeAnchors(db(), 30);
      const answers = await Promise.all(Array.from({ length: 20 }, () => reserve(2)));
      const ids = answers.flatMap((anchors) => anchors ?? []).map((anchor) => anchor.id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.length).toBeLessThanOrEqual(30);
      // Whoever lost a race may ask again: nothing is stuck.
      while (await reserve(2));
      expect(await readyAnchors(db(), 1000, NOW)).toBe(0);
    });
    test('are free again when the reservation is over', async () => {
      await makeAnchors(db(), 1);
      const [first] = (await reserve(1))!;
      expect(await reserve(1, later(999))).toBeNull();
      expect(await readyAnchors(db(), 1000, later(1000))).toBe(1);
      expect((await reserve(1, later(1000)))![0]!.id).toBe(first!.id);
    });
    test('must be confirmed, unspent and of the value asked', async () => {
      await makeAnchors(db(), 1, 999);
      const [id] = await makeAnchors(db(), 1);
      const [anchor] = await anchorsByIds(db(), [id!]);
      await spendCoins(db(), [anchor!], 101);
      expect(await reserve(1)).toBeNull();
      await unspendCoinsAbove(db(), 100);
      expect(await readyAnchors(db(), 1000, NOW)).toBe(1);
      await unspendCoinsAbove(db(), 99);
      expect(await reserve(1)).toBeNull();
      await addCoins(db(), [{ ...anchor!, id: crypto.randomUUID(), state: 'free', confirmedHeight: 100 }]);
      expect((await reserve(1))![0]!.id).toBe(id);
    });
    test('are assigned all or none, once', async () => {
      const ids = await makeAnchors(db(), 2);
      const [reserved] = (await reserve(1))!;
      expect(await assignAnchors(db(), [...ids, crypto.randomUUID()])).toBe(false);
      expect(await assignAnchors(db(), ids)).toBe(true);
      expect(await assignAnchors(db(), [reserved!.id])).toBe(false);
    });
    test('keep what the preflight promised', async () => {
      await makeAnchors(db(), 1);
      const [anchor] = (await reserve(1))!;
      const promised = { profileId, feeRate: 2.5, settlementTxid: 'ab' };
      await promiseAnchor(db(), anchor!.id, promised);
      expect((await anchorsByIds(db(), [anchor!.id]))[0]!.reservation).toEqual(promised);
      await releaseAnchors(db(), [anchor!.id]);
      expect((await anchorsByIds(db(), [anchor!.id]))[0]).toMatchObject({ state: 'free', reservation: null });
    });
    test('are retired from an assignment only', async () => {
      const [free, assigned] = await makeAnchors(db(), 2);
      await assignAnchors(db(), [assigned!]);
      await retireAnchors(db(), [free!, assigned!]);
      expect([await stateOf(free!), await stateOf(assigned!)]).toEqual(['free', 'retired']);
    });
    test('come in the order asked, null where unknown', async () => {
      const [a, b] = await makeAnchors(db(), 2);
      const found = await anchorsByIds(db(), [b!, crypto.randomUUID(), a!]);
      expect(found.map((anchor) => anchor?.id ?? null)).toEqual([b, null, a]);
    });
  });

  describe('operator coins', () => {
    test('are split when retired or of another value, and the split is kept until a block has it', async () => {
      const [retired] = await makeAnchors(db(), 1);
      await assignAnchors(db(), [retired!]);
      await retireAnchors(db(), [retired!]);
      const [large] = await makeAnchors(db(), 1, 90_000);
      await makeAnchors(db(), 1);
      const coins = [...(await retiredCoins(db(), 10)), ...(await largestCoins(db(), 1000, 10))];
      expect(coins.map((coin) => coin.id)).toEqual([retired, large]);
      expect(await assignForSplit(db(), [...coins, { txid: 'ff', vout: 0 }], 'no')).toBe(false);
      expect(await assignForSplit(db(), coins, '0200')).toBe(true);
      expect(await assignForSplit(db(), coins, '0201')).toBe(false);
      expect(await unfinishedSplits(db())).toEqual(['0200']);
      await spendCoins(db(), coins, 101);
      expect(await unfinishedSplits(db())).toEqual([]);
    });
    test('pay for recoveries: the smallest that suffices', async () => {
      await makeAnchors(db(), 1, 90_000);
      const [small] = await makeAnchors(db(), 1, 5000);
      await makeAnchors(db(), 1, 6000);
      const wanted = { exceptValueSats: 6000, atLeastSats: 5000 };
      expect((await smallestOperatorCoin(db(), wanted))?.id).toBe(small);
      expect(await smallestOperatorCoin(db(), { ...wanted, atLeastSats: 90_001 })).toBeNull();
    });
  });
}
