import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { layout, pay, row, spend } from '../../src/layout/layout.ts';
import { checkSatFlow, satFlow } from '../../src/layout/sat-flow.ts';
import { p2wpkhLock } from '../../src/locks/p2wpkh.ts';
import { coin, publicKey } from '../parties.ts';

const values = (...amounts: number[]) => amounts.map((valueSats) => ({ valueSats }));

describe('sats', () => {
  test('fill outputs in the order in which they leave inputs', () => {
    const inputs = values(100, 50);
    const outputs = values(30, 80, 20);
    expect(satFlow(inputs, outputs, { input: 0, offset: 0 })).toEqual({ output: 0, offset: 0 });
    expect(satFlow(inputs, outputs, { input: 0, offset: 30 })).toEqual({ output: 1, offset: 0 });
    expect(satFlow(inputs, outputs, { input: 1, offset: 9 })).toEqual({ output: 1, offset: 79 });
    expect(satFlow(inputs, outputs, { input: 1, offset: 10 })).toEqual({ output: 2, offset: 0 });
    expect(satFlow(inputs, outputs, { input: 1, offset: 30 })).toBe('fee');
  });

  test('that do not exist are a bug', () => {
    expect(() => satFlow(values(10), values(10), { input: 0, offset: 10 })).toThrow(RangeError);
    expect(() => satFlow(values(10), values(10), { input: 1, offset: 0 })).toThrow(RangeError);
    expect(() => satFlow(values(10), values(10), { input: 0, offset: -1 })).toThrow(RangeError);
  });

  test('are conserved: no two land on one place, and as many are the fee as inputs exceed outputs', () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(amounts, amounts, (ins, outs) => {
        const places = ins.flatMap((value, input) =>
          Array.from({ length: value }, (_, offset) =>
            satFlow(values(...ins), values(...outs), { input, offset }),
          ),
        );
        const kept = places.filter((place) => place !== 'fee').map((place) => JSON.stringify(place));
        const total = (list: number[]) => list.reduce((sum, value) => sum + value, 0);
        expect(new Set(kept).size).toBe(kept.length);
        expect(places.length - kept.length).toBe(Math.max(0, total(ins) - total(outs)));
      }),
    );
  });
});

describe('an inscription', () => {
  const lock = p2wpkhLock(publicKey('anchor'));
  const table = layout('example', [
    row(spend('first', coin('a', 1000), lock, {}), pay('first', 900, lock.script)),
    row(spend('second', coin('b', 1000), lock, {}), pay('second', 600, lock.script)),
  ]);

  test('keeps its offset in the output meant for it', () => {
    expect(() => checkSatFlow(table, [{ what: 'i', input: 0, offset: 899, output: 0 }])).not.toThrow();
  });

  test.each([
    ['another output', { input: 0, offset: 950, output: 0 }, 'sat 50 of output 1'],
    ['another offset', { input: 1, offset: 0, output: 1 }, 'sat 100 of output 1'],
    ['the fee', { input: 1, offset: 999, output: 1 }, 'the fee'],
  ])('that would go to %s stops the transaction', (_, expectation, seen) => {
    expect(() => checkSatFlow(table, [{ what: 'i', ...expectation }])).toThrow(`i goes to ${seen}`);
  });
});
