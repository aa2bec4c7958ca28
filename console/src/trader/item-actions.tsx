import type { MarketInscription } from '@ordbook/client/market';
import { linkTo } from '../app/location.ts';
import type { ItemActionsProps } from '../app/page-props.ts';
import { info } from '../data/market.ts';
import { useStore } from '../data/store.ts';
import type { SignedIn } from '../session/session.ts';
import { Button } from './button.tsx';
import { buyAll } from './buy/buying.ts';
import { addToCart, cart, MOST_IN_CART, removeFromCart } from './buy/cart.ts';
import { Duration, hoursIn } from './offers/duration.tsx';
import { offer } from './offers/offering.ts';
import { PriceRule } from './offers/price-rule.tsx';
import { offerRule } from './offers/rules.ts';
import { words } from './text.ts';

/** On the page of an inscription: buy it, put it into the cart, offer for it, or sell it. */
export default function ItemActions({ inscription, by }: ItemActionsProps & { readonly by: SignedIn }) {
  const { item, listing } = inscription;
  if (item.owner === by.session.wallet.ordinalsAddress)
    return (
      <p class="row-acts">
        <span>{words.sell.isYours}</span>
        <a class="button button-main" href={linkTo('sell')}>
          {listing ? words.sell.manage : words.sell.sellIt}
        </a>
      </p>
    );
  return (
    <div class="item-actions">
      {listing?.state === 'buyable' && (
        <Buying listing={listing} item={item} collectionName={inscription.collectionName} />
      )}
      <Offering of={inscription} />
      <p>
        <a href={linkTo('bids', { slug: item.collection })}>{words.bids.make}</a>
      </p>
    </div>
  );
}

interface BuyingProps {
  readonly listing: NonNullable<MarketInscription['listing']>;
  readonly item: MarketInscription['item'];
  readonly collectionName: string;
}

function Buying({ listing: { listingId, priceSats }, item, collectionName }: BuyingProps) {
  const inCart = useStore(cart);
  const { inscriptionId, name, collection: collectionSlug } = item;
  const one = { collectionSlug, collectionName, listingId, inscriptionId, name, priceSats };
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

function Offering({ of: { item, offers, bestCollectionOfferSats } }: { readonly of: MarketInscription }) {
  const { inscriptionId, name, collection: slug } = item;
  const rule = offerRule(useStore(info));
  const prices = [...offers.map(({ priceSats }) => priceSats), bestCollectionOfferSats ?? 0];
  return (
    <form
      class="row-acts"
      onSubmit={(event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        void offer({ slug, inscriptionId, name }, Number(data.get('price')), hoursIn(data.get('hours')));
      }}
    >
      <input
        type="number"
        name="price"
        min={rule.least}
        max={rule.most ?? undefined}
        step={rule.step}
        required
        aria-label={words.offer.price}
        aria-describedby="offer-rule"
        placeholder={words.offer.price}
      />
      <Duration />
      <button type="submit" class="button">
        {words.offer.make}
      </button>
      <PriceRule id="offer-rule" slug={slug} rule={rule} best={Math.max(...prices) || null} />
    </form>
  );
}
