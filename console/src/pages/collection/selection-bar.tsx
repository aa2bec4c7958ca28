import type { MarketCollectionPage, MarketItem } from '@ordbook/client/market';
import { useEffect } from 'preact/hooks';
import { market } from '../../data/market.ts';
import { useResource } from '../../data/resource.ts';
import { useStore } from '../../data/store.ts';
import { Amount } from '../../design/amount.tsx';
import { signedIn } from '../../session/session.ts';
import { text } from '../../text.ts';
import { addToCart, type CartItem } from '../../trader/buy/cart.ts';
import { ConnectFirst } from '../../trader/connect-first.tsx';
import { selection } from './selection.ts';

const cartItem = (item: MarketItem, collectionName: string): CartItem => ({
  collectionSlug: item.collection,
  collectionName,
  listingId: item.listingId!,
  inscriptionId: item.inscriptionId,
  name: item.name,
  priceSats: item.priceSats!,
});

/** Buys items at the prices that are shown; the code of it is loaded then. */
export async function buyItems(items: readonly MarketItem[], collectionName: string): Promise<void> {
  const { buyAll } = await import('../../trader/buy/buying.ts');
  const bought = await buyAll(items.map((item) => cartItem(item, collectionName)));
  if (bought) selection.set([]);
}

/** What the marked items cost together, and what one can do with them. */
export function SelectionBar({ collection }: { readonly collection: MarketCollectionPage }) {
  const { slug, name } = collection;
  const items = useStore(selection).filter((item) => item.collection === slug);
  const by = useStore(signedIn);
  useEffect(() => () => selection.set([]), [slug]);
  const ids = items.map(({ listingId }) => listingId!);
  const { value } = useResource(`quote ${ids.join()}`, (signal) =>
    ids.length === 0 ? Promise.resolve({ quote: null }) : market.quote(ids, signal),
  );
  if (items.length === 0) return null;
  return (
    <section class="selected" aria-label={text.selection.label}>
      <p aria-live="polite">
        <strong>{text.items(items.length)}</strong>{' '}
        {value?.quote ? (
          <>
            <Amount sats={value.quote.totalSats} withFiat />{' '}
            <span class="muted">{text.selection.allIn(value.quote.feeRateSatVb)}</span>
          </>
        ) : (
          <>
            <Amount sats={items.reduce((sum, { priceSats }) => sum + priceSats!, 0)} />{' '}
            <span class="muted">{text.selection.prices}</span>
          </>
        )}
      </p>
      <div class="selected-acts">
        {by ? (
          <button type="button" class="button button-main" onClick={() => void buyItems(items, name)}>
            {text.selection.buy(items.length)}
          </button>
        ) : (
          <ConnectFirst />
        )}
        <button
          type="button"
          class="button"
          onClick={() => {
            for (const item of items) addToCart(cartItem(item, name));
            selection.set([]);
          }}
        >
          {text.selection.cart}
        </button>
        <button type="button" class="chip chip-plain" onClick={() => selection.set([])}>
          {text.selection.clear}
        </button>
      </div>
    </section>
  );
}
