import { keptList } from '../../data/kept-list.ts';
import { createStore } from '../../data/store.ts';

/** A listing as it was when it was put into the cart: at another price it is not bought. */
export interface CartItem {
  readonly collectionSlug: string;
  /** Name of the collection. */
  readonly collectionName: string;
  readonly listingId: string;
  readonly inscriptionId: string;
  readonly name: string;
  readonly priceSats: number;
}

/** The service takes so many in one transaction. */
export const MOST_IN_CART = 20;
const KEY = 'ordbook.cart';

export const cart = createStore<readonly CartItem[]>(keptList(KEY) as CartItem[]);
cart.follow(() => localStorage.setItem(KEY, JSON.stringify(cart.get())));

export function addToCart(item: CartItem): void {
  removeFromCart([item.listingId]);
  cart.set([...cart.get(), item].slice(0, MOST_IN_CART));
}

export function removeFromCart(listingIds: readonly string[]): void {
  cart.set(cart.get().filter(({ listingId }) => !listingIds.includes(listingId)));
}
