import { roughly, sats } from '../../format/sats.ts';
import { words } from '../text.ts';

export interface Day {
  readonly day: string;
  readonly fees: number;
  /** Fees of the day that it is compared with; null: none. */
  readonly before: number | null;
}

/** Units of the picture, which takes the width that there is. */
const STEP = 10;
const BAR = 8;
const HEIGHT = 100;

/**
 * Fees per day as bars, and those of the days before as a line. It says in a sentence what it shows; the table
 * below it has every number.
 */
export function DayChart({ days }: { readonly days: readonly Day[] }) {
  const say = words.revenue;
  const most = days.reduce((top, day) => (day.fees > top.fees ? day : top), days[0]!);
  const total = days.reduce((sum, { fees }) => sum + fees, 0);
  const top = Math.max(most.fees, ...days.map(({ before }) => before ?? 0));
  const heightOf = (fees: number) => (top === 0 ? 0 : (fees / top) * HEIGHT);
  const label = [
    say.chart(sats(total), days.length),
    ...(most.fees > 0 ? [say.most(sats(most.fees), most.day)] : []),
  ].join(' ');
  const line = days.flatMap(({ before }, i) =>
    before === null
      ? []
      : `${i * STEP},${HEIGHT - heightOf(before)} ${(i + 1) * STEP},${HEIGHT - heightOf(before)}`,
  );
  return (
    <figure class="day-chart">
      <figcaption aria-hidden="true">
        {say.scale}
        {line.length > 0 && <span class="chart-key">{say.previous}</span>}
      </figcaption>
      <div class="chart-frame">
        <div class="chart-axis" aria-hidden="true">
          {[top, top / 2, 0].map((value) => (
            <span key={value}>{roughly(Math.round(value))}</span>
          ))}
        </div>
        <svg
          viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={label}
        >
          <line class="chart-rule" x1="0" x2={days.length * STEP} y1={HEIGHT / 2} y2={HEIGHT / 2} />
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
          {line.length > 0 && <polyline class="chart-before" points={line.join(' ')} />}
        </svg>
      </div>
      <span class="chart-ends" aria-hidden="true">
        <span>{days[0]!.day}</span>
        <span>{days.at(-1)!.day}</span>
      </span>
    </figure>
  );
}
