import { describe, expect, test } from 'vitest';
import {
  addCoins,
  anchorsByIds,
  assignAnchors,
  assignForFanOut,
  largestCoins,
  readyAnchors,
  releaseAssignedAnchor,
  reserveAnchors,
  retireAnchors,
  retiredCoins,
  setRead,
  smallestOperatorCoin,
  spendCoins,
  unfinishedFanOuts,
  unreadCoins,
  unspendCoinsAbove,
} from '../../../src/store/operator-coins/anchors.ts';
import type { Database } from '../../../src/store/port.ts';
import { later, makeAnchors, NOW, txidOf } from './rows.ts';

export function anchorRules(db: () => Database): void {
  const profileId = crypto.randomUUID();
  const purposes = (count: number) => Array.from({ length: count }, () => crypto.randomUUID());
  const reserve = (count: number, now = NOW) =>
    reserveAnchors(db(), {
      profileId,
      purposes: purposes(count),
      most: 100,
      valueSats: 1000,
      now,
      until: new Date(now.getTime() + 1000),
    });
  const read = async (id: string) => (await anchorsByIds(db(), [id]))[0]!;
  const assign = async (...ids: string[]) => assignAnchors(db(), await Promise.all(ids.map(read)));

  describe('anchors', () => {
    test('are never handed out twice to twenty callers at the same moment', async () => {
      await makeAnchors(db(), 30);
      const answers = await Promise.all(Array.from({ length: 20 }, () => reserve(2)));
      const ids = answers.flatMap((anchors) => anchors ?? []).map((anchor) => anchor.id);
      expect(new Set(ids).size).toBe(30);
      expect(ids).toHaveLength(30);
    });
    test('are free again when the reservation is over', async () => {
      await makeAnchors(db(), 1);
      const [first] = (await reserve(1))!;
      expect(await reserve(1, later(999))).toBeNull();
      expect(await readyAnchors(db(), 1000, later(1000))).toBe(1);
      expect((await reserve(1, later(1000)))![0]!.id).toBe(first!.id);
    });
    test('of a new block are unread, and in the pool once the index has said that nothing is on them', async () => {
      const [clean, laden, gone] = ['clean', 'laden', 'gone'].map((name) => ({
        id: crypto.randomUUID(),
        txid: txidOf(name),
        vout: 1,
        valueSats: 1000,
        confirmedHeight: 100,
        createdAt: NOW,
      }));
      await addCoins(db(), [clean!, laden!, gone!]);
      await spendCoins(db(), [gone!], 101);
      expect(await reserve(1)).toBeNull();
      expect((await unreadCoins(db(), 10)).map(({ id }) => id).sort()).toEqual([clean!.id, laden!.id].sort());
      expect(await unreadCoins(db(), 1)).toHaveLength(1);
      await setRead(db(), [clean!.id], 'free');
      await setRead(db(), [laden!.id, clean!.id], 'unsafe');
      expect(await unreadCoins(db(), 10)).toEqual([]);
      expect((await reserve(1))![0]!.id).toBe(clean!.id);
      expect(await reserve(2)).toBeNull();
    });
    test('must be confirmed, unspent and of the value asked', async () => {
      await makeAnchors(db(), 1, 999);
      const [id] = await makeAnchors(db(), 1);
      const anchor = await read(id!);
      await spendCoins(db(), [anchor], 101);
      expect(await reserve(1)).toBeNull();
      await unspendCoinsAbove(db(), 100);
      expect(await readyAnchors(db(), 1000, NOW)).toBe(1);
      await unspendCoinsAbove(db(), 99);
      expect(await reserve(1)).toBeNull();
      await addCoins(db(), [{ ...anchor, id: crypto.randomUUID(), confirmedHeight: 100 }]);
      expect((await reserve(1))![0]!.id).toBe(id);
    });
    test('are assigned all or none, once', async () => {
      const ids = await makeAnchors(db(), 2);
      const [reserved] = (await reserve(1))!;
      const free = await read(ids.find((id) => id !== reserved!.id)!);
      expect(await assignAnchors(db(), [reserved!, { ...free, id: crypto.randomUUID() }])).toBe(false);
      expect(await assignAnchors(db(), [reserved!, free])).toBe(true);
      expect(await assignAnchors(db(), [reserved!])).toBe(false);
      expect(await read(reserved!.id)).toMatchObject({ state: 'assigned', reservedUntil: null });
    });
    test('are retired from an assignment only', async () => {
      const [free, assigned] = await makeAnchors(db(), 2);
      await assign(assigned!);
      await retireAnchors(db(), [free!, assigned!], NOW);
      expect(await read(free!)).toMatchObject({ state: 'free', retiredAt: null });
      expect(await read(assigned!)).toMatchObject({ state: 'retired', retiredAt: NOW });
    });
    test('are retired once: the fan-out transaction that spends one stays on record when it is retired again', async () => {
      const [anchor] = await makeAnchors(db(), 1);
      await assign(anchor!);
      await retireAnchors(db(), [anchor!], NOW);
      expect(await assignForFanOut(db(), await retiredCoins(db(), NOW, 10), '0200')).toBe(true);
      await retireAnchors(db(), [anchor!], later(1));
      expect(await read(anchor!)).toMatchObject({ state: 'assigned', retiredAt: NOW, fanOutHex: '0200' });
    });
    test('of a purchase that failed are free again, and no others', async () => {
      const [assigned] = await makeAnchors(db(), 1);
      await assign(assigned!);
      await releaseAssignedAnchor(db(), assigned!);
      expect(await read(assigned!)).toMatchObject({ state: 'free', reservation: null });
      const [reserved] = (await reserve(1))!;
      await releaseAssignedAnchor(db(), reserved!.id);
      expect(await read(reserved!.id)).toMatchObject({ state: 'reserved' });
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
      await assign(retired!);
      await retireAnchors(db(), [retired!], NOW);
      const [large] = await makeAnchors(db(), 1, 90_000);
      await makeAnchors(db(), 1);
      const coins = [...(await retiredCoins(db(), NOW, 10)), ...(await largestCoins(db(), 1000, 10))];
      expect(coins.map((coin) => coin.id)).toEqual([retired, large]);
      expect(await assignForFanOut(db(), [...coins, { txid: 'ff', vout: 0 }], 'no')).toBe(false);
      expect(await assignForFanOut(db(), coins, '0200')).toBe(true);
      expect(await assignForFanOut(db(), coins, '0201')).toBe(false);
      expect(await unfinishedFanOuts(db())).toEqual(['0200']);
      await spendCoins(db(), coins, 101);
      expect(await unfinishedFanOuts(db())).toEqual([]);
    });
    test('that were retired come in the order in which they must be spent: those that are due, then the largest', async () => {
      const [small, due, large] = [
        ...(await makeAnchors(db(), 1, 700)),
        ...(await makeAnchors(db(), 1, 800)),
        ...(await makeAnchors(db(), 1, 900)),
      ];
      await assign(small!, due!, large!);
      await retireAnchors(db(), [due!], NOW);
      await retireAnchors(db(), [small!, large!], later(1));
      const coins = await retiredCoins(db(), NOW, 10);
      expect(coins.map(({ id, isDue }) => [id, isDue])).toEqual([
        [due, true],
        [large, false],
        [small, false],
      ]);
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
