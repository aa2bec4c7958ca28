import { hex } from '@scure/base';
import { concatBytes, tagSchnorr } from '@scure/btc-signer/utils.js';

const TAG = 'ordbook/collection-offer';

/**
 * The root, hex, of the set of inscription ids that an offer buys, for whoever has an index of their own. In any order; two hashes for
 * each id, a second or two for 100,000. Throws a RangeError when there are none. `docs/protocol/collection-offers.md` specifies it.
 */
export function eligibleRoot(inscriptionIds: Iterable<string>): string {
  const ids = [...new Set(inscriptionIds)].sort();
  if (ids.length === 0) throw new RangeError('an eligible set has no members');
  let row: Uint8Array[] = ids.map((id) => tagSchnorr(`${TAG}/leaf`, new TextEncoder().encode(id)));
  while (row.length > 1) row = parentsOf(row);
  const count = new Uint8Array(4);
  new DataView(count.buffer).setUint32(0, ids.length, true);
  return hex.encode(tagSchnorr(`${TAG}/root`, concatBytes(count, row[0]!)));
}

/** The last node of an odd row rises as it is. */
function parentsOf(row: readonly Uint8Array[]): Uint8Array[] {
  return Array.from({ length: Math.ceil(row.length / 2) }, (_, i) => {
    const [left, right] = [row[2 * i]!, row[2 * i + 1]];
    return right ? tagSchnorr(`${TAG}/branch`, concatBytes(left, right)) : left;
  });
}
