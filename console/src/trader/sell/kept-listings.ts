import type { ListedForSale } from '@ordbook/client';
import { keptList } from '../../data/kept-list.ts';

/** A listing with what `isRevoked` needs; this browser keeps it, because the service deletes it. */
export interface KeptListing extends ListedForSale {
  readonly name: string;
  readonly slug: string;
  readonly isDown: boolean;
}

const MOST = 500;
const nameOf = (address: string) => `ordbook.listings.${address}`;

/** Newest first. */
export function keptListings(address: string): KeptListing[] {
  return keptList(nameOf(address)) as KeptListing[];
}

export function keepListings(address: string, listings: readonly KeptListing[]): void {
  const ids = new Set(listings.map(({ listingId }) => listingId));
  const others = keptListings(address).filter(({ listingId }) => !ids.has(listingId));
  localStorage.setItem(nameOf(address), JSON.stringify([...listings, ...others].slice(0, MOST)));
}

/** Marks a listing as taken down: its proof is looked for from then on. */
export function markDown(address: string, listingId: string): void {
  const all = keptListings(address).map((one) =>
    one.listingId === listingId ? { ...one, isDown: true } : one,
  );
  localStorage.setItem(nameOf(address), JSON.stringify(all));
}
