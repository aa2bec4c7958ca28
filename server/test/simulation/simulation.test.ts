import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { someOf } from '../../../stack/rounds.ts';
import { playHistory } from './history.ts';
import { planOf } from './plan.ts';
import { openTheatre, type Theatre } from './stage.ts';

let theatre: Theatre;
beforeAll(async () => {
  theatre = await openTheatre();
}, 120_000);
afterAll(() => theatre.close());

describe('the simulation', () => {
  test('plays the same history twice from one seed', { timeout: 120_000 }, async () => {
    for (const seed of someOf([2, 3], 2, 0)) {
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
