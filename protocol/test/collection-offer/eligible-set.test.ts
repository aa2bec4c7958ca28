import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inSlices } from '../../../server/src/base/in-slices.ts';
import { eligibleSet, hashEligibleSet, provesEligible } from '../../src/collection-offer/eligible-set.ts';

const id = fc
  .tuple(fc.stringMatching(/^[0-9a-f]{64}$/), fc.nat(30))
  .map(([txid, index]) => `${txid}i${index}`);
const ids = fc.uniqueArray(id, { minLength: 1, maxLength: 70 });

describe('an eligible set', () => {
  it('proves every member, and nobody else with any of its proofs', () => {
    fc.assert(
      fc.property(ids, id, (members, stranger) => {
        fc.pre(!members.includes(stranger));
        const set = eligibleSet(members);
        expect(set.proofOf(stranger)).toBeNull();
        for (const member of members) {
          const proof = set.proofOf(member)!;
          expect(provesEligible(set.root, member, proof)).toBe(true);
          expect(provesEligible(set.root, stranger, proof)).toBe(false);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('has the same root in any order, and another one with any other member', () => {
    fc.assert(
      fc.property(ids, id, (members, other) => {
        fc.pre(!members.includes(other));
        const { root } = eligibleSet(members);
        expect(eligibleSet([...members.toReversed(), members[0]!]).root).toBe(root);
        expect(eligibleSet([...members, other]).root).not.toBe(root);
        expect(eligibleSet([...members.slice(1), other]).root).not.toBe(root);
      }),
      { numRuns: 40 },
    );
  });

  it('of thousands has its members in ascending order, each once', () => {
    const members = Array.from({ length: 3_456 }, (_, n) => `${'ab'.repeat(32)}i${(n * 7_919) % 1_700}`);
    expect(eligibleSet(members).ids).toEqual([...new Set(members)].sort());
  });

  it('is hashed in slices, between which other work runs, to the same root', async () => {
    const members = Array.from({ length: 10_000 }, (_, n) => `${'cd'.repeat(32)}i${n}`);
    let turns = 0;
    const turn = () => {
      turns += 1;
      waiting = setImmediate(turn);
    };
    let waiting = setImmediate(turn);
    const { root } = await inSlices(hashEligibleSet(members));
    clearImmediate(waiting);
    // 20,000 hashes in slices of 200, and sorting.
    expect(turns).toBeGreaterThan(100);
    expect(root).toBe(eligibleSet(members).root);
  });

  it('takes a proof in its one form only', () => {
    fc.assert(
      fc.property(ids, fc.nat(), (members, pick) => {
        const set = eligibleSet(members);
        const member = members[pick % members.length]!;
        const proof = set.proofOf(member)!;
        const { index, count, siblings } = proof;
        for (const bad of [
          { ...proof, index: index + 1 },
          { ...proof, index: -1 },
          { ...proof, count: count + 1 },
          { ...proof, siblings: [...siblings, '00'.repeat(32)] },
          { ...proof, siblings: siblings.map((sibling) => sibling.toUpperCase().replace(/[0-9]/g, 'A')) },
          ...(siblings.length > 0 ? [{ ...proof, siblings: siblings.slice(1) }] : []),
        ]) {
          if (JSON.stringify(bad) === JSON.stringify(proof)) continue;
          expect(provesEligible(set.root, member, bad)).toBe(false);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('must have a member', () => {
    expect(() => eligibleSet([])).toThrow('set is empty');
  });
});
