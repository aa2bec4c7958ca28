/**
 * The set of inscriptions that a collection offer buys, as one hash, and the proof that an inscription is in
 * it.
 *
 *   leaf   = H(leaf, inscription id as ASCII)         ids in ascending order, each once
 *   branch = H(branch, left || right)                 the last node of an odd row moves up unchanged
 *   root   = H(root, count as u32 little-endian || top)
 *
 * The count fixes the shape of the tree, so each proof has exactly one form. Source of the tagged hash:
 * BIP340.
 */
import { bytesToHex, concatBytes, hexToBytes, u32 } from '../bitcoin/bytes.ts';
import { taggedHash } from '../bitcoin/taproot.ts';

export interface EligibleProof {
  /** Index of the inscription in the sorted set. */
  readonly index: number;
  /** Size of the set. */
  readonly count: number;
  /** Sibling hashes from the leaf's row upwards, hex. None for rows where the node moves up alone. */
  readonly siblings: readonly string[];
}

/** A set that can prove its members. Immutable. */
export interface EligibleSet {
  /** Hex. */
  readonly root: string;
  /** Ascending, each once. */
  readonly ids: readonly string[];
  /** null when the id is not a member. */
  proofOf(id: string): EligibleProof | null;
}

const encoder = new TextEncoder();
const leafOf = (id: string) => taggedHash('ordbook/collection-offer/leaf', encoder.encode(id));
const branchOf = (left: Uint8Array, right: Uint8Array) =>
  taggedHash('ordbook/collection-offer/branch', concatBytes(left, right));
const rootOf = (count: number, top: Uint8Array) =>
  bytesToHex(taggedHash('ordbook/collection-offer/root', u32(count), top));

/** Comparisons or hashes between two pauses of `hashEligibleSet`: a few milliseconds. */
const SLICE = 200;

/**
 * The set of these inscription ids, given in any order; takes 2n hashes. Throws a RangeError when it is
 * empty.
 */
export function eligibleSet(inscriptionIds: Iterable<string>): EligibleSet {
  const work = hashEligibleSet(inscriptionIds);
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/**
 * `eligibleSet` with pauses: a set of 100,000 takes a second or two, and the caller can let other work run in
 * between.
 */
export function* hashEligibleSet(inscriptionIds: Iterable<string>): Generator<undefined, EligibleSet> {
  const ids = yield* sortedOnce([...inscriptionIds]);
  if (ids.length === 0) throw new RangeError('the eligible set is empty');
  const levels = [yield* mapped(ids, leafOf)];
  for (let level = levels[0]!; level.length > 1; levels.push(level)) level = yield* parentsOf(level);
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

function* parentsOf(level: readonly Uint8Array[]): Generator<undefined, Uint8Array[]> {
  const lefts = level.filter((_, i) => i % 2 === 0);
  return yield* mapped(lefts, (left, i) => {
    const right = level[2 * i + 1];
    return right ? branchOf(left, right) : left;
  });
}

function* mapped<From, To>(
  items: readonly From[],
  map: (item: From, index: number) => To,
): Generator<undefined, To[]> {
  const results: To[] = [];
  for (const [i, item] of items.entries()) {
    results.push(map(item, i));
    if (i % SLICE === SLICE - 1) yield;
  }
  return results;
}

/** The ids ascending, without duplicates: short runs are sorted, then merged in pairs. */
function* sortedOnce(ids: readonly string[]): Generator<undefined, readonly string[]> {
  let runs: (readonly string[])[] = [];
  for (let at = 0; at < ids.length; at += SLICE) {
    runs.push([...new Set(ids.slice(at, at + SLICE))].sort());
    yield;
  }
  while (runs.length > 1) {
    const merged: (readonly string[])[] = [];
    for (let at = 0; at < runs.length; at += 2) merged.push(yield* merge(runs[at]!, runs[at + 1] ?? []));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* merge(left: readonly string[], right: readonly string[]): Generator<undefined, string[]> {
  const ids: string[] = [];
  for (let [i, j] = [0, 0]; i < left.length || j < right.length; ) {
    const isLeft = j === right.length || (i < left.length && left[i]! <= right[j]!);
    const id = isLeft ? left[i++]! : right[j++]!;
    if (id !== ids.at(-1)) ids.push(id);
    if ((i + j) % SLICE === 0) yield;
  }
  return ids;
}

/** The index of `id`, by binary search: sets have up to hundreds of thousands of members. */
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

/**
 * Whether the proof shows that `id` is in the set with this root (hex). False for any proof that is not
 * exactly right.
 */
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
