import type { MarketCollection } from '@ordbook/client/market';
import { useEffect, useState } from 'preact/hooks';
import { linkTo } from '../app/location.ts';
import { onChange } from '../data/changes.ts';
import { market } from '../data/market.ts';
import { useResource } from '../data/resource.ts';
import { Amount } from '../design/amount.tsx';
import { Change } from '../design/change.tsx';
import { Failure } from '../design/failure.tsx';
import { Mosaic } from '../design/mosaic.tsx';
import { Roughly } from '../design/roughly.tsx';
import { Verified } from '../design/verified.tsx';
import { Waiting } from '../design/waiting.tsx';
import { sats } from '../format/sats.ts';
import { text } from '../text.ts';
import { Front } from './collections/front.tsx';
import { type Column, sorted } from './collections/sorting.ts';

/** Shown large at the top. */
const PLATES = 3;

/** All collections with their statistics: the best-known ones large, then a table that can be sorted. */
export default function Collections() {
  const { value, error, reload } = useResource('collections', (signal) => market.collections(signal));
  useEffect(() => onChange({ topics: ['listing', 'sale', 'floor', 'collection_offer'] }, reload), [reload]);
  if (!value) return error === null ? <Waiting /> : <Failure error={error} retry={reload} />;
  const plates = value.filter(({ itemCount }) => itemCount > 0).slice(0, PLATES);
  return (
    <>
      <Front />
      <ul class="plates" aria-label={text.collections.plates}>
        {plates.map((collection) => (
          <li key={collection.slug}>
            <Plate collection={collection} />
          </li>
        ))}
      </ul>
      <Table collections={value} />
    </>
  );
}

function Plate({ collection }: { readonly collection: MarketCollection }) {
  const { slug, name, verified, floorSats, listedCount, itemCount } = collection;
  return (
    <a class="plate" href={linkTo('collection', { slug })}>
      <Mosaic collection={collection} />
      <div class="plate-caption">
        <h2>
          {name} {verified && <Verified />}
        </h2>
        <p class="muted">{text.collections.forSale(listedCount, itemCount)}</p>
        <p class="plate-price">
          <span class="label">{text.floor}</span> <Amount sats={floorSats} withFiat />
        </p>
      </div>
    </a>
  );
}

const COLUMNS: readonly Column[] = ['name', 'floor', 'change', 'offer', 'volume', 'listed', 'owners'];

function Table({ collections }: { readonly collections: readonly MarketCollection[] }) {
  const [sort, setSort] = useState<{ column: Column; isDown: boolean }>({ column: 'volume', isDown: true });
  const choose = (column: Column) =>
    setSort((now) => ({ column, isDown: now.column === column ? !now.isDown : column !== 'name' }));
  return (
    <section class="book">
      <h2>{text.collections.all}</h2>
      <table>
        <thead>
          <tr>
            {COLUMNS.map((column) => {
              const isSorted = sort.column === column;
              const order = isSorted ? (sort.isDown ? 'descending' : 'ascending') : undefined;
              return (
                <th key={column} scope="col" class={`column-${column}`} aria-sort={order}>
                  <button type="button" onClick={() => choose(column)}>
                    {text.collections.columns[column]}
                    <span aria-hidden="true" class="sort-mark">
                      {isSorted ? (sort.isDown ? '↓' : '↑') : ''}
                    </span>
                  </button>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {sorted(collections, sort.column, sort.isDown).map((collection) => (
            <Row key={collection.slug} collection={collection} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ collection }: { readonly collection: MarketCollection }) {
  const { slug, name, verified, floorSats, sevenDayChange, bestOfferSats } = collection;
  return (
    <tr>
      <th scope="row" class="column-name">
        <a href={linkTo('collection', { slug })}>
          <Mosaic collection={collection} most={1} />
          <span>{name}</span>
          {verified && <Verified />}
        </a>
      </th>
      <td class="column-floor">
        <Amount sats={floorSats} />
      </td>
      <td class="column-change">
        <Change percent={sevenDayChange} />
      </td>
      <td class="column-offer">
        <Amount sats={bestOfferSats} />
      </td>
      <td class="column-volume">
        <Roughly sats={collection.volumeWeekSats} />
      </td>
      <td class="column-listed">{text.collections.share(collection.listedCount, collection.itemCount)}</td>
      <td class="column-owners">{sats(collection.ownerCount)}</td>
    </tr>
  );
}
