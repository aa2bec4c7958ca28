import { linkTo } from '../../app/location.ts';
import { useStore } from '../../data/store.ts';
import { Amount } from '../../design/amount.tsx';
import { signedIn } from '../../session/session.ts';
import { text } from '../../text.ts';
import { ConnectFirst } from '../connect-first.tsx';
import { words } from '../text.ts';
import { buyAll } from './buying.ts';
import { cart, removeFromCart } from './cart.ts';

/** Up to 20 listings; those of one collection are bought in one transaction. */
export default function CartPage() {
  const by = useStore(signedIn);
  const items = useStore(cart);
  const slugs = [...new Set(items.map(({ collectionSlug }) => collectionSlug))];
  return (
    <section class="trader-page">
      <h1>{text.titles.cart}</h1>
      {items.length === 0 && <p>{words.buy.empty}</p>}
      {slugs.length > 1 && <p class="muted">{words.buy.one}</p>}
      {slugs.map((slug) => {
        const own = items.filter(({ collectionSlug }) => collectionSlug === slug);
        const sum = own.reduce((total, { priceSats }) => total + priceSats, 0);
        return (
          <section key={slug} class="holdings">
            <header class="holdings-head">
              <h2>
                <a href={linkTo('collection', { slug })}>{own[0]!.collectionName}</a>
              </h2>
              <button
                type="button"
                class="button button-main"
                disabled={!by}
                onClick={() => void buyAll(own)}
              >
                {words.buy.cart(own.length)}
              </button>
            </header>
            <ul class="rows">
              {own.map(({ listingId, inscriptionId, name, priceSats }) => (
                <li key={listingId} class="row">
                  <span class="row-name">
                    <a href={linkTo('inscription', { id: inscriptionId })}>{name}</a>
                    <Amount sats={priceSats} withFiat />
                  </span>
                  <button type="button" class="button" onClick={() => removeFromCart([listingId])}>
                    {words.buy.remove}
                  </button>
                </li>
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
