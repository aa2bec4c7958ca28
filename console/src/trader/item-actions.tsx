import { type Listing, listings, type Session } from '@ordbook/client';
import { useState } from 'preact/hooks';
import { linkTo } from '../app/location.ts';
import type { ItemActionsProps } from '../app/page-props.ts';
import { useResource } from '../data/resource.ts';
import { useStore } from '../data/store.ts';
import { Failure } from '../design/failure.tsx';
import { type SignedIn, signedIn } from '../session/session.ts';
import { turns } from './act.ts';
import { Button } from './button.tsx';
import { buyAll } from './buy/buying.ts';
import { addToCart, cart, MOST_IN_CART, removeFromCart } from './buy/cart.ts';
import { useMarketTurn } from './live-turn.ts';
import { offer } from './offers/offering.ts';
import { itemOf, type MyItem } from './sell/my-items.ts';
import { words } from './text.ts';

/** On the page of an inscription: buy it, put it into the cart, offer for it, or sell it. */
export default function ItemActions({ inscriptionId }: ItemActionsProps) {
  const by = useStore(signedIn);
  if (!by) return <p class="muted">{words.connect.first}</p>;
  return <Actions by={by} inscriptionId={inscriptionId} />;
}

interface Found {
  readonly item: MyItem | null;
  readonly listing: Listing | null;
}

async function read(session: Session, inscriptionId: string): Promise<Found> {
  const item = await itemOf(session, inscriptionId);
  if (!item) return { item, listing: null };
  const found = listings(session, { collectionSlug: item.slug, inscriptionId });
  const { value } = await found.next();
  return { item, listing: value ?? null };
}

function Actions({
  by: { session },
  inscriptionId,
}: {
  readonly by: SignedIn;
  readonly inscriptionId: string;
}) {
  const turn = useStore(turns);
  const market = useMarketTurn();
  const key = `actions ${session.profile.id} ${inscriptionId} ${turn} ${market}`;
  const { value, error, reload } = useResource(key, () => read(session, inscriptionId));
  const [last, setLast] = useState<Found | null>(null);
  if (value && value !== last) setLast(value);
  if (error) return <Failure error={error} retry={reload} />;
  const { item, listing } = value ?? last ?? { item: null, listing: null };
  if (!item) return <p class="muted">{value ? words.sell.none : words.loading}</p>;
  if (item.owner === session.wallet.ordinalsAddress)
    return (
      <p>
        <a href={linkTo('sell')}>{words.sell.title}</a>
      </p>
    );
  return (
    <div class="item-actions">
      {listing && <Buying listing={listing} item={item} />}
      <Offering item={item} />
      <p>
        <a href={linkTo('bids', { slug: item.slug })}>{words.bids.make}</a>
      </p>
    </div>
  );
}

function Buying({ listing, item }: { readonly listing: Listing; readonly item: MyItem }) {
  const inCart = useStore(cart);
  const { listingId, inscriptionId, priceSats } = listing;
  const one = { collectionSlug: item.slug, listingId, inscriptionId, name: item.name, priceSats };
  const isIn = inCart.some((other) => other.listingId === listingId);
  return (
    <p class="row-acts">
      <Button text={words.buy.buy(words.sats(priceSats))} isMain onClick={() => buyAll([one])} />
      <button
        type="button"
        class="button"
        disabled={!isIn && inCart.length >= MOST_IN_CART}
        onClick={() => (isIn ? removeFromCart([listingId]) : addToCart(one))}
      >
        {isIn ? words.buy.remove : words.buy.add}
      </button>
      {isIn && <a href={linkTo('cart')}>{words.buy.inCart}</a>}
      {!isIn && inCart.length >= MOST_IN_CART && <span class="muted">{words.buy.full}</span>}
    </p>
  );
}

function Offering({ item }: { readonly item: MyItem }) {
  return (
    <form
      class="row-acts"
      onSubmit={(event) => {
        event.preventDefault();
        void offer(item, Number(new FormData(event.currentTarget).get('price')));
      }}
    >
      <input
        type="number"
        name="price"
        min={1}
        step={1}
        required
        aria-label={words.offer.price}
        placeholder={words.offer.price}
      />
      <button type="submit" class="button">
        {words.offer.make}
      </button>
    </form>
  );
}
