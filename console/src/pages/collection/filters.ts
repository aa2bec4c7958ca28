import type { MarketSort, TraitFilter } from '@ordbook/client/market';

export const SORTS: readonly MarketSort[] = ['price', 'price_desc', 'recent', 'oldest', 'newest'];

/** What the address of a collection says of its items: `?sort=recent&trait=Fur:blue&trait=Fur:grey`. */
export interface Filters {
  readonly sort: MarketSort;
  readonly traits: readonly TraitFilter[];
  /** Price range of the listings shown, sats; null: no limit. */
  readonly minSats: number | null;
  readonly maxSats: number | null;
  /** A number, or the start of a name; empty: any. */
  readonly q: string;
}

const SEPARATOR = ':';

/** `byDefault`: the sort where the address names none. */
export function filtersIn(query: URLSearchParams, byDefault: MarketSort): Filters {
  const byType = new Map<string, string[]>();
  for (const trait of query.getAll('trait')) {
    const end = lengthOfType(trait);
    if (end <= 0) continue;
    const type = unescaped(trait.slice(0, end));
    byType.set(type, [...(byType.get(type) ?? []), trait.slice(end + 1)]);
  }
  return {
    sort: SORTS.find((sort) => sort === query.get('sort')) ?? byDefault,
    traits: [...byType].map(([type, values]) => ({ type, values })),
    minSats: satsIn(query, 'min'),
    maxSats: satsIn(query, 'max'),
    q: (query.get('q') ?? '').slice(0, 100),
  };
}

function satsIn(query: URLSearchParams, name: string): number | null {
  const value = query.get(name);
  return value !== null && /^\d{1,15}$/.test(value) ? Number(value) : null;
}

/** The query of the address for these filters; those that are left out are open. */
export function queryOf({ sort, traits = [], minSats, maxSats, q }: Partial<Filters>, byDefault: MarketSort) {
  return {
    sort: sort === byDefault ? null : sort,
    min: minSats == null ? null : String(minSats),
    max: maxSats == null ? null : String(maxSats),
    q: q || null,
    trait: traits.flatMap(({ type, values }) =>
      values.map((value) => `${escaped(type)}${SEPARATOR}${value}`),
    ),
  };
}

/** With the value added, or without it if it is there. */
export function toggled(traits: readonly TraitFilter[], type: string, value: string): TraitFilter[] {
  const has = traits.some((group) => group.type === type && group.values.includes(value));
  const others = traits.filter((group) => group.type !== type);
  const values = traits.find((group) => group.type === type)?.values ?? [];
  const next = has ? values.filter((one) => one !== value) : [...values, value];
  return next.length === 0 ? others : [...others, { type, values: next }];
}

/** A type may have the separator itself: it is then written with a backslash. */
const escaped = (type: string) => type.replace(/[\\:]/g, '\\$&');
const unescaped = (type: string) => type.replace(/\\([\\:])/g, '$1');

/** Up to the first separator that is not escaped; -1: there is none. */
function lengthOfType(trait: string): number {
  const found = /^(?:[^\\:]|\\.)*:/.exec(trait);
  return found ? found[0].length - 1 : -1;
}
