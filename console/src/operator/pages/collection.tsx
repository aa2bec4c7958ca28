import type { PageProps } from '../../app/page-props.ts';
import { ActButton } from '../act/act-button.tsx';
import { pause, resume } from '../act/acts.ts';
import {
  changeFees,
  credit,
  feature,
  remove,
  resetFees,
  switchTrading,
  unfeature,
  verify,
} from '../act/collection-acts.ts';
import { type Answer, read } from '../api/admin.ts';
import { useAnswer } from '../data/use-answer.ts';
import { linkTo } from '../location.ts';
import { ActTable } from '../parts/act-table.tsx';
import { Facts } from '../parts/facts.tsx';
import { FeeFacts } from '../parts/fee-facts.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { words } from '../text.ts';

interface Known {
  readonly collections: Answer<'/v1/collections'>['rows'];
  readonly fees: Answer<'/v1/fees'>;
  readonly partners: Answer<'/v1/partners'>['rows'];
  readonly pauses: Answer<'/v1/pauses'>['rows'];
  readonly acts: Answer<'/v1/acts'>['rows'];
}

async function look(slug: string, signal: AbortSignal): Promise<Known> {
  const [collections, fees, partners, pauses, acts] = await Promise.all([
    read('/v1/collections', { signal }),
    read('/v1/fees', { signal }),
    read('/v1/partners', { signal }),
    read('/v1/pauses', { signal }),
    read('/v1/acts', { query: { subject: slug }, signal }),
  ]);
  return {
    collections: collections.rows,
    fees,
    partners: partners.rows,
    pauses: pauses.rows,
    acts: acts.rows,
  };
}

/** One collection: its terms, and what can be done with it. */
export function CollectionPage({ parameters }: PageProps) {
  const slug = parameters['slug'] ?? '';
  const known = useAnswer(`collection ${slug}`, (signal) => look(slug, signal));
  return (
    <section class="operator-page">
      {known.value === undefined && <PageHead title={words.titles.collection} />}
      <Loaded from={known}>{(value) => <Shown slug={slug} known={value} />}</Loaded>
    </section>
  );
}

function Shown({ slug, known }: { readonly slug: string; readonly known: Known }) {
  const { collections, fees, partners, pauses, acts } = known;
  const say = words.collections;
  const collection = collections.find((one) => one.slug === slug);
  if (!collection) return <PageHead title={words.titles.collection} lede={say.unknown} />;
  const scope = `collection:${slug}`;
  const paused = pauses.find((one) => one.scope === scope);
  const own = fees.collections.find((one) => one.slug === slug)?.fees;
  const isRemoved = collection.removedAt !== null;
  return (
    <>
      <PageHead title={collection.name} lede={slug}>
        <a class="button" href={linkTo('books', {}, { collection: slug })}>
          {words.titles.books}
        </a>
      </PageHead>
      {paused && (
        <p class="finding finding-warning">{words.attention.pausedNext(paused.actor, paused.reason)}</p>
      )}
      {!isRemoved && (
        <section aria-label={say.operate} class="row-acts">
          <ActButton act={feature(collection)} />
          {collection.featuredRank !== null && <ActButton act={unfeature(collection)} />}
          <ActButton act={verify(collection)} />
          <ActButton act={paused ? resume(scope) : pause(slug)} />
          <ActButton act={switchTrading(collection)} />
          <ActButton act={changeFees(collection, own ?? fees.fees)} />
          {own && <ActButton act={resetFees(collection)} />}
          <ActButton act={credit(collection, partners)} />
          <ActButton act={remove(collection)} />
        </section>
      )}
      <section class="stack">
        <h2>{say.state}</h2>
        <CollectionFacts collection={collection} partners={partners} />
      </section>
      <section class="stack">
        <h2>{own ? say.columns.fees : say.inherited}</h2>
        <FeeFacts fees={own ?? fees.fees} />
      </section>
      <section>
        <h2>{say.acts}</h2>
        <ActTable rows={acts} label={say.acts} none={words.acts.none} />
      </section>
    </>
  );
}

function CollectionFacts({
  collection,
  partners,
}: { readonly collection: Known['collections'][number] } & Pick<Known, 'partners'>) {
  const say = words.collections;
  const { columns } = say;
  const partner = partners.find(({ id }) => id === collection.partnerId)?.name ?? words.nobody;
  const { liveFloorBps, featuredRank, removedAt, tradingEnabled } = collection;
  return (
    <Facts
      of={[
        [columns.members, collection.memberCount.toLocaleString('en-GB')],
        [columns.owners, collection.ownerCount.toLocaleString('en-GB')],
        [columns.verified, collection.verified ? words.yes : words.no],
        [columns.trading, removedAt !== null ? say.removed : tradingEnabled ? say.on : say.off],
        [columns.featured, featuredRank === null ? words.no : say.place(featuredRank)],
        [say.partner, partner],
        [say.payout, collection.payoutAddress && <span class="mono">{collection.payoutAddress}</span>],
        [say.floor, liveFloorBps === null ? null : `${liveFloorBps / 100} %`],
      ]}
    />
  );
}
