import { hex } from '@scure/base';
import { concatBytes, tagSchnorr } from '@scure/btc-signer/utils.js';

const TAG = 'ordbook/collection-offer';

/**
 * The root, hex, of the set of inscription ids that a collection offer buys, for callers with their own
 * index. The ids may be in any order. It takes two hashes per id, a second or two for 100,000. Throws a
 * RangeError when there are none. `docs/protocol/collection-offers.md` specifies it.
 */
export function eligibleRoot(inscriptionIds: Iterable<string>): string {
  const ids = [...new Set(inscriptionIds)].sort();
  if (ids.length === 0) throw new RangeError('the eligible set is empty');
  let row: Uint8Array[] = ids.map((id) => tagSchnorr(`${TAG}/leaf`, new TextEncoder().encode(id)));
  while (row.length > 1) row = parentsOf(row);
  const count = new Uint8Array(4);
  new DataView(count.buffer).setUint32(0, ids.length, true);
  return hex.encode(tagSchnorr(`${TAG}/root`, concatBytes(count, row[0]!)));
}

/** The last node of an odd row moves up unchanged. */
function parentsOf(row: readonly Uint8Array[]): Uint8Array[] {
  return Array.from({ length: Math.ceil(row.length / 2) }, (_, i) => {
    const [left, right] = [row[2 * i]!, row[2 * i + 1]];
    return right ? tagSchnorr(`${TAG}/branch`, concatBytes(left, right)) : left;
  });
}
