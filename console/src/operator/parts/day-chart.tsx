import { Chart, HEIGHT } from '../../design/chart.tsx';
import { roughly, sats } from '../../format/sats.ts';
import { dayInFull } from '../../format/time.ts';
import { words } from '../text.ts';

export interface Day {
  readonly day: string;
  readonly fees: number;
  /** Fees of the day that it is compared with; null: none. */
  readonly before: number | null;
}

/** Units of the picture. */
const STEP = 10;
const BAR = 8;

/**
 * Fees per day as bars, and those of the days before as a line. It says in a sentence what it shows; the
 * table below it has every number.
 */
export function DayChart({ days }: { readonly days: readonly Day[] }) {
  const say = words.revenue;
  const most = days.reduce((top, day) => (day.fees > top.fees ? day : top), days[0]!);
  const total = days.reduce((sum, { fees }) => sum + fees, 0);
  const top = Math.max(most.fees, ...days.map(({ before }) => before ?? 0));
  const heightOf = (fees: number) => (top === 0 ? 0 : (fees / top) * HEIGHT);
  const label = [
    say.chart(sats(total), days.length),
    ...(most.fees > 0 ? [say.most(sats(most.fees), dayInFull(most.day))] : []),
  ].join(' ');
  const line = days.flatMap(({ before }, i) =>
    before === null
      ? []
      : `${i * STEP},${HEIGHT - heightOf(before)} ${(i + 1) * STEP},${HEIGHT - heightOf(before)}`,
  );
  return (
    <Chart
      caption={
        <>
          {say.scale}
          {line.length > 0 && <span class="chart-key">{say.previous}</span>}
        </>
      }
      label={label}
      axis={[top, top / 2, 0].map((value) => roughly(Math.round(value)))}
      ends={[dayInFull(days[0]!.day), dayInFull(days.at(-1)!.day)]}
      width={days.length * STEP}
    >
      {days.map(({ day, fees }, index) => (
        <rect
          key={day}
          class={`chart-bar${fees === 0 ? ' chart-none' : ''}`}
          x={index * STEP + (STEP - BAR) / 2}
          width={BAR}
          y={HEIGHT - Math.max(heightOf(fees), 1)}
          height={Math.max(heightOf(fees), 1)}
        >
          <title>{`${dayInFull(day)}: ${sats(fees)}`}</title>
        </rect>
      ))}
      {line.length > 0 && <polyline class="chart-line" points={line.join(' ')} />}
    </Chart>
  );
}
