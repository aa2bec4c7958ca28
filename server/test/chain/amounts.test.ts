import { MAX_SATS } from '@ordbook/protocol/sats';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { feeRateOfBtcPerKvb, satsOfBtc } from '../../src/chain/amounts.ts';

/** As Bitcoin Core writes it (ValueFromAmount): eight decimals. */
const written = (sats: number) => `${Math.floor(sats / 1e8)}.${String(sats % 1e8).padStart(8, '0')}`;

test('every amount that the node can write is read back to the sat', () => {
  const amount = fc.oneof(
    fc.integer({ min: 0, max: MAX_SATS }),
    fc.integer({ min: MAX_SATS - 1e9, max: MAX_SATS }),
  );
  fc.assert(
    fc.property(amount, (sats) => satsOfBtc(JSON.parse(written(sats))) === sats),
    { numRuns: 5_000 },
  );
});

test('an amount that cannot be is an outage, never a number', () => {
  for (const btc of [-0.00000001, 21_000_000.00000001, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => satsOfBtc(btc)).toThrow(expect.objectContaining({ code: 'unavailable' }));
  }
});

test('a fee rate is told in BTC per 1000 vB and used in sat/vB', () => {
  expect(feeRateOfBtcPerKvb(0.00001)).toBe(1);
  expect(feeRateOfBtcPerKvb(0.000001)).toBe(0.1);
  expect(feeRateOfBtcPerKvb(0.00012345)).toBe(12.345);
});
