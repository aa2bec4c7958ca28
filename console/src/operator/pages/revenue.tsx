import type { PageProps } from '../../app/page-props.ts';
import { sats, usd } from '../../format/sats.ts';
import { dayInFull } from '../../format/time.ts';
import { type Answer, read } from '../api/admin.ts';
import { dayOf, daysAgo, daysBetween } from '../data/days.ts';
import { useAnswer } from '../data/use-answer.ts';
import { CsvButton } from '../parts/csv-button.tsx';
import { type Day, DayChart } from '../parts/day-chart.tsx';
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

/** What it is called, in sats, and in dollars where these are known. */
const AMOUNTS = [
  [say.volume, 'priceSats', 'priceUsd'],
  [say.fees, 'fees', 'feeUsd'],
  [say.royalties, 'royaltySats', null],
  [say.partners, 'partnerSats', 'partnerUsd'],
  [say.anchors, 'anchorSats', null],
  [say.kept, 'feePaidSats', null],
] as const;
type Amount = (typeof AMOUNTS)[number][1];
type InDollars = (typeof AMOUNTS)[number][2];

const amountOf = (row: Row, name: Amount): number =>
  name === 'fees' ? row.sellerFeeSats + row.buyerFeeSats : row[name];

/** The sum in dollars, each sale at the price of its block; null: nothing has one. */
function dollarsOf(rows: readonly Row[], name: InDollars): string | null {
  const known = rows.flatMap((row) => (name === null || row[name] === null ? [] : [row[name]]));
  return known.length === 0 ? null : usd(known.reduce((all, value) => all + value, 0));
}

/** What sales brought, by day, collection or partner, and in the days before. */
export function RevenuePage({ query }: PageProps) {
  const asked = query.get('by') ?? '';
  const by: Group = asked in say.groups ? (asked as Group) : 'day';
  const period = query.get('period') ?? '30';
  const days = /^\d{1,3}$/.test(period) ? Number(period) : null;
  const now = Date.now();
  const since = days === null ? undefined : daysAgo(days, now);
  const wanted = { by, since };
  const revenue = useAnswer(`revenue ${by} ${since}`, (signal) =>
    read('/v1/revenue', { query: wanted, signal }),
  );
  const before = useAnswer(`revenue before ${since}`, async (signal) => {
    if (days === null) return [];
    const earlier = { by: 'day', since: daysAgo(2 * days, now), until: since };
    return (await read('/v1/revenue', { query: earlier, signal })).rows;
  });
  return (
    <section class="operator-page">
      <PageHead title={words.titles.revenue} lede={say.lede}>
        <CsvButton path="/v1/revenue" query={wanted} name={`revenue-by-${by}`} />
        <CsvButton path="/v1/sales" query={{ since }} name="sales">
          {say.everySale}
        </CsvButton>
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
      <Loaded from={revenue}>
        {({ rows }) => <Brought rows={rows} by={by} days={days} before={before.value ?? []} />}
      </Loaded>
    </section>
  );
}

interface BroughtProps {
  readonly rows: readonly Row[];
  readonly by: Group;
  /** null: all. */
  readonly days: number | null;
  /** By day, of as many days before. */
  readonly before: readonly Row[];
}

const sumOf = (rows: readonly Row[], pick: (row: Row) => number) =>
  rows.reduce((all, row) => all + pick(row), 0);

function Brought({ rows, by, days, before }: BroughtProps) {
  const unknown = sumOf(rows, (row) => row.unknown);
  const unpriced = sumOf(rows, (row) => (row.priceUsd === null ? 0 : row.unpriced));
  const total = (pick: (row: Row) => number, unit: string, dollars: string | null = null) => (
    <>
      {`${sats(sumOf(rows, pick))}${unit}`}
      {dollars !== null && <span class="muted">{dollars}</span>}
      {days !== null && <span class="muted">{say.before(sats(sumOf(before, pick)), days)}</span>}
    </>
  );
  return (
    <>
      <Facts
        of={[
          [say.sales, total(({ sales }) => sales, '')],
          ...AMOUNTS.map(
            ([name, amount, dollars]) =>
              [name, total((row) => amountOf(row, amount), ' sats', dollarsOf(rows, dollars))] as const,
          ),
        ]}
      />
      {by === 'day' && <DayChart days={daysOf(rows, before, days)} />}
      {unpriced > 0 && <p class="muted">{say.unpriced(unpriced)}</p>}
      {unknown > 0 && <p class="finding finding-warning">{say.unknown(unknown)}</p>}
      <section>
        <h2>{`${say.by} ${say.groups[by].toLowerCase()}`}</h2>
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

/** Every day of the period with its fees, and those of the day so many days before. */
function daysOf(rows: readonly Row[], before: readonly Row[], days: number | null): Day[] {
  const feesOf = new Map([...before, ...rows].map((row) => [row.group, amountOf(row, 'fees')]));
  const now = Date.now();
  const first = days === null ? (rows[0]?.group ?? dayOf(now)) : daysAgo(days, now);
  return daysBetween(first, dayOf(now)).map((day) => {
    const earlier = days === null ? null : daysAgo(days + 1, Date.parse(day));
    return { day, fees: feesOf.get(day) ?? 0, before: earlier === null ? null : (feesOf.get(earlier) ?? 0) };
  });
}

function columnsOf(by: Group): Column<Row>[] {
  return [
    {
      name: say.groups[by],
      cell: ({ group }) => (group && by === 'day' ? dayInFull(group) : (group ?? say.noGroup)),
    },
    { name: say.sales, as: 'number', cell: ({ sales }) => sats(sales) },
    ...AMOUNTS.map(
      ([name, amount, dollars]): Column<Row> => ({
        name,
        as: 'number',
        isMinor: amount === 'anchorSats' || amount === 'partnerSats',
        cell: (row) => (
          <>
            {sats(amountOf(row, amount))}
            <span class="muted act-time">{dollarsOf([row], dollars)}</span>
          </>
        ),
      }),
    ),
  ];
}
