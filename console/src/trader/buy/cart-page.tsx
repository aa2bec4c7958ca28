import { linkTo } from '../../app/location.ts';
import { useStore } from '../../data/store.ts';
import { Amount } from '../../design/amount.tsx';
import { signedIn } from '../../session/session.ts';
import { text } from '../../text.ts';
import { ConnectFirst } from '../connect-first.tsx';
import { words } from '../text.ts';
import { buyAll } from './buying.ts';
import { addToCart, type CartItem, cart, removeFromCart } from './cart.ts';
import { changeOf } from './change.ts';
import { useListings } from './live-listings.ts';

/** Up to 20 listings; those of one collection are bought in one transaction. */
export default function CartPage() {
  const by = useStore(signedIn);
  const items = useStore(cart);
  const listings = useListings(items);
  const changeIn = (item: CartItem) => changeOf(item, listings?.get(item.inscriptionId));
  const slugs = [...new Set(items.map(({ collectionSlug }) => collectionSlug))];
  return (
    <section class="trader-page">
      <h1>{text.titles.cart}</h1>
      {items.length === 0 && (
        <p>
          {words.buy.empty} <a href={linkTo('collections')}>{text.nothing.back}</a>
        </p>
      )}
      {slugs.length > 1 && <p class="muted">{words.buy.one}</p>}
      {slugs.map((slug) => {
        const own = items.filter(({ collectionSlug }) => collectionSlug === slug);
        const left = own.filter((item) => changeIn(item) === null);
        const sum = left.reduce((total, { priceSats }) => total + priceSats, 0);
        return (
          <section key={slug} class="holdings">
            <header class="holdings-head">
              <h2>
                <a href={linkTo('collection', { slug })}>{own[0]!.collectionName}</a>
              </h2>
              <button
                type="button"
                class="button button-main"
                disabled={!by || left.length === 0}
                onClick={() => void buyAll(left)}
              >
                {words.buy.cart(left.length, own.length)}
              </button>
            </header>
            <ul class="rows">
              {own.map((item) => (
                <Row key={item.listingId} item={item} change={changeIn(item)} />
              ))}
            </ul>
            <p>
              {words.buy.prices}: <Amount sats={sum} withFiat />.{' '}
              <span class="muted">{words.buy.beside}</span>
            </p>
          </section>
        );
      })}
      {items.length > 0 && !by && <ConnectFirst />}
    </section>
  );
}

interface RowProps {
  readonly item: CartItem;
  readonly change: ReturnType<typeof changeOf>;
}

function Row({ item, change }: RowProps) {
  const { listingId, inscriptionId, name, priceSats } = item;
  return (
    <li class="row">
      <span class="row-name">
        <a href={linkTo('inscription', { id: inscriptionId })}>{name}</a>
        <Amount sats={priceSats} withFiat />
        {change !== null && (
          <strong class="fall" role="status">
            {change === 'gone' ? words.buy.gone : words.buy.nowAt(words.sats(change.priceSats))}
          </strong>
        )}
      </span>
      <span class="row-acts">
        {change !== null && change !== 'gone' && (
          <button
            type="button"
            class="button"
            onClick={() => {
              removeFromCart([listingId]);
              addToCart({ ...item, listingId: change.listingId, priceSats: change.priceSats });
            }}
          >
            {words.buy.takePrice}
          </button>
        )}
        <button type="button" class="button" onClick={() => removeFromCart([listingId])}>
          {words.buy.remove}
        </button>
      </span>
    </li>
  );
}
