import { useState } from 'preact/hooks';
import type { PageProps } from '../../app/page-props.ts';
import { sats } from '../../format/sats.ts';
import { type Answer, read } from '../api/admin.ts';
import { sentenceOf } from '../api/admin-error.ts';
import { csv, download } from '../data/csv.ts';
import { dayOf, daysAgo, daysBetween } from '../data/days.ts';
import { salesCsv } from '../data/sales.ts';
import { useAnswer } from '../data/use-answer.ts';
import { DayChart } from '../parts/day-chart.tsx';
import { Facts } from '../parts/facts.tsx';
import { Filters } from '../parts/filters.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { SelectField } from '../parts/text-field.tsx';
import { words } from '../text.ts';

type Row = Answer<'/v1/revenue'>['rows'][number];
type Group = keyof typeof words.revenue.groups;

const say = words.revenue;

const AMOUNTS = [
  [say.volume, 'priceSats'],
  [say.fees, 'fees'],
  [say.royalties, 'royaltySats'],
  [say.partners, 'partnerSats'],
  [say.anchors, 'anchorSats'],
  [say.kept, 'feePaidSats'],
] as const;
type Amount = (typeof AMOUNTS)[number][1];

const amountOf = (row: Row, name: Amount): number =>
  name === 'fees' ? row.sellerFeeSats + row.buyerFeeSats : row[name];

/** What sales brought, by day, collection or partner. */
export function RevenuePage({ query }: PageProps) {
  const asked = query.get('by') ?? '';
  const by: Group = asked in say.groups ? (asked as Group) : 'day';
  const period = query.get('period') ?? '30';
  const since = /^\d+$/.test(period) ? daysAgo(Number(period), Date.now()) : undefined;
  const revenue = useAnswer(`revenue ${by} ${since}`, (signal) =>
    read('/v1/revenue', { query: { by, since }, signal }),
  );
  return (
    <section class="operator-page">
      <PageHead title={words.titles.revenue} lede={say.lede}>
        <SalesButton since={since} />
      </PageHead>
      <Filters page="revenue">
        <SelectField name="by" label={say.by} value={by} options={Object.entries(say.groups)} />
        <SelectField
          name="period"
          label={say.period}
          value={period}
          options={['7', '30', '90', 'all'].map((one) => [one, say.periods[one as keyof typeof say.periods]])}
        />
      </Filters>
      <Loaded from={revenue}>{({ rows }) => <Brought rows={rows} by={by} since={since} />}</Loaded>
    </section>
  );
}

interface BroughtProps {
  readonly rows: readonly Row[];
  readonly by: Group;
  readonly since: string | undefined;
}

function Brought({ rows, by, since }: BroughtProps) {
  const sum = (pick: (row: Row) => number) => rows.reduce((all, row) => all + pick(row), 0);
  const unknown = sum((row) => row.unknown);
  const feesOf = new Map(rows.map((row) => [row.group, amountOf(row, 'fees')]));
  const first = since ?? rows[0]?.group ?? dayOf(Date.now());
  const days = by === 'day' ? daysBetween(first, dayOf(Date.now())) : [];
  return (
    <>
      <Facts
        of={[
          [say.sales, sats(sum(({ sales }) => sales))],
          ...AMOUNTS.map(
            ([name, amount]) => [name, `${sats(sum((row) => amountOf(row, amount)))} sats`] as const,
          ),
        ]}
      />
      {days.length > 0 && <DayChart days={days.map((day) => ({ day, fees: feesOf.get(day) ?? 0 }))} />}
      {unknown > 0 && <p class="finding finding-warning">{say.unknown(unknown)}</p>}
      <section>
        <div class="section-head">
          <h2>{`${say.by} ${say.groups[by].toLowerCase()}`}</h2>
          {rows.length > 0 && (
            <button type="button" class="button" onClick={() => download(say.file(by), tableCsv(rows, by))}>
              {say.table}
            </button>
          )}
        </div>
        <Table
          label={words.titles.revenue}
          rows={by === 'day' ? [...rows].reverse() : rows}
          none={say.none}
          keyOf={({ group }) => String(group)}
          columns={columnsOf(by)}
        />
      </section>
    </>
  );
}

function columnsOf(by: Group): Column<Row>[] {
  return [
    { name: say.groups[by], cell: ({ group }) => group ?? say.noGroup },
    { name: say.sales, as: 'number', cell: ({ sales }) => sats(sales) },
    ...AMOUNTS.map(
      ([name, amount]): Column<Row> => ({
        name,
        as: 'number',
        isMinor: amount === 'anchorSats' || amount === 'partnerSats',
        cell: (row) => sats(amountOf(row, amount)),
      }),
    ),
  ];
}

function tableCsv(rows: readonly Row[], by: Group): string {
  const columns = [
    'sales',
    'priceSats',
    'sellerFeeSats',
    'buyerFeeSats',
    'royaltySats',
    'partnerSats',
  ] as const;
  const rest = ['anchorSats', 'feePaidSats', 'unknown'] as const;
  const names = [...columns, ...rest];
  return csv(
    [by, ...names.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))],
    rows.map((row) => [row.group, ...names.map((name) => row[name])]),
  );
}

function SalesButton({ since }: { readonly since: string | undefined }) {
  const [isReading, setReading] = useState(false);
  const [error, setError] = useState<string | null>(null);
  return (
    <>
      {error !== null && (
        <span class="fall" role="alert">
          {error}
        </span>
      )}
      <button
        type="button"
        class="button"
        disabled={isReading}
        onClick={() => {
          setReading(true);
          setError(null);
          void salesCsv(since)
            .then(
              (text) => download(say.salesFile, text),
              (failure: unknown) => setError(sentenceOf(failure)),
            )
            .finally(() => setReading(false));
        }}
      >
        {isReading ? say.reading : say.everySale}
      </button>
    </>
  );
}
