import { type Answer, read } from '../api/admin.ts';
import { duration } from '../data/duration.ts';
import { LIVE_MS, useAnswer } from '../data/use-answer.ts';
import { Loaded } from '../parts/loaded.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Mark, State } from '../parts/state.tsx';
import { Table } from '../parts/table.tsx';
import { words } from '../text.ts';

const say = words.parts;
const names = say.columns;
type Overview = Answer<'/v1/overview'>;

/** Node, index, follower, signers, pools and packages. */
export function Parts() {
  const overview = useAnswer('parts', (signal) => read('/v1/overview', { signal }), LIVE_MS);
  const pools = useAnswer('pools', (signal) => read('/v1/pools', { signal }), LIVE_MS);
  return (
    <section class="operator-page">
      <PageHead title={words.titles.parts} />
      <section>
        <h2>{say.pools}</h2>
        <Loaded from={pools}>{(rows) => <Pools rows={rows} />}</Loaded>
      </section>
      <Loaded from={overview}>
        {(value) => (
          <>
            <Heights parts={value.parts} />
            <Signers signers={value.signers} />
            <Packages packages={value.packages} />
          </>
        )}
      </Loaded>
    </section>
  );
}

function Pools({ rows }: { readonly rows: Answer<'/v1/pools'> }) {
  return (
    <Table
      label={say.pools}
      rows={rows}
      none={words.none}
      keyOf={({ pool }) => pool}
      columns={[
        { name: names.pool, cell: ({ pool }) => pool },
        { name: names.ready, as: 'number', cell: ({ ready }) => ready.toLocaleString('en-GB') },
        {
          name: names.made,
          as: 'number',
          isMinor: true,
          cell: ({ made }) => made?.toLocaleString('en-GB') ?? words.none,
        },
        { name: names.target, as: 'number', cell: ({ target }) => target.toLocaleString('en-GB') },
        {
          name: names.state,
          as: 'wide',
          cell: ({ isLow, remedy }) => (
            <>
              <Mark isFine={!isLow}>{isLow ? say.low : say.enough}</Mark>
              {isLow && <span class="state-reason muted">{remedy}</span>}
            </>
          ),
        },
        {
          name: names.address,
          as: 'wide',
          cell: ({ address }) => <span class="mono">{address}</span>,
        },
      ]}
    />
  );
}

function Heights({ parts }: Pick<Overview, 'parts'>) {
  return (
    <Table
      isTitled
      label={say.parts}
      rows={parts}
      none={words.none}
      keyOf={({ name }) => name}
      columns={[
        { name: names.part, cell: ({ name }) => words.overview.parts[name] },
        {
          name: say.height,
          as: 'number',
          cell: ({ height }) => height?.toLocaleString('en-GB') ?? words.none,
        },
        {
          name: names.state,
          as: 'wide',
          cell: ({ height, behind, detail }) => (
            <Mark isFine={height !== null && (behind ?? 0) <= 1}>{detail}</Mark>
          ),
        },
      ]}
    />
  );
}

function Signers({ signers }: Pick<Overview, 'signers'>) {
  return (
    <Table
      isTitled
      label={say.signers}
      rows={signers}
      none={words.none}
      keyOf={({ name }) => name}
      columns={[
        { name: names.part, cell: ({ name }) => say.names[name] ?? name },
        {
          name: names.state,
          as: 'wide',
          cell: ({ isUp, detail }) => (
            <>
              <Mark isFine={isUp}>{isUp ? say.up : say.down}</Mark>
              {!isUp && <span class="state-reason muted">{detail}</span>}
            </>
          ),
        },
        { name: names.needed, cell: ({ isRequired }) => (isRequired ? say.everything : say.offers) },
      ]}
    />
  );
}

function Packages({ packages }: Pick<Overview, 'packages'>) {
  return (
    <Table
      isTitled
      label={say.packages}
      rows={packages}
      none={say.noPackages}
      keyOf={({ table, state }) => `${table} ${state}`}
      columns={[
        { name: names.table, cell: ({ table }) => say.tables[table] ?? table },
        { name: names.state, cell: ({ state }) => <State state={state} /> },
        { name: names.count, as: 'number', cell: ({ count }) => count.toLocaleString('en-GB') },
        { name: names.stuck, as: 'number', cell: ({ stuck }) => stuck.toLocaleString('en-GB') },
        { name: names.oldest, as: 'number', cell: ({ seconds }) => duration(seconds) },
      ]}
    />
  );
}
