import { buy } from '@ordbook/client';
import { act } from '../act.ts';
import { coinsOf } from '../coins.ts';
import { named } from '../errors.ts';
import { words } from '../text.ts';
import { type CartItem, removeFromCart } from './cart.ts';

/** Buys listings of one collection in one transaction, at the prices that the user saw. */
export async function buyAll(items: readonly CartItem[]) {
  const bought = await act({
    title: words.buy.title(items.length),
    items,
    done: words.buy.bought,
    run: async (session, options) => {
      const { collectionSlug } = items[0]!;
      const listings = items.map(({ listingId, inscriptionId, priceSats }) => ({
        listingId,
        inscriptionId,
        priceSats,
      }));
      const request = { collectionSlug, listings, ...(await coinsOf(session)) };
      return buy(session, request, options).catch((error: unknown) => {
        throw named(error, items);
      });
    },
    tradeOf: ({ settlementTxid }) => settlementTxid,
  });
  if (bought) removeFromCart(items.map(({ listingId }) => listingId));
  return bought;
}
