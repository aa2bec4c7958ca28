import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { selectCoins, spendExactly } from '../../src/layout/coin-selection.ts';
import { coin } from '../parties.ts';

/** 10,000 sats, 70 for each coin, 30 for change. */
const cost = (coins: number, hasChange: boolean) => 10_000 + 70 * coins + (hasChange ? 30 : 0);
const ask = (...values: number[]) => ({
  candidates: values.map((value, i) => coin('candidate', value, i)),
  cost,
  dustSats: 294,
  maxCoins: 500,
});
const values = (selection: ReturnType<typeof selectCoins>) =>
  selection?.coins.map(({ valueSats }) => valueSats);

describe('coin selection', () => {
  test('takes the one smallest coin that covers the cost', () => {
    expect(selectCoins(ask(90_000, 20_000, 50_000, 3000))).toMatchObject({
      coins: [{ valueSats: 20_000 }],
      changeSats: 20_000 - 10_100,
    });
  });

  test('takes the largest coins first, as few as it needs', () => {
    expect(values(selectCoins(ask(1000, 6000, 2000, 5000, 4900)))).toEqual([6000, 4900]);
  });

  test('prefers a set without change when its surplus is below the cost of change', () => {
    expect(selectCoins(ask(90_000, 6000, 4150, 6000))).toMatchObject({ changeSats: 90_000 - 10_100 });
    expect(values(selectCoins(ask(90_000, 10_100)))).toEqual([10_100]);
    expect(values(selectCoins(ask(8000, 7000, 2140)))).toEqual([8000, 2140]);
  });

  test('makes no change that would be dust: the network gets it', () => {
    expect(selectCoins(ask(10_393))).toMatchObject({ changeSats: 0 });
    expect(selectCoins(ask(10_394))).toMatchObject({ changeSats: 294 });
  });

  test('says null when the coins do not cover the cost, or too many would be needed', () => {
    expect(selectCoins(ask(10_069))).toBeNull();
    expect(selectCoins(ask())).toBeNull();
    expect(selectCoins({ ...ask(4000, 4000, 4000), maxCoins: 2 })).toBeNull();
  });

  test('is the same whatever the order of the candidates', () => {
    const coins = fc.array(fc.integer({ min: 600, max: 9000 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(coins, fc.integer(), (amounts, seed) => {
        const question = ask(...amounts);
        const shuffled = question.candidates.toSorted(
          (a, b) => ((a.vout * 7919 + seed) % 101) - ((b.vout * 7919 + seed) % 101),
        );
        expect(selectCoins({ ...question, candidates: shuffled })).toEqual(selectCoins(question));
      }),
    );
  });

  test('covers the cost exactly, but for change too small to make', () => {
    const coins = fc.array(fc.integer({ min: 600, max: 30_000 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(coins, (amounts) => {
        const question = ask(...amounts);
        const selection = selectCoins(question);
        if (!selection) return;
        const held = selection.coins.reduce((total, { valueSats }) => total + valueSats, 0);
        const surplus = held - selection.changeSats - cost(selection.coins.length, selection.changeSats > 0);
        expect(surplus).toBeGreaterThanOrEqual(0);
        expect(surplus).toBeLessThan(selection.changeSats > 0 ? 1 : 294 + 30);
        expect(spendExactly(selection.coins, question)).toEqual(selection);
      }),
    );
  });
});
