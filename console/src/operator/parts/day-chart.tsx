import { sats } from '../../format/sats.ts';
import { words } from '../text.ts';

export interface Day {
  readonly day: string;
  readonly fees: number;
}

/** Units of the picture, which takes the width that there is. */
const STEP = 10;
const BAR = 8;
const HEIGHT = 100;

/** Fees per day as bars. It says in a sentence what it shows; the table below it has every number. */
export function DayChart({ days }: { readonly days: readonly Day[] }) {
  const most = days.reduce((top, day) => (day.fees > top.fees ? day : top), days[0]!);
  const total = days.reduce((sum, { fees }) => sum + fees, 0);
  const heightOf = (fees: number) => (most.fees === 0 ? 0 : (fees / most.fees) * HEIGHT);
  const label = [
    words.revenue.chart(sats(total), days.length),
    ...(most.fees > 0 ? [words.revenue.most(sats(most.fees), most.day)] : []),
  ].join(' ');
  return (
    <div class="day-chart">
      <span aria-hidden="true">{words.revenue.scale(sats(most.fees))}</span>
      <svg
        viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
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
            <title>{`${day}: ${sats(fees)}`}</title>
          </rect>
        ))}
      </svg>
      <span class="chart-ends" aria-hidden="true">
        <span>{days[0]!.day}</span>
        <span>{days.at(-1)!.day}</span>
      </span>
    </div>
  );
}
