import { useEffect } from 'preact/hooks';
import { onChange } from '../../data/changes.ts';
import { market } from '../../data/market.ts';
import { useResource } from '../../data/resource.ts';
import { isNotFound } from '../../design/is-not-found.ts';
import type { CartItem } from './cart.ts';
import type { Listing } from './change.ts';

/** The listings of the inscriptions of a cart, by inscription, live. undefined: not read yet; null: there is none. */
export function useListings(items: readonly CartItem[]): ReadonlyMap<string, Listing | null> | undefined {
  const ids = items.map(({ inscriptionId }) => inscriptionId);
  const key = ids.join(' ');
  const { value, reload } = useResource(`cart ${key}`, async (signal) => {
    const listingOf = (id: string) =>
      market.inscription(id, signal).then(
        ({ listing }) => listing,
        (error: unknown) => {
          if (isNotFound(error)) return null;
          throw error;
        },
      );
    return new Map(await Promise.all(ids.map(async (id) => [id, await listingOf(id)] as const)));
  });
  useEffect(() => {
    const ends = ids.map((inscriptionId) => onChange({ topics: ['listing', 'sale'], inscriptionId }, reload));
    return () => {
      for (const end of ends) end();
    };
  }, [key, reload]);
  return value;
}
