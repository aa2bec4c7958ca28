import { afterAll, beforeAll, expect, test } from 'vitest';
import { rounds } from '../../../stack/rounds.ts';
import { anomalyReport } from './anomaly-report.ts';
import { playHistory } from './history.ts';
import { type PlanOptions, planOf } from './plan.ts';
import { openTheatre, type Theatre } from './stage.ts';

/** Seeds in blocks: one test each, so that a failure names a few. */
const BLOCK = 5;
/** 5 histories, or 600 in `npm run test:long`. */
const BLOCKS = rounds(120, 120);

/** Registers the tests that play histories from `firstSeed` on. A failure says how to replay the shortest one. */
export function testHistories(firstSeed: number, options: PlanOptions): void {
  const settled: Record<string, number> = {};
  let theatre: Theatre;
  beforeAll(async () => {
    theatre = await openTheatre();
  }, 300_000);
  afterAll(() => theatre.close());

  test.each(Array.from({ length: BLOCKS }, (_, block) => firstSeed + block * BLOCK))(
    `from seed %i on, ${BLOCK} histories end with everything in agreement`,
    { timeout: 600_000 },
    async (first) => {
      for (let seed = first; seed < first + BLOCK; seed += 1) {
        const outcome = await playHistory(theatre, planOf(seed, options));
        for (const [state, count] of Object.entries(outcome.trades))
          settled[state] = (settled[state] ?? 0) + count;
        if (outcome.anomalies.length > 0) expect.fail(await anomalyReport(theatre, outcome));
      }
    },
  );

  // Five histories need not reach each of them.
  test.runIf(BLOCKS > 1)('trades of every kind were settled', () => {
    for (const kind of ['purchases', 'offerSettlements', 'fillAttempts'])
      expect(
        Object.keys(settled).some((state) => state.startsWith(kind)),
        kind,
      ).toBe(true);
  });
}
