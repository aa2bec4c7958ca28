import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { eligibleRoot } from '../../src/collection-offer/eligible-root.ts';

/** The protocol's published vectors. */
const { eligibleSets } = JSON.parse(
  readFileSync(new URL('../../../protocol/test/vectors/collection-offers.json', import.meta.url), 'utf8'),
) as { eligibleSets: { inscriptionIds: string[]; root: string }[] };

test('the root of every published set comes out, in any order and with ids named twice', () => {
  expect(eligibleSets.length).toBeGreaterThan(0);
  for (const { inscriptionIds, root } of eligibleSets) {
    expect(eligibleRoot(inscriptionIds)).toBe(root);
    expect(eligibleRoot([...inscriptionIds.toReversed(), inscriptionIds[0]!])).toBe(root);
  }
});

test('a set without members has no root', () => {
  expect(() => eligibleRoot([])).toThrow('set is empty');
});
