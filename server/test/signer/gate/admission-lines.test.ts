import { type Tier, tierText } from '@ordbook/protocol/collection-offer/admission';
import { type Outpoint, outpointText } from '@ordbook/protocol/outpoint';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TIER } from '../../../../protocol/test/collection-offer/terms.ts';
import { coin } from '../../../../protocol/test/parties.ts';
import { rounds } from '../../../../stack/rounds.ts';
import { type AdmissionLines, admissionLines } from '../../../src/signer/gate/admission-lines.ts';
import type { Entry } from '../../../src/signer/limits/limits.ts';

/** A journal in memory, and the lines over it. */
function gate(tiers: readonly Tier[] = [TIER]) {
  let entries: Entry[] = [];
  const lines = admissionLines(() => entries);
  const note = (kind: string, admissions: Entry['admissions']) =>
    void entries.push({ at: 0, kind, txid: '', usage: {}, admissions: admissions! });
  return {
    lines,
    /** Adopts a fan-out of `count` coins of each tier; the coins, or null. */
    adopt(spent: readonly string[], name: string, count: number): Outpoint[] | null {
      const made = tiers.flatMap((tier, t) =>
        Array.from({ length: count }, (_, i) => ({ coin: coin(name, 333, t * count + i), tier })),
      );
      const record = lines.linesFor({ spent: spent.map((one) => coin(one, 1)), made });
      if (!record) return null;
      note('adoption', record);
      return made.map((one) => one.coin);
    },
    /** Signs a fill that spends `spent`; the new coin, or null when the gate does not know it. */
    fill(spent: Outpoint, name: string): Outpoint | null {
      const line = lines.lineOf(spent);
      if (!line) return null;
      const next = coin(name, 333, 4);
      note('fill', { spent: [outpointText(spent)], made: [{ coin: outpointText(next), ...line }] });
      return next;
    },
    restart: (): AdmissionLines => {
      entries = [...entries];
      return lines;
    },
  };
}

describe('a gate knows an admission coin', () => {
  test('of a fan-out that it adopted, and no other', () => {
    const { lines, adopt } = gate();
    const [own] = adopt(['deposit'], 'fan-out', 1)!;
    expect(lines.lineOf(own!)).toEqual({ tier: tierText(TIER), line: 1 });
    expect(lines.lineOf(coin('of a stranger', 333))).toBeNull();
  });

  test('that a fill of its own made, in the same line', () => {
    const { lines, adopt, fill } = gate();
    const [, second] = adopt(['deposit'], 'fan-out', 2)!;
    const next = fill(fill(second!, 'first fill')!, 'second fill')!;
    expect(lines.lineOf(next)?.line).toBe(2);
  });

  test('after its entries were read again', () => {
    const { adopt, restart } = gate();
    const [own] = adopt(['deposit'], 'fan-out', 1)!;
    expect(restart().lineOf(own!)?.line).toBe(1);
  });
});

describe('a tier', () => {
  test('begins as many lines as it has coins, over all fan-outs', () => {
    const { adopt } = gate();
    expect(adopt(['a'], 'first', TIER.coins - 1)).not.toBeNull();
    expect(adopt(['b'], 'second', 2)).toBeNull();
    expect(adopt(['b'], 'third', 1)).not.toBeNull();
    expect(adopt(['c'], 'fourth', 1)).toBeNull();
  });

  test('begins its lines again with a fan-out that excludes the earlier one', () => {
    const { adopt } = gate();
    adopt(['a', 'b'], 'first', TIER.coins);
    expect(adopt(['b', 'c'], 'replacement', TIER.coins)).not.toBeNull();
    // it excludes the replacement, but not the first
    expect(adopt(['c'], 'another', 1)).toBeNull();
    expect(adopt(['a', 'c'], 'excludes both', TIER.coins)).not.toBeNull();
  });

  test('with another lock has lines of its own', () => {
    const { adopt } = gate([TIER, { ...TIER, lockBlocks: TIER.lockBlocks + 1 }]);
    expect(adopt(['a'], 'first', TIER.coins)).not.toBeNull();
  });
});

describe('in any chain of blocks', () => {
  const K = 3;
  const N = 2;
  const tier: Tier = { ...TIER, lockBlocks: K, coins: N };
  /** What a hostile service may do, in any order: adopt fan-outs, have fills signed, and mine what is valid. */
  const move = fc.oneof(
    fc.record({
      is: fc.constant('adopt' as const),
      spends: fc.uniqueArray(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 2 }),
      count: fc.integer({ min: 1, max: N }),
    }),
    fc.record({ is: fc.constant('fill' as const), coin: fc.nat() }),
    fc.record({ is: fc.constant('mine' as const), first: fc.nat() }),
    fc.record({ is: fc.constant('reorg' as const), depth: fc.integer({ min: 1, max: 3 }) }),
  );
  interface Sent {
    readonly spends: readonly string[];
    readonly makes: readonly string[];
    readonly isFill: boolean;
  }

  test(`a tier of n coins settles at most n fills in any k blocks, for any caller`, () => {
    fc.assert(
      fc.property(fc.array(move, { minLength: 20, maxLength: 120 }), (moves) => {
        const { adopt, fill } = gate([tier]);
        const coins: Outpoint[] = [];
        const signed: Sent[] = [];
        let blocks: Sent[][] = [];
        for (const [i, one] of moves.entries()) {
          if (one.is === 'adopt') {
            const spends = one.spends.map((deposit) => `deposit ${deposit}`);
            const made = adopt(spends, `fan-out ${i}`, one.count);
            if (!made) continue;
            coins.push(...made);
            const sources = spends.map((name) => outpointText(coin(name, 1)));
            signed.push({ spends: sources, makes: made.map(outpointText), isFill: false });
          } else if (one.is === 'fill' && coins.length > 0) {
            const spent = coins[one.coin % coins.length]!;
            const next = fill(spent, `fill ${i}`)!;
            coins.push(next);
            signed.push({ spends: [outpointText(spent)], makes: [outpointText(next)], isFill: true });
          } else if (one.is === 'mine') blocks.push(blockOf(blocks, signed, one.first));
          else if (one.is === 'reorg') blocks = blocks.slice(0, Math.max(0, blocks.length - one.depth));
          for (let from = 0; from < blocks.length; from += 1) {
            const window = blocks.slice(from, from + K).flat();
            expect(window.filter(({ isFill }) => isFill).length).toBeLessThanOrEqual(N);
          }
        }
      }),
      { numRuns: rounds(150) },
    );
  });

  /** A block with everything valid that was signed, tried from `first` on: BIP68 locks a coin for k blocks. */
  function blockOf(blocks: readonly (readonly Sent[])[], signed: readonly Sent[], first: number): Sent[] {
    const madeAt = new Map<string, number>();
    const gone = new Set<string>();
    for (const [height, block] of blocks.entries())
      for (const { spends, makes } of block) {
        for (const name of spends) gone.add(name);
        for (const name of makes) madeAt.set(name, height);
      }
    const block: Sent[] = [];
    for (let i = 0; i < signed.length; i += 1) {
      const one = signed[(first + i) % signed.length]!;
      const isLocked = (name: string) =>
        one.isFill && !((madeAt.get(name) ?? Number.POSITIVE_INFINITY) + K <= blocks.length);
      if (one.spends.some((name) => gone.has(name) || isLocked(name))) continue;
      for (const name of one.spends) gone.add(name);
      block.push(one);
    }
    return block;
  }
});
