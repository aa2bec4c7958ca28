import { type CollectionOffer, collectionOffers, myCollectionOffers, type Session } from '@ordbook/client';
import type { MarketCollectionPage } from '@ordbook/client/market';
import { useState } from 'preact/hooks';
import { linkTo } from '../../app/location.ts';
import type { PageProps } from '../../app/page-props.ts';
import { market } from '../../data/market.ts';
import { useStore } from '../../data/store.ts';
import { Ago } from '../../design/ago.tsx';
import { Amount } from '../../design/amount.tsx';
import { Failure } from '../../design/failure.tsx';
import { signedIn } from '../../session/session.ts';
import { text } from '../../text.ts';
import { Button } from '../button.tsx';
import { useLive } from '../live-turn.ts';
import { type MyItem, myHoldings } from '../sell/my-items.ts';
import { Signless } from '../signless.tsx';
import { words } from '../text.ts';
import { BidForm } from './bid-form.tsx';
import { cancelBid, fill } from './bidding.ts';

/** Offers on a collection and its traits: make them, sell to them, cancel one's own. */
export default function BidsPage({ parameters }: PageProps) {
  const by = useStore(signedIn);
  if (!by) return <Signless title={text.titles.bids} />;
  return <Bids session={by.session} slug={parameters['slug'] ?? ''} />;
}

interface Book {
  readonly collection: MarketCollectionPage;
  readonly offers: readonly CollectionOffer[];
  readonly own: ReadonlySet<string>;
  readonly items: readonly MyItem[];
}

async function read(session: Session, slug: string, signal: AbortSignal): Promise<Book> {
  const [collection, offers, mine, holdings] = await Promise.all([
    market.collection(slug, signal),
    collectionOffers(session, slug),
    myCollectionOffers(session, slug),
    myHoldings(session, signal),
  ]);
  return {
    collection,
    offers,
    own: new Set(mine.map(({ offerId }) => offerId)),
    items: holdings.find((holding) => holding.slug === slug)?.items ?? [],
  };
}

function Bids({ session, slug }: { readonly session: Session; readonly slug: string }) {
  const {
    value: book,
    error,
    reload,
  } = useLive(`bids ${session.profile.id} ${slug}`, (signal) => read(session, slug, signal));
  if (!book) return error === null ? <p>{words.loading}</p> : <Failure error={error} retry={reload} />;
  return (
    <section class="trader-page">
      <p class="trail">
        <a href={linkTo('collection', { slug })}>{book.collection.name}</a>
      </p>
      <h1>{words.bids.title(book.collection.name)}</h1>
      <BidForm session={session} collection={book.collection} />
      <h2>{words.bids.book}</h2>
      {error !== null && <Failure error={error} retry={reload} />}
      {book.offers.length === 0 && <p class="muted">{words.bids.none}</p>}
      <ul class="rows">
        {book.offers.map((offer) => (
          <li key={offer.offerId} class="row" data-offer={offer.offerId}>
            <span class="row-name">
              <Amount sats={offer.priceSats} withFiat />
              <span>{offer.scopeLabel}</span>
              <span class="muted">
                {words.bids.qualify(offer.eligibleCount)} · {text.offers.expires} <Ago at={offer.expiresAt} />
              </span>
            </span>
            {book.own.has(offer.offerId) ? (
              <span class="row-acts">
                <span class="muted">{words.bids.yours}</span>
                <Button text={words.offer.cancel} onClick={() => cancelBid(slug, offer)} />
              </span>
            ) : (
              <Filling offer={offer} items={book.items.filter((item) => suits(item, offer))} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Whether an inscription has the traits that an offer is for; the service and the policy signer decide. */
function suits({ traits }: MyItem, { target }: CollectionOffer): boolean {
  if (target.kind === 'all') return true;
  return target.traits.every(({ type, values }) =>
    traits.some((trait) => trait.type === type && values.includes(trait.value)),
  );
}

function Filling({ offer, items }: { readonly offer: CollectionOffer; readonly items: readonly MyItem[] }) {
  const [chosen, setChosen] = useState('');
  const item = items.find(({ inscriptionId }) => inscriptionId === chosen) ?? items[0];
  if (!item) return null;
  return (
    <span class="row-acts">
      <select aria-label={words.bids.fillWhich} onChange={(event) => setChosen(event.currentTarget.value)}>
        {items.map(({ inscriptionId, name }) => (
          <option key={inscriptionId} value={inscriptionId} selected={inscriptionId === item.inscriptionId}>
            {name}
          </option>
        ))}
      </select>
      <Button text={words.bids.fill} isMain onClick={() => fill(offer, item)} />
    </span>
  );
}
