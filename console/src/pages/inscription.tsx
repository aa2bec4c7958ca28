import { useEffect } from 'preact/hooks';
import { linkTo } from '../app/location.ts';
import { Nothing } from '../app/nothing.tsx';
import type { PageProps } from '../app/page-props.ts';
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
      <Nothing what={text.nothing.inscription} />
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
        </header>
        <Price inscription={value} />
        {SLOTS.itemActions && <SLOTS.itemActions inscription={value} />}
        <OpenOffers inscription={value} />
      </div>
      <div class="lot-more">
        <ItemTraits item={item} />
        <Place inscription={value} />
        <History inscription={value} />
      </div>
    </article>
  );
}
