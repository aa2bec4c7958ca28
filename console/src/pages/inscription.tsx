import type { MarketInscription } from '@ordbook/client/market';
import { useEffect } from 'preact/hooks';
import { linkTo } from '../app/location.ts';
import { Nothing } from '../app/nothing.tsx';
import type { PageProps } from '../app/page-props.ts';
import { place } from '../app/place.ts';
import { SLOTS } from '../app/slots.ts';
import { useTitle } from '../app/use-title.ts';
import { onChange } from '../data/changes.ts';
import { market } from '../data/market.ts';
import { useResource } from '../data/resource.ts';
import { Failure } from '../design/failure.tsx';
import { isNotFound } from '../design/is-not-found.ts';
import { Verified } from '../design/verified.tsx';
import { Waiting } from '../design/waiting.tsx';
import { text } from '../text.ts';
import { History } from './inscription/history.tsx';
import { ItemTraits } from './inscription/item-traits.tsx';
import { OpenOffers } from './inscription/open-offers.tsx';
import { Place } from './inscription/place.tsx';
import { Plate } from './inscription/plate.tsx';
import { Price } from './inscription/price.tsx';
import { Relatives } from './inscription/relatives.tsx';

/** One inscription: its content, what it costs, its offers, its traits, where it is, and its sales. */
export default function Inscription({ parameters }: PageProps) {
  const id = parameters['id']!;
  const { value, error, reload } = useResource(`inscription ${id}`, (signal) =>
    market.inscription(id, signal),
  );
  useEffect(() => {
    const isHere = { topics: ['listing', 'sale', 'offer'], inscriptionId: id };
    return onChange(isHere, reload);
  }, [id, reload]);
  useTitle(value?.item.name);
  if (!value) {
    if (error === null) return <Waiting />;
    return isNotFound(error) ? (
      <Nothing what={text.nothing.inscription}>
        <p>
          <a href={`${place.serviceUrl}/content/${id}`}>{text.content.open}</a>
        </p>
      </Nothing>
    ) : (
      <Failure error={error} retry={reload} />
    );
  }
  const { item, collectionName, collectionVerified } = value;
  return (
    <article class="lot">
      <div class="lot-plate">
        <Plate key={id} of={item} />
      </div>
      <div class="lot-side">
        <header>
          <p>
            <a href={linkTo('collection', { slug: item.collection })}>{collectionName}</a>{' '}
            {collectionVerified && <Verified />}
          </p>
          <h1>{item.name}</h1>
          <p class="muted">{text.inscription.number(item.inscription)}</p>
          <Beside inscription={value} />
        </header>
        <Price inscription={value} />
        {SLOTS.itemActions && <SLOTS.itemActions inscription={value} />}
        <OpenOffers inscription={value} />
      </div>
      <div class="lot-more">
        <ItemTraits item={item} />
        <Relatives key={id} id={id} />
        <Place inscription={value} />
        <History inscription={value} />
      </div>
    </article>
  );
}

/** The ones before and after it in its collection. */
function Beside({ inscription }: { readonly inscription: MarketInscription }) {
  const sides = [
    ['prev', inscription.previous],
    ['next', inscription.next],
  ] as const;
  return (
    <nav class="beside" aria-label={text.inscription.beside}>
      {sides.map(
        ([rel, other]) =>
          other && (
            <a
              key={rel}
              rel={rel}
              href={linkTo('inscription', { id: other.inscriptionId })}
              title={other.name}
            >
              {rel === 'prev' && <span aria-hidden="true">←</span>}
              {text.inscription[rel]}
              <span class="unseen">: {other.name}</span>
              {rel === 'next' && <span aria-hidden="true">→</span>}
            </a>
          ),
      )}
    </nav>
  );
}
