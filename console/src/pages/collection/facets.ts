import type { MarketBook, TraitFilter } from '@ordbook/client/market';

export interface Facet {
  /** Members for sale that would be shown with this value chosen. */
  readonly count: number;
  /** The cheapest of them, sats. */
  readonly floorSats: number;
}

export interface Facets {
  /** Members for sale that match all filters. */
  readonly count: number;
  of(type: string, value: string): Facet | undefined;
}

interface Range {
  readonly traits: readonly TraitFilter[];
  readonly minSats: number | null;
  readonly maxSats: number | null;
}

const keyOf = (type: string, value: string) => JSON.stringify([type, value]);

/**
 * What is for sale under these filters, by trait. Values of one type are alternatives: a count of a value
 * leaves out the filter of its own type.
 */
export function facetsOf(book: MarketBook, { traits, minSats, maxSats }: Range): Facets {
  const found = new Map<string, Facet>();
  let count = 0;
  for (const { priceSats, traits: places } of book.listings) {
    if (priceSats < (minSats ?? 0) || priceSats > (maxSats ?? Number.POSITIVE_INFINITY)) continue;
    const own = places.map((place) => book.traits[place]!);
    const missed = traits.filter(
      (group) => !own.some(({ type, value }) => type === group.type && group.values.includes(value)),
    );
    if (missed.length === 0) count += 1;
    if (missed.length > 1) continue;
    for (const { type, value } of own) {
      if (missed.length === 1 && missed[0]!.type !== type) continue;
      const key = keyOf(type, value);
      const before = found.get(key);
      // the cheapest comes first
      found.set(key, {
        count: (before?.count ?? 0) + 1,
        floorSats: before?.floorSats ?? priceSats,
      });
    }
  }
  return { count, of: (type, value) => found.get(keyOf(type, value)) };
}
