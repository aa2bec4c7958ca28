/**
 * Counts of traits, kept by this process under their version (`collections.traits_version`). Any change of
 * them is another version, so kept counts are those of every page that finds their version.
 */

import { createLruCache } from '../../base/lru-cache.ts';

/** How many members carry a trait, of all traits of a collection as of one version. */
export interface TraitCounts {
  readonly version: number;
  /** By type, then by value. */
  readonly members: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

/** `[type, value, members that carry it]`. */
export type StoredTraitCount = readonly [type: string, value: string, members: number];

/**
 * The counts of a collection are kept when there are at most so many: reading more costs more than counting
 * the traits of one page.
 */
export const MOST_KEPT = 500;

/** Kept for all collections, bytes. */
const KEPT_BYTES = 8 * 2 ** 20;
/** What an entry takes beside its text, about. */
const ENTRY_BYTES = 100;

const kept = createLruCache<{ readonly counts: TraitCounts; readonly bytes: number }>(
  KEPT_BYTES,
  ({ bytes }) => bytes,
);

/** The counts that were kept last; null: none are. */
export function keptTraitCounts(slug: string): TraitCounts | null {
  return kept.get(slug)?.counts ?? null;
}

/** Keeps all counts of a collection as of `version`, and returns them. */
export function keepTraitCounts(
  slug: string,
  version: number,
  stored: readonly StoredTraitCount[],
): TraitCounts {
  const members = new Map<string, Map<string, number>>();
  let bytes = ENTRY_BYTES;
  for (const [type, value, count] of stored) {
    const ofType = members.get(type) ?? new Map<string, number>();
    members.set(type, ofType.set(value, count));
    bytes += ENTRY_BYTES + 2 * (type.length + value.length);
  }
  const counts = { version, members };
  kept.put(slug, { counts, bytes });
  return counts;
}
