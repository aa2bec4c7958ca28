import type { MarketItem } from '@ordbook/client/market';
import { createStore } from '../../data/store.ts';
import { MOST_IN_CART } from '../../trader/buy/cart.ts';

/** Items of one collection that the visitor marked, to buy them together. */
export const selection = createStore<readonly MarketItem[]>([]);

/** Whether anybody but `own`, the visitor's ordinals address, can buy it now. */
export const isForSale = (item: MarketItem, own: string | null) =>
  item.listingState === 'buyable' && item.owner !== own;

/**
 * Selects an item, or deselects it. An item of another collection starts a new selection; one more than a
 * transaction can buy is not selected.
 */
export function toggleSelected(item: MarketItem): void {
  const now = selection.get().filter(({ collection }) => collection === item.collection);
  const without = now.filter(({ listingId }) => listingId !== item.listingId);
  if (without.length < now.length) selection.set(without);
  else selection.set([...now, item].slice(0, MOST_IN_CART));
}
