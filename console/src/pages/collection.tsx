import type { MarketCollectionPage } from '@ordbook/client/market';
import { useEffect } from 'preact/hooks';
import { linkTo } from '../app/location.ts';
import { Nothing } from '../app/nothing.tsx';
import type { PageProps } from '../app/page-props.ts';
import { useTitle } from '../app/use-title.ts';
import { onChange } from '../data/changes.ts';
import { market } from '../data/market.ts';
import { useResource } from '../data/resource.ts';
import { Amount } from '../design/amount.tsx';
import { Change } from '../design/change.tsx';
import { Failure } from '../design/failure.tsx';
import { isNotFound } from '../design/is-not-found.ts';
import { Mosaic } from '../design/mosaic.tsx';
import { Roughly } from '../design/roughly.tsx';
import { Tabs } from '../design/tabs.tsx';
import { Verified } from '../design/verified.tsx';
import { Waiting } from '../design/waiting.tsx';
import { sats } from '../format/sats.ts';
import { text } from '../text.ts';
import { Feed } from './activity/feed.tsx';
import { HistoryChart } from './collection/history-chart.tsx';
import { Items } from './collection/items.tsx';
import { Offers } from './collection/offers.tsx';

const TABS = ['items', 'offers', 'activity'] as const;

/** One collection: statistics, and its items, offers and activity. */
export default function Collection({ parameters, query }: PageProps) {
  const slug = parameters['slug']!;
  const { value, error, reload } = useResource(`collection ${slug}`, (signal) =>
    market.collection(slug, signal),
  );
  useEffect(
    () => onChange({ topics: ['listing', 'sale', 'floor', 'collection_offer'], collection: slug }, reload),
    [slug, reload],
  );
  useTitle(value?.name);
  if (!value) {
    if (error === null) return <Waiting />;
    return isNotFound(error) ? (
      <Nothing what={text.nothing.collection} />
    ) : (
      <Failure error={error} retry={reload} />
    );
  }
  const tab = TABS.find((one) => one === query.get('tab')) ?? 'items';
  return (
    <>
      <Head collection={value} />
      <Tabs
        label={value.name}
        names={TABS.map((one) => [
          one,
          <>
            {text.collection.tabs[one]}
            {one === 'offers' && value.offerCount > 0 && <span class="count">{sats(value.offerCount)}</span>}
          </>,
        ])}
        shown={tab}
        linkOf={(one) => linkTo('collection', { slug }, { tab: one === 'items' ? null : one })}
      />
      {tab === 'items' && <Items collection={value} query={query} />}
      {tab === 'offers' && <Offers slug={slug} />}
      {tab === 'activity' && (
        <>
          <HistoryChart collection={value} />
          <Feed slug={slug} />
        </>
      )}
    </>
  );
}

function Head({ collection }: { readonly collection: MarketCollectionPage }) {
  const { name, verified, kind, floorSats, oneDayChange, bestOfferSats, tradingEnabled } = collection;
  const facts = [
    [text.floor, <Amount key="floor" sats={floorSats} withFiat />],
    [text.collection.oneDay, <Change key="change" percent={oneDayChange} />],
    [text.collection.bestOffer, <Amount key="offer" sats={bestOfferSats} />],
    [text.collection.volume, <Roughly key="volume" sats={collection.volumeWeekSats} />],
    [text.collection.listed, text.collections.share(collection.listedCount, collection.itemCount)],
    [text.collection.owners, sats(collection.ownerCount)],
  ] as const;
  return (
    <header class="collection-head">
      <Mosaic collection={collection} />
      <div>
        <p class="label">{text.collection.kinds[kind]}</p>
        <h1>
          {name} {verified && <Verified />}
        </h1>
        {!tradingEnabled && <p class="notice">{text.collection.paused}</p>}
        <dl class="facts">
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt class="label">{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </header>
  );
}
