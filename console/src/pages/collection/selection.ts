import type { MarketItem } from '@ordbook/client/market';
import { createStore } from '../../data/store.ts';
import { MOST_IN_CART } from '../../trader/buy/cart.ts';

/** Items of one collection that the visitor marked, to buy them together. */
export const selection = createStore<readonly MarketItem[]>([]);

/** Whether anybody but `own`, the visitor's ordinals address, can buy it now. */
export const isForSale = (item: MarketItem, own: string | null) =>
  item.listingState === 'buyable' && item.owner !== own;

/** Marks it, or takes the mark away. A mark in another collection, or beyond a transaction, starts anew or is not set. */
export function toggleSelected(item: MarketItem): void {
  const now = selection.get().filter(({ collection }) => collection === item.collection);
  const without = now.filter(({ listingId }) => listingId !== item.listingId);
  if (without.length < now.length) selection.set(without);
  else selection.set([...now, item].slice(0, MOST_IN_CART));
}
