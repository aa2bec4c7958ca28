import type { MarketCollection } from '@ordbook/client/market';

export type Column = 'name' | 'floor' | 'change' | 'offer' | 'volume' | 'listed' | 'owners';

const VALUES: Readonly<Record<Exclude<Column, 'name'>, (collection: MarketCollection) => number | null>> = {
  floor: ({ floorSats }) => floorSats,
  change: ({ sevenDayChange }) => sevenDayChange,
  offer: ({ bestOfferSats }) => bestOfferSats,
  volume: ({ volumeWeekSats }) => volumeWeekSats,
  listed: ({ listedCount }) => listedCount,
  owners: ({ ownerCount }) => ownerCount,
};

/** Collections by a column; those without a value are always last, and equal ones in the order of names. */
export function sorted(
  collections: readonly MarketCollection[],
  column: Column,
  isDown: boolean,
): MarketCollection[] {
  const byName = (a: MarketCollection, b: MarketCollection) => a.name.localeCompare(b.name, 'en');
  const all = [...collections];
  if (column === 'name') return all.sort((a, b) => (isDown ? byName(b, a) : byName(a, b)));
  const read = VALUES[column];
  return all.sort((a, b) => {
    const [one, other] = [read(a), read(b)];
    if (one === other) return byName(a, b);
    if (one === null) return 1;
    if (other === null) return -1;
    return isDown ? other - one : one - other;
  });
}
