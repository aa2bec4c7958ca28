/**
 * The set of inscriptions that an offer buys, as one hash, and the proof that one of them is in it.
 *
 *   leaf   = H(leaf, inscription id as ASCII)         ids in ascending order, each once
 *   branch = H(branch, left || right)                 the last node of an odd row rises as it is
 *   root   = H(root, count as u32 little-endian || top)
 *
 * The count fixes the shape of the tree, so a proof has one form. Source of the tagged hash: BIP340.
 */
import { bytesToHex, concatBytes, hexToBytes, u32 } from '../bytes.ts';
import { taggedHash } from '../taproot.ts';

export interface EligibleProof {
  /** Place of the inscription in the sorted set. */
  readonly index: number;
  /** Size of the set. */
  readonly count: number;
  /** From the leaf's row upwards, hex. Rows where the node rises alone have none. */
  readonly siblings: readonly string[];
}

/** A set that can prove its members. Immutable. */
export interface EligibleSet {
  /** Hex. */
  readonly root: string;
  /** Ascending, each once. */
  readonly ids: readonly string[];
  /** null: not a member. */
  proofOf(id: string): EligibleProof | null;
}

const encoder = new TextEncoder();
const leafOf = (id: string) => taggedHash('ordbook/collection-offer/leaf', encoder.encode(id));
const branchOf = (left: Uint8Array, right: Uint8Array) =>
  taggedHash('ordbook/collection-offer/branch', concatBytes(left, right));
const rootOf = (count: number, top: Uint8Array) =>
  bytesToHex(taggedHash('ordbook/collection-offer/root', u32(count), top));

/** Hashes a set of inscription ids, in any order; 2n hashes. Throws a RangeError when it is empty: nothing could be bought. */
export function eligibleSet(inscriptionIds: Iterable<string>): EligibleSet {
  const ids = [...new Set(inscriptionIds)].sort();
  if (ids.length === 0) throw new RangeError('an eligible set has no members');
  const levels: Uint8Array[][] = [ids.map(leafOf)];
  for (let level = levels[0]!; level.length > 1; levels.push(level)) level = parentsOf(level);
  return {
    root: rootOf(ids.length, levels.at(-1)![0]!),
    ids,
    proofOf: (id) => {
      const index = placeOf(ids, id);
      if (index === -1) return null;
      const siblings = levels.slice(0, -1).flatMap((level, height) => {
        const sibling = level[(index >> height) ^ 1];
        return sibling ? [bytesToHex(sibling)] : [];
      });
      return { index, count: ids.length, siblings };
    },
  };
}

function parentsOf(level: readonly Uint8Array[]): Uint8Array[] {
  return Array.from({ length: Math.ceil(level.length / 2) }, (_, i) => {
    const right = level[2 * i + 1];
    return right ? branchOf(level[2 * i]!, right) : level[2 * i]!;
  });
}

/** Binary search: sets have up to hundreds of thousands of members. */
function placeOf(ids: readonly string[], id: string): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ids[middle]! < id) low = middle + 1;
    else high = middle;
  }
  return ids[low] === id ? low : -1;
}

/** Is `id` in the set whose root (hex) this is? False for anything that is not exactly its proof. */
export function provesEligible(root: string, id: string, { index, count, siblings }: EligibleProof): boolean {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(count) || count > 0xffffffff) return false;
  if (index < 0 || index >= count || siblings.some((sibling) => !/^[0-9a-f]{64}$/.test(sibling)))
    return false;
  let node = leafOf(id);
  let place = index;
  let used = 0;
  for (let width = count; width > 1; width = Math.ceil(width / 2)) {
    const isAlone = place === width - 1 && width % 2 === 1;
    if (!isAlone) {
      const sibling = siblings[used];
      if (sibling === undefined) return false;
      used += 1;
      node = place % 2 === 0 ? branchOf(node, hexToBytes(sibling)) : branchOf(hexToBytes(sibling), node);
    }
    place >>= 1;
  }
  return used === siblings.length && rootOf(count, node) === root;
}
