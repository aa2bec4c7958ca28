import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { linkTo } from '../../app/location.ts';
import { place } from '../../app/place.ts';
import { live, type MarketEvent } from '../../data/live.ts';
import { market } from '../../data/market.ts';
import { usePages } from '../../data/pages.ts';
import { Ago } from '../../design/ago.tsx';
import { Amount } from '../../design/amount.tsx';
import { Content } from '../../design/content.tsx';
import { Failure } from '../../design/failure.tsx';
import { LongList } from '../../design/long-list.tsx';
import { Address } from '../../design/on-chain.tsx';
import { Waiting } from '../../design/waiting.tsx';
import { text } from '../../text.ts';
import { changed, type Entry } from './entry.ts';

const PAGE = 50;
const ROW = 72;
const LAYOUT = { least: 100_000, gap: 0, heightOf: () => ROW };

const KINDS = ['all', 'sale', 'listing'] as const;
type Kind = (typeof KINDS)[number];

interface FeedProps {
  /** Of one collection. */
  readonly slug?: string;
  /** Of one ordinals address. */
  readonly address?: string;
}

/** Sales and listings, newest first; new ones come in at the top by themselves. */
export function Feed(props: FeedProps) {
  const [kind, setKind] = useState<Kind>('all');
  const { entries, pages } = useFeed(props, kind);
  const { isComplete, isLoading, error, more, reload } = pages;
  const onEnd = useCallback(() => {
    if (error === null) more();
  }, [more, error]);
  return (
    <section aria-label={text.titles.activity}>
      <fieldset class="segments">
        <legend class="unseen">{text.activity.show}</legend>
        {KINDS.map((one) => (
          <label key={one}>
            <input type="radio" name="kind" checked={kind === one} onChange={() => setKind(one)} />
            <span>{text.activity.kinds[one]}</span>
          </label>
        ))}
      </fieldset>
      {entries.length > 0 && (
        <LongList
          elements={entries}
          keyOf={({ id }) => id}
          layout={LAYOUT}
          label={text.titles.activity}
          onEnd={onEnd}
        >
          {(entry) => <Line entry={entry} />}
        </LongList>
      )}
      {isLoading && entries.length === 0 && <Waiting />}
      {isComplete && entries.length === 0 && <p class="message muted">{text.activity.none}</p>}
      {error !== null && <Failure error={error} retry={entries.length === 0 ? reload : more} />}
    </section>
  );
}

function useFeed({ slug, address }: FeedProps, kind: Kind) {
  const pages = usePages<Entry>(`activity ${slug ?? ''} ${address ?? ''} ${kind}`, async (cursor, signal) => {
    const query = {
      limit: PAGE,
      ...(slug === undefined ? {} : { collectionSlug: slug }),
      ...(address === undefined ? {} : { address }),
      ...(kind === 'all' ? {} : { kind }),
      ...(cursor === undefined ? {} : { cursor }),
    };
    const { activity, pagination } = await market.activity(query, signal);
    return { elements: activity, nextCursor: pagination.nextCursor };
  });
  const [events, setEvents] = useState<readonly MarketEvent[]>([]);
  const { reload } = pages;
  useEffect(() => {
    setEvents([]);
    return live.follow({
      onEvent: (event) => {
        const isOwn = slug === undefined || event.collections.includes(slug);
        if (isOwn && ['sale', 'listing'].includes(event.topic)) setEvents((now) => [...now, event]);
      },
      onReset: () => {
        setEvents([]);
        reload();
      },
    });
  }, [slug, reload]);
  const isWanted = useCallback(
    (entry: Entry) =>
      (kind === 'all' || entry.kind === kind) &&
      (address === undefined || [entry.fromAddress, entry.toAddress].includes(address)),
    [kind, address],
  );
  const entries = useMemo(
    () => events.reduce(changed, unique(pages.elements)).filter(isWanted),
    [pages.elements, events, isWanted],
  );
  return { entries, pages };
}

/** A page that was read while something was sold may repeat what the page before had. */
function unique(entries: readonly Entry[]): readonly Entry[] {
  return [...new Map(entries.map((entry) => [entry.id, entry])).values()];
}

/** A feed does not know what the content is: what is no picture has no preview here. */
const PICTURE = { contentType: 'image', rawContentType: null } as const;

function Line({ entry }: { readonly entry: Entry }) {
  const { kind, inscriptionId, inscriptionName, collectionSlug, collectionName } = entry;
  const image = `${place.serviceUrl}/content/${inscriptionId}`;
  return (
    <article class="line">
      <Content of={{ inscriptionId, name: inscriptionName, image, ...PICTURE }} />
      <div class="line-what">
        <p>
          <span class={`tag tag-${kind}`}>{text.activity.tags[kind]}</span>
          <a href={linkTo('inscription', { id: inscriptionId })}>{inscriptionName}</a>
        </p>
        <p class="muted line-where">
          {collectionSlug !== null && (
            <a href={linkTo('collection', { slug: collectionSlug })}>{collectionName ?? collectionSlug}</a>
          )}
          {entry.fromAddress !== null && (
            <span class="line-parties">
              <Address of={entry.fromAddress} kept={6} />
              {entry.toAddress !== null && (
                <>
                  {' → '}
                  <Address of={entry.toAddress} kept={6} />
                </>
              )}
            </span>
          )}
        </p>
      </div>
      <div class="line-sum">
        <Amount sats={entry.priceSats} />
        <span class="muted">
          <Ago at={entry.at} />
        </span>
      </div>
    </article>
  );
}
