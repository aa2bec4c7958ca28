import type { ComponentChildren } from 'preact';
import { Ago } from '../../design/ago.tsx';
import { roughly, usd } from '../../format/sats.ts';
import { read } from '../api/admin.ts';
import { attentionOf, type Known } from '../data/attention.ts';
import { dayOf, daysAgo } from '../data/days.ts';
import { duration } from '../data/duration.ts';
import { LIVE_MS, useAnswer } from '../data/use-answer.ts';
import { linkTo } from '../location.ts';
import { Loaded } from '../parts/loaded.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { TradeTable } from '../parts/trade-table.tsx';
import type { OperatorPage } from '../paths.ts';
import { words } from '../text.ts';

interface Day {
  readonly group: string | null;
  readonly sales: number;
  readonly fees: number;
  /** null: no price in dollars is known. */
  readonly feeUsd: number | null;
}

interface Seen extends Known {
  readonly bans: number;
  readonly days: readonly Day[];
}

const MOST_TRADES = 10;

async function look(signal: AbortSignal): Promise<Seen> {
  const since = daysAgo(7, Date.now());
  const [overview, pools, pauses, bans, audit, revenue] = await Promise.all([
    read('/v1/overview', { signal }),
    read('/v1/pools', { signal }),
    read('/v1/pauses', { signal }),
    read('/v1/bans', { signal }),
    read('/v1/audit', { signal }),
    read('/v1/revenue', { query: { by: 'day', since }, signal }),
  ]);
  const days = revenue.rows.map(({ group, sales, sellerFeeSats, buyerFeeSats, feeUsd }) => ({
    ...{ group, sales, feeUsd },
    fees: sellerFeeSats + buyerFeeSats,
  }));
  return { overview, pools, pauses: pauses.rows, bans: bans.rows.length, audit, days };
}

/** What needs the operator, how things are, and what is on its way. */
export function OverviewPage() {
  const seen = useAnswer('overview', look, LIVE_MS);
  const trades = useAnswer(
    'in flight',
    (signal) => read('/v1/trades', { query: { progress: 'in_flight', limit: MOST_TRADES }, signal }),
    LIVE_MS,
  );
  return (
    <section class="operator-page">
      <PageHead title={words.titles.overview} />
      <Loaded from={seen}>
        {(value) => (
          <>
            <Needs seen={value} />
            <Figures seen={value} />
          </>
        )}
      </Loaded>
      <section>
        <div class="section-head">
          <h2>{words.overview.travelling}</h2>
          <a href={linkTo('trades', {}, { progress: 'in_flight' })}>{words.overview.allTrades}</a>
        </div>
        <Loaded from={trades}>
          {({ rows }) => (
            <TradeTable label={words.overview.travelling} rows={rows} none={words.overview.noTrades} />
          )}
        </Loaded>
      </section>
    </section>
  );
}

function Needs({ seen }: { readonly seen: Known }) {
  const all = attentionOf(seen);
  return (
    <section aria-labelledby="needs">
      <h2 id="needs">{words.overview.needs}</h2>
      {all.length === 0 ? (
        <p class="finding finding-fine">{words.overview.fine}</p>
      ) : (
        <ul class="findings">
          {all.map(({ tone, what, next, page, query = {} }) => (
            <li key={what} class={`finding finding-${tone}`}>
              <a href={linkTo(page, {}, query)}>{what}</a> {next}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function inDollars(days: readonly Day[]): string {
  const known = days.flatMap(({ feeUsd }) => (feeUsd === null ? [] : [feeUsd]));
  return known.length === 0 ? '' : `${usd(known.reduce((all, value) => all + value, 0))}, `;
}

function Figures({ seen }: { readonly seen: Seen }) {
  const { overview, audit, pauses, bans, days } = seen;
  const say = words.overview;
  const sum = (pick: (each: (typeof overview.packages)[number]) => number) =>
    overview.packages.reduce((all, each) => all + pick(each), 0);
  const oldest = Math.max(0, ...overview.packages.map(({ seconds }) => seconds));
  const today = days.find(({ group }) => group === dayOf(Date.now()));
  const week = days.reduce((all, { fees }) => all + fees, 0);
  const sales = days.reduce((all, day) => all + day.sales, 0);
  const up = overview.signers.filter(({ isUp }) => isUp).length;
  return (
    <section aria-labelledby="figures">
      <h2 id="figures">{say.figures}</h2>
      <dl class="figures">
        <Figure page="trades" name={say.flight} value={String(sum(({ count }) => count))}>
          {say.stuck(sum(({ stuck }) => stuck))}
        </Figure>
        <Figure page="parts" name={say.oldest} value={oldest === 0 ? words.none : duration(oldest)} />
        <Figure page="revenue" name={say.today} value={roughly(today?.fees ?? 0)}>
          {say.sales(today?.sales ?? 0, inDollars(today ? [today] : []))}
        </Figure>
        <Figure page="revenue" name={say.week} value={roughly(week)}>
          {say.sales(sales, inDollars(days))}
        </Figure>
        {overview.parts.map(({ name, height, detail }) => (
          <Figure
            key={name}
            page="parts"
            name={say.parts[name]}
            value={height === null ? words.none : height.toLocaleString('en-GB')}
          >
            {detail}
          </Figure>
        ))}
        <Figure page="parts" name={say.signers} value={say.of(up, overview.signers.length)}>
          {say.ready}
        </Figure>
        <Figure
          page="audit"
          name={say.audit}
          value={audit.last === null ? words.none : <Ago at={audit.last.endedAt} />}
        >
          {audit.last !== null && say.findings(audit.last.findings.length)}
        </Figure>
        <Figure page="stops" name={say.stops} value={String(pauses.length + bans)}>
          {say.stopped(pauses.length, bans)}
        </Figure>
      </dl>
    </section>
  );
}

interface FigureProps {
  readonly page: OperatorPage;
  readonly name: string;
  readonly value: ComponentChildren;
  readonly children?: ComponentChildren;
}

function Figure({ page, name, value, children }: FigureProps) {
  return (
    <div>
      <dt>
        <a href={linkTo(page)}>{name}</a>
      </dt>
      <dd>
        <span class="figure-value">{value}</span>
        {children && <span class="muted">{children}</span>}
      </dd>
    </div>
  );
}
