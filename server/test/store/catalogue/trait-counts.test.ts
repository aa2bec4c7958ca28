import { expect, test } from 'vitest';
import {
  keepTraitCounts,
  keptTraitCounts,
  type StoredTraitCount,
} from '../../../src/store/catalogue/trait-counts.ts';

const stored: StoredTraitCount[] = [
  ['Hue', 'red', 3],
  ['Hue', 'blue', 2],
  ['Shape', 'red', 1],
];

test('counts of traits are kept for each collection, under the version that was kept last', () => {
  expect(keptTraitCounts('counted')).toBeNull();
  keepTraitCounts('counted', 1, stored);
  keepTraitCounts('without traits', 2, []);
  const kept = keepTraitCounts('counted', 3, stored.slice(1));
  expect(keptTraitCounts('counted')).toBe(kept);
  expect(kept.version).toBe(3);
  expect(kept.members.get('Hue')).toEqual(new Map([['blue', 2]]));
  expect(kept.members.get('Shape')).toEqual(new Map([['red', 1]]));
  expect(keptTraitCounts('without traits')).toEqual({ version: 2, members: new Map() });
});

test('memory is bounded: what was not asked for longest goes first', () => {
  const large = (name: string): StoredTraitCount[] => [['Text', name.padEnd(2 ** 20), 1]];
  keepTraitCounts('asked for', 1, stored);
  keepTraitCounts('not asked for', 1, stored);
  for (let i = 0; i < 8; i += 1) {
    keepTraitCounts(`large ${i}`, 1, large(String(i)));
    expect(keptTraitCounts('asked for')).not.toBeNull();
  }
  expect(keptTraitCounts('not asked for')).toBeNull();
  expect([0, 4, 5, 6, 7].map((i) => keptTraitCounts(`large ${i}`) !== null)).toEqual([
    false,
    false,
    true,
    true,
    true,
  ]);
});
