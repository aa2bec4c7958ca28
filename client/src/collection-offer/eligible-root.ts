import { eligibleSet } from '@ordbook/protocol/collection-offer/eligible-set';

/**
 * The root, hex, of the set of inscription ids that a collection offer buys, for callers with their own
 * index. The ids may be in any order. It takes two hashes per id, a second or two for 100,000. Throws a
 * RangeError when there are none. `docs/protocol/collection-offers.md` specifies it.
 */
export function eligibleRoot(inscriptionIds: Iterable<string>): string {
  return eligibleSet(inscriptionIds).root;
}
