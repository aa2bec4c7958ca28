import { describe, expect, test } from 'vitest';
import { rounds } from '../../stack/rounds.ts';
import { play } from './play.ts';

describe('an attacker who tries every small transaction', () => {
  test('takes no more than the worst case, and moves no inscription that stays or arrives', () => {
    let reached = 0;
    let bounded = 0;
    const cases = rounds(20_000, 40);
    for (let seed = 1; seed <= cases; seed += 1) {
      const { isExact, isBounded, bound, most } = play(seed);
      if (!isBounded || !isExact) continue;
      bounded += 1;
      if (most === bound) reached += 1;
    }
    expect(bounded).toBeGreaterThan(cases / 4);
    expect(reached / bounded).toBeGreaterThanOrEqual(0.95);
  });

  test('makes a coin of a draft only with the version of that draft', () => {
    const { most, bound, isBounded } = play(352_747);
    expect([most <= bound, isBounded]).toEqual([true, true]);
  });
});
