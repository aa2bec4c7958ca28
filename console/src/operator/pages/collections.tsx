import { ActButton } from '../act/act-button.tsx';
import { addCollections, type Collection, changeFees, resetFees } from '../act/collection-acts.ts';
import { type Answer, read } from '../api/admin.ts';
import { useAnswer } from '../data/use-answer.ts';
import { linkTo } from '../location.ts';
import { FeeFacts } from '../parts/fee-facts.tsx';
import { Listed } from '../parts/listed.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Mark } from '../parts/state.tsx';
import type { Column } from '../parts/table.tsx';
import { words } from '../text.ts';

const say = words.collections;
const names = say.columns;

/** Collections, and the fees of those without their own. */
export function Collections() {
  const collections = useAnswer('collections', (signal) => read('/v1/collections', { signal }));
  const fees = useAnswer('fees', (signal) => read('/v1/fees', { signal }));
  const own = new Set(fees.value?.collections.map(({ slug }) => slug));
  return (
    <section class="operator-page">
      <PageHead title={words.titles.collections} lede={say.lede}>
        <ActButton act={addCollections()} />
      </PageHead>
      <Listed
        from={collections}
        label={words.titles.collections}
        none={say.none}
        keyOf={({ slug }) => slug}
        columns={columnsOf(own)}
      />
      <Loaded from={fees}>{(value) => <Standard fees={value} />}</Loaded>
    </section>
  );
}

function Standard({ fees: { fees, isSetByOperator } }: { readonly fees: Answer<'/v1/fees'> }) {
  return (
    <section class="sheet stack">
      <div class="section-head">
        <h2>{say.fees}</h2>
        <div class="row-acts">
          <ActButton act={changeFees(null, fees)} />
          {isSetByOperator && <ActButton act={resetFees(null)} />}
        </div>
      </div>
      <p class="muted">{isSetByOperator ? say.setByOperator : say.setBySettings}</p>
      <FeeFacts fees={fees} />
    </section>
  );
}

function columnsOf(own: ReadonlySet<string>): Column<Collection>[] {
  return [
    {
      name: names.name,
      cell: ({ slug, name }) => (
        <a href={linkTo('collection', { slug })}>
          {name} <span class="mono muted">{slug}</span>
        </a>
      ),
    },
    { name: names.members, as: 'number', cell: ({ memberCount }) => memberCount.toLocaleString('en-GB') },
    {
      name: names.owners,
      as: 'number',
      isMinor: true,
      cell: ({ ownerCount }) => ownerCount.toLocaleString('en-GB'),
    },
    { name: names.verified, cell: ({ verified }) => (verified ? words.yes : words.no) },
    {
      name: names.trading,
      cell: ({ tradingEnabled, removedAt }) => {
        const isOn = tradingEnabled && removedAt === null;
        const text = removedAt !== null ? say.removed : isOn ? say.on : say.off;
        return <Mark isFine={isOn}>{text}</Mark>;
      },
    },
    {
      name: names.featured,
      cell: ({ featuredRank }) => (featuredRank === null ? words.none : say.place(featuredRank)),
    },
    { name: names.fees, isMinor: true, cell: ({ slug }) => (own.has(slug) ? words.yes : words.no) },
  ];
}
