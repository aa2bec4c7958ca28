import { describe, expect, test } from 'vitest';
import { placeAt, stagesOf } from '../../../src/trader/trades/parcel.ts';

const [first, second, third] = ['a'.repeat(64), 'b'.repeat(64), 'c'.repeat(64)] as const;
const transactions = (...txids: string[]) => txids.map((txid) => ({ txid, height: null }));
const rolesOf = (...of: Parameters<typeof stagesOf>) =>
  stagesOf(...of).map((stage) => stage.map(({ role }) => role));

describe('the graph of a trade', () => {
  test.each([
    ['purchase', third, [first, second, third], [['transfer', 'transfer'], ['sale']]],
    // its own sale is that of another trade
    ['listing', null, [first, second], [['transfer'], ['sale']]],
    ['offer', first, [first, second], [['sale'], ['payout']]],
    ['offer', first, [first], [[], ['sale']]],
    ['counter', third, [first, second, third], [['transfer', 'funding'], ['sale']]],
    ['fill', second, [first, second], [['funding'], ['sale']]],
    ['purchase', null, [], [[], []]],
  ] as const)('of a %s has what is spent before what spends it', (kind, settlementTxid, txids, roles) => {
    expect(rolesOf({ kind, settlementTxid, transactions: transactions(...txids) })).toEqual(roles);
  });
});

describe('the place among the next blocks', () => {
  const BLOCK = 1_000_000;

  test('is behind what pays more, and not behind what pays as much or less', () => {
    const waiting = [
      [3, BLOCK],
      [9, BLOCK - 1],
      [8, 1],
      [2, 5 * BLOCK],
    ] as const;
    expect(placeAt(10, waiting).block).toBe(0);
    expect(placeAt(3, waiting).block).toBe(1);
    expect(placeAt(2, waiting).block).toBe(2);
    expect(placeAt(1, waiting).block).toBe(7);
  });

  test('says what each block takes at least, and which have room', () => {
    expect(placeAt(1, []).least).toEqual([0, 0, 0]);
    expect(placeAt(1, [[4, 1.5 * BLOCK]]).least).toEqual([4, 0, 0]);
    expect(
      placeAt(1, [
        [9, BLOCK],
        [4, 9 * BLOCK],
      ]).least,
    ).toEqual([9, 4, 4]);
  });
});
