import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rounds } from '../../../stack/rounds.ts';
import type { Outcome } from './history.ts';
import { playHistory } from './history.ts';
import { planOf } from './plan.ts';
import { shrink } from './shrink.ts';
import { openTheatre, type Theatre } from './stage.ts';

/** Seeds in blocks: one test each, so that a failure names a few. */
const BLOCK = 5;
const BLOCKS = rounds(24);

let theatre: Theatre;
beforeAll(async () => {
  theatre = await openTheatre();
}, 120_000);
afterAll(() => theatre.close());

/** What a developer needs of a failure: the seed, the shortest history found, and its trace. */
async function story(outcome: Outcome): Promise<string> {
  const short = await shrink(theatre, outcome);
  const steps = short.plan.steps.map(({ salt }) => salt).join(',');
  return [
    ...outcome.anomalies,
    `replay: npx tsx --conditions=source server/test/simulation/run.ts 1 ${outcome.plan.seed} --steps ${steps} --trace`,
    ...short.trace,
  ].join('\n');
}

describe('after any history', () => {
  const settled: Record<string, number> = {};

  test.each(Array.from({ length: BLOCKS }, (_, block) => block * BLOCK + 1))(
    'from seed %i on, everything agrees',
    {
      timeout: 300_000,
    },
    async (first) => {
      for (let seed = first; seed < first + BLOCK; seed += 1) {
        const outcome = await playHistory(theatre, planOf(seed, { isStrict: true, restores: true }));
        for (const [state, count] of Object.entries(outcome.trades))
          settled[state] = (settled[state] ?? 0) + count;
        if (outcome.anomalies.length > 0) expect.fail(await story(outcome));
      }
    },
  );

  test('trades of every kind were settled', () => {
    for (const kind of ['purchases', 'offerSettlements', 'fillAttempts'])
      expect(
        Object.keys(settled).some((state) => state.startsWith(kind)),
        kind,
      ).toBe(true);
  });
});

describe('the simulation', () => {
  test('plays the same history twice from one seed', { timeout: 120_000 }, async () => {
    for (const seed of [2, 3]) {
      const [first, second] = [
        await playHistory(theatre, planOf(seed, { isStrict: true, restores: true })),
        await playHistory(theatre, planOf(seed, { isStrict: true, restores: true })),
      ];
      expect(second.trace).toEqual(first.trace);
      expect(second.digest).toBe(first.digest);
    }
  });

  test('meets every kind of fault', { timeout: 120_000 }, async () => {
    const traces: string[] = [];
    const faulty = { fails: 0.02, losesReply: 0.02, hangs: 0.02, dies: 0.04 };
    for (const seed of [5, 6, 7]) {
      const outcome = await playHistory(theatre, { ...planOf(seed), rates: faulty });
      traces.push(...outcome.trace);
    }
    for (const fate of ['fails', 'loses its reply', 'hangs', 'dies before', 'dies after'])
      expect(
        traces.some((line) => line.endsWith(`: ${fate}`)),
        fate,
      ).toBe(true);
  });
});
