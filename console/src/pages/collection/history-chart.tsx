import type { MarketCollectionPage } from '@ordbook/client/market';
import { useEffect } from 'preact/hooks';
import { onChange } from '../../data/changes.ts';
import { market } from '../../data/market.ts';
import { useResource } from '../../data/resource.ts';
import { Ago } from '../../design/ago.tsx';
import { Amount } from '../../design/amount.tsx';
import { Chart } from '../../design/chart.tsx';
import { roughly, sats } from '../../format/sats.ts';
import { inFull } from '../../format/time.ts';
import { text } from '../../text.ts';
import { historyIn, stretches, WIDTH } from './curves.ts';

/** Floor and sales of the last 90 days. Nothing without any of them. */
export function HistoryChart({
  collection: { slug, floorSats },
}: {
  readonly collection: MarketCollectionPage;
}) {
  const { value, reload } = useResource(`history ${slug}`, (signal) => market.history(slug, signal));
  useEffect(() => onChange({ topics: ['sale', 'floor'], collection: slug }, reload), [slug, reload]);
  const drawn = value && historyIn(value, { floorSats, now: Date.now() });
  if (!drawn) return null;
  const { top, since, floors, sales, xOf, yOf } = drawn;
  const prices = sales.map(({ priceSats }) => priceSats);
  const said =
    prices.length === 0
      ? text.chart.noSale
      : text.chart.sold(prices.length, sats(Math.min(...prices)), sats(Math.max(...prices)));
  const values = [
    ...floors.map(({ at, floorSats: sum }) => ({ at, sum, what: text.floor })),
    ...sales.map(({ at, priceSats: sum }) => ({ at, sum, what: text.activity.tags.sale })),
  ].sort((a, b) => b.at - a.at);
  return (
    <Chart
      caption={
        <>
          <span>{text.chart.history}</span>
          <span>{text.chart.historyKey}</span>
        </>
      }
      label={`${said} ${text.chart.floorNow(floorSats === null ? null : sats(floorSats))}`}
      axis={[top, top / 2, 0].map((sum) => roughly(Math.round(sum)))}
      ends={[<Ago key="since" at={new Date(since).toISOString()} />, text.chart.now]}
      width={WIDTH}
      table={{
        head: [text.chart.when, text.chart.what, text.price.label],
        rows: values.map(({ at, sum, what }) => [
          <Ago key="at" at={new Date(at).toISOString()} />,
          what,
          <Amount key="sum" sats={sum} />,
        ]),
      }}
    >
      {stretches(floors).map((stretch) => (
        <polyline
          key={stretch[0]!.at}
          class="chart-line"
          points={stretch.map(({ at, floorSats: sum }) => `${xOf(at)},${yOf(sum!)}`).join(' ')}
        />
      ))}
      {sales.map(({ at, priceSats }, place) => (
        <path key={place} class="chart-dot" d={`M${xOf(at)} ${yOf(priceSats)}h0`}>
          <title>{`${sats(priceSats)} ${text.sats}, ${inFull(at)}`}</title>
        </path>
      ))}
    </Chart>
  );
}
