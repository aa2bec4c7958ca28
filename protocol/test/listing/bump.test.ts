import { describe, expect, test } from 'vitest';
import { layoutTxid, networkFee } from '../../src/layout/layout.ts';
import { layoutSize } from '../../src/layout/size.ts';
import { bumpFee, bumpLayout } from '../../src/listing/bump.ts';
import { recoveryLayout } from '../../src/listing/recovery.ts';
import { takeBackLayout } from '../../src/listing/take-back.ts';
import { coin, KEYS, listingTerms, xOnly } from '../parties.ts';

const batch = [1, 2, 3].map((number) => ({ ...listingTerms(`item ${number}`), sellerKey: xOnly('seller') }));
const operatorCoin = coin('operator', 100_000);

describe('a bump', () => {
  test.each([
    ['a recovery', recoveryLayout(batch, KEYS), 3],
    ['a take-back', takeBackLayout(batch[0]!, KEYS), 1],
  ] as const)('of %s spends its last output and one coin', (_, parent, vout) => {
    const bump = bumpLayout(parent, KEYS, { coin: operatorCoin, feeSats: 5_000 });
    expect(bump.inputs.map((input) => `${input.coin.txid}:${input.coin.vout}`)).toEqual([
      `${layoutTxid(parent)}:${vout}`,
      `${operatorCoin.txid}:${operatorCoin.vout}`,
    ]);
    expect(networkFee(bump)).toBe(5_000);
  });

  test('and its parent pay the rate asked for, both together', () => {
    const parent = recoveryLayout(batch, KEYS);
    const bump = bumpLayout(parent, KEYS, { coin: operatorCoin, feeSats: bumpFee(parent, 25) });
    expect(networkFee(parent) + networkFee(bump)).toBe(25 * (layoutSize(bump) + layoutSize(parent)));
  });

  test('is not needed at the rate that the parent pays alone', () => {
    expect(bumpFee(takeBackLayout(batch[0]!, KEYS), 1)).toBeLessThanOrEqual(0);
    expect(bumpFee(takeBackLayout(batch[0]!, KEYS), 2)).toBeGreaterThan(0);
  });

  test('of a coin that does not cover its fee is a bug', () => {
    const parent = takeBackLayout(batch[0]!, KEYS);
    expect(() => bumpLayout(parent, KEYS, { coin: coin('small', 1_000), feeSats: 2_000 })).toThrow(
      RangeError,
    );
  });
});
