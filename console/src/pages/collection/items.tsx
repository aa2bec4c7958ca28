import type { MarketCollectionPage, MarketItem, MarketSort } from '@ordbook/client/market';
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { goTo, linkTo } from '../../app/location.ts';
import { onChange } from '../../data/changes.ts';
import { market } from '../../data/market.ts';
import { usePages } from '../../data/pages.ts';
import { useResource } from '../../data/resource.ts';
import { createStore, useStore } from '../../data/store.ts';
import { Failure } from '../../design/failure.tsx';
import { LongList } from '../../design/long-list.tsx';
import { Waiting } from '../../design/waiting.tsx';
import { bytes } from '../../format/bytes.ts';
import { text } from '../../text.ts';
import { Card } from './card.tsx';
import { facetsOf } from './facets.ts';
import { type Filters, filtersIn, queryOf, SORTS, toggled } from './filters.ts';
import { Narrow, queryIn } from './narrow.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { Traits } from './traits.tsx';
import { heldBack } from './weights.ts';

/** Four lines and their padding, below the picture, pixels. */
const CAPTION = 118;
const LAYOUT = { least: 190, gap: 16, atLeast: 2, heightOf: (width: number) => width + CAPTION };
const PAGE = 60;

/** Whether cards load what is large, too; for this tab. */
const loadsLarge = createStore(false);

/** The items of a collection, with sorts and trait filters, which are in the address. */
export function Items(props: { readonly collection: MarketCollectionPage; readonly query: URLSearchParams }) {
  const { collection, query } = props;
  const { slug } = collection;
  const byDefault: MarketSort = collection.listedCount > 0 ? 'price' : 'oldest';
  const filters = filtersIn(query, byDefault);
  const show = (next: Filters) =>
    goTo(linkTo('collection', { slug }, queryOf(next, byDefault)), { replace: true });
  const isForSale = !['oldest', 'newest'].includes(filters.sort);
  const hasTraits = collection.traits.length > 0;
  const [isOpen, setOpen] = useState(false);
  const { value: book, reload } = useResource(`book ${slug}`, (signal) => market.book(slug, signal));
  useEffect(() => onChange({ topics: ['listing', 'sale'], collection: slug }, reload), [slug, reload]);
  // a name is in no book: then nothing is counted
  const facets = book && isForSale && filters.q === '' ? facetsOf(book, filters) : null;
  return (
    <div class={hasTraits ? 'with-side' : ''}>
      <div>
        <Narrow collection={collection} filters={filters} show={show} />
        <div class="toolbar">
          {hasTraits && (
            <button
              type="button"
              class="button side-button"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {text.traits.label}
              {filters.traits.length > 0 && <span class="count">{filters.traits.length}</span>}
            </button>
          )}
          <Chosen filters={filters} show={show} />
          {facets && <p class="muted">{text.narrow.matching(facets.count, book!.isComplete)}</p>}
          {collection.listedCount === 0 && !isForSale && <p class="muted">{text.collection.allShown}</p>}
          <label class="sort">
            <span class="unseen">{text.sort.label}</span>
            <select
              value={filters.sort}
              onChange={(event) => show({ ...filters, sort: event.currentTarget.value as MarketSort })}
            >
              {SORTS.map((sort) => (
                <option key={sort} value={sort}>
                  {text.sort.names[sort]}
                </option>
              ))}
            </select>
          </label>
        </div>
      </div>
      {hasTraits && (
        <aside class={`side ${isOpen ? 'side-open' : ''}`} aria-label={text.traits.label}>
          <Traits
            types={collection.traits}
            chosen={filters.traits}
            facets={facets}
            onToggle={(type, value) => show({ ...filters, traits: toggled(filters.traits, type, value) })}
          />
        </aside>
      )}
      <section aria-label={text.collection.tabs.items}>
        <Grid
          collection={collection}
          filters={filters}
          {...(filters.traits.length === 0 && filters.q === '' && !isForSale
            ? { total: collection.itemCount }
            : {})}
        />
        <SelectionBar collection={collection} />
      </section>
    </div>
  );
}

function Chosen({ filters, show }: { readonly filters: Filters; readonly show: (next: Filters) => void }) {
  if (filters.traits.length === 0) return null;
  return (
    <ul class="chips" aria-label={text.traits.chosen}>
      {filters.traits.flatMap(({ type, values }) =>
        values.map((value) => (
          <li key={`${type} ${value}`}>
            <button
              type="button"
              class="chip"
              aria-label={text.traits.remove(type, value)}
              onClick={() => show({ ...filters, traits: toggled(filters.traits, type, value) })}
            >
              {value} <span aria-hidden="true">×</span>
            </button>
          </li>
        )),
      )}
      <li>
        <button type="button" class="chip chip-plain" onClick={() => show({ ...filters, traits: [] })}>
          {text.traits.clear}
        </button>
      </li>
    </ul>
  );
}

interface GridProps {
  readonly collection: MarketCollectionPage;
  readonly filters: Filters;
  readonly total?: number;
}

function Grid({ collection, filters, ...known }: GridProps) {
  const { slug } = collection;
  const { sort, ...others } = filters;
  const isNarrowed = Object.values(queryOf(others, sort)).some((part) => (part ?? []).length > 0);
  const key = `items ${slug} ${JSON.stringify(filters)}`;
  const pages = usePages<MarketItem>(key, async (cursor, signal) => {
    const query = { ...queryIn(filters), sort, limit: PAGE, ...(cursor === undefined ? {} : { cursor }) };
    const { items, pagination } = await market.items(slug, query, signal);
    return { elements: items, nextCursor: pagination.nextCursor };
  });
  const { elements, isComplete, isLoading, error, more, reload } = pages;
  const [isStale, setStale] = useState(false);
  useEffect(() => {
    setStale(false);
    return onChange({ topics: ['listing', 'sale'], collection: slug }, () => setStale(true));
  }, [slug, key]);
  const loadsAll = useStore(loadsLarge);
  const held = useMemo(() => new Set(loadsAll ? [] : heldBack(elements)), [elements, loadsAll]);
  const onEnd = useCallback(() => {
    if (error === null) more();
  }, [more, error]);
  return (
    <>
      {isStale && (
        <p class="fresh" role="status">
          <button
            type="button"
            class="button"
            onClick={() => {
              setStale(false);
              reload();
            }}
          >
            {text.collection.changed}
          </button>
        </p>
      )}
      {held.size > 0 && (
        <p class="held muted">
          {text.content.held(
            held.size,
            bytes([...held].reduce((sum, { contentBytes }) => sum + (contentBytes ?? 0), 0)),
          )}{' '}
          <button type="button" class="chip chip-plain" onClick={() => loadsLarge.set(true)}>
            {text.content.load}
          </button>
        </p>
      )}
      {elements.length > 0 && (
        <LongList
          elements={elements}
          keyOf={({ inscriptionId }) => inscriptionId}
          layout={LAYOUT}
          label={text.collection.tabs.items}
          onEnd={onEnd}
          {...(isComplete ? { total: elements.length } : known)}
        >
          {(item) => <Card item={item} collection={collection} isHeld={held.has(item)} />}
        </LongList>
      )}
      {isLoading && elements.length === 0 && <Waiting />}
      {isComplete && elements.length === 0 && (
        <p class="message muted">
          {isNarrowed ? text.collection.noMatch : text.collection.noneForSale}
          {isNarrowed && <a href={linkTo('collection', { slug })}>{text.collection.showAll}</a>}
        </p>
      )}
      {error !== null && <Failure error={error} retry={elements.length === 0 ? reload : more} />}
    </>
  );
}
