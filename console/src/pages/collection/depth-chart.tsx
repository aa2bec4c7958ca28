import type { MarketBook, MarketOffers } from '@ordbook/client/market';
import { Amount } from '../../design/amount.tsx';
import { Chart, HEIGHT } from '../../design/chart.tsx';
import { roughly, sats } from '../../format/sats.ts';
import { text } from '../../text.ts';
import { depthIn, type Step, WIDTH } from './curves.ts';

interface DepthChartProps {
  readonly book: MarketBook;
  readonly offers: MarketOffers['offers'];
}

/** How many items can be bought up to a price, and sold down to it. */
export function DepthChart({ book, offers }: DepthChartProps) {
  const steps = depthIn(book, offers);
  if (steps.length < 2) return null;
  const [first, last] = [steps[0]!, steps.at(-1)!];
  const most = Math.max(last.listings, first.offers);
  const xOf = ({ priceSats }: Step) =>
    Math.round(((priceSats - first.priceSats) / (last.priceSats - first.priceSats)) * WIDTH);
  const yOf = (count: number) => HEIGHT - (count / most) * (HEIGHT - 2);
  // a count holds from its own price to the next one: of listings upwards, of offers downwards
  const asks = steps.flatMap((step, i) => [
    [xOf(step), yOf(steps[i - 1]?.listings ?? 0)],
    [xOf(step), yOf(step.listings)],
  ]);
  const bids = steps.flatMap((step, i) => [
    [xOf(step), yOf(step.offers)],
    [xOf(step), yOf(steps[i + 1]?.offers ?? 0)],
  ]);
  const pathOf = (points: readonly (readonly number[])[]) =>
    `M${points[0]![0]} ${HEIGHT}L${points.map((point) => point.join(' ')).join('L')}L${points.at(-1)![0]} ${HEIGHT}`;
  return (
    <Chart
      caption={
        <>
          <span>{text.chart.depth}</span>
          <span>{text.chart.depthKey}</span>
        </>
      }
      label={text.chart.depthLabel(last.listings, first.offers)}
      axis={[most, 0].map(sats)}
      ends={[roughly(first.priceSats), roughly(last.priceSats)]}
      width={WIDTH}
      table={{
        head: [text.price.label, text.chart.listings, text.chart.offers],
        rows: steps.map((step) => [
          <Amount key="price" sats={step.priceSats} />,
          sats(step.listings),
          sats(step.offers),
        ]),
      }}
    >
      {last.listings > 0 && <path class="chart-area" d={pathOf(asks)} />}
      {first.offers > 0 && <path class="chart-area chart-area-bids" d={pathOf(bids)} />}
    </Chart>
  );
}
