import { Ago } from '../../design/ago.tsx';
import { ends, sats } from '../../format/sats.ts';
import { ActButton } from '../act/act-button.tsx';
import { end, type Trade } from '../act/acts.ts';
import { linkTo } from '../location.ts';
import { words } from '../text.ts';
import { Ends } from './ends.tsx';
import { State } from './state.tsx';
import { type Column, Table } from './table.tsx';

interface TradeTableProps {
  readonly label: string;
  readonly rows: readonly Trade[];
  readonly none: string;
  /** With a button that delists or closes what is open. */
  readonly withActs?: boolean;
}

const names = words.trades.columns;

const COLUMNS: readonly Column<Trade>[] = [
  {
    name: names.trade,
    cell: ({ id, kind }) => (
      <a href={linkTo('trade', { id })}>
        {words.flows[kind]} <span class="mono muted">{id.slice(0, 8)}</span>
      </a>
    ),
  },
  {
    name: names.state,
    as: 'wide',
    cell: ({ state, reason }) => (
      <>
        <State state={state} />
        {reason !== null && (
          <span class="state-reason muted" title={reason}>
            {reason.replace(/[0-9a-f]{64}/g, (id) => ends(id))}
          </span>
        )}
      </>
    ),
  },
  { name: names.made, cell: ({ createdAt }) => <Ago at={createdAt} /> },
  {
    name: names.subject,
    cell: ({ collectionSlug, inscriptionId }) => (
      <>
        {inscriptionId !== null ? <Ends of={inscriptionId} /> : words.none}
        {collectionSlug !== null && (
          <>
            {' '}
            <a class="quiet" href={linkTo('collection', { slug: collectionSlug })}>
              {collectionSlug}
            </a>
          </>
        )}
      </>
    ),
  },
  {
    name: names.price,
    as: 'number',
    cell: ({ priceSats }) => (priceSats === null ? words.none : sats(priceSats)),
  },
  {
    name: names.parties,
    isMinor: true,
    cell: ({ seller, buyer }) => (
      <>
        {seller === null ? words.none : <Ends of={seller} kept={5} />} →{' '}
        {buyer === null ? words.none : <Ends of={buyer} kept={5} />}
      </>
    ),
  },
];

const ACTS: Column<Trade> = {
  name: names.acts,
  cell: (trade) => {
    const act = end(trade);
    return act === null ? words.none : <ActButton act={act} about={trade.id.slice(0, 8)} />;
  },
};

export function TradeTable({ label, rows, none, withActs = false }: TradeTableProps) {
  const columns = withActs ? [...COLUMNS, ACTS] : COLUMNS;
  return <Table label={label} rows={rows} keyOf={({ id }) => id} columns={columns} none={none} />;
}
