import type { MarketInscription } from '@ordbook/client/market';
import type { CartItem } from './cart.ts';

export type Listing = Pick<NonNullable<MarketInscription['listing']>, 'listingId' | 'priceSats' | 'state'>;

/**
 * What became of an item since it was put into the cart. null: nothing, as far as is known; `gone`: nobody can buy
 * it now; else the listing that took its place, at another price.
 */
export function changeOf(item: CartItem, listing: Listing | null | undefined): Listing | 'gone' | null {
  if (listing === undefined) return null;
  if (listing?.state !== 'buyable') return 'gone';
  return listing.listingId === item.listingId && listing.priceSats === item.priceSats ? null : listing;
}
