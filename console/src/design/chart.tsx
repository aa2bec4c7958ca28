import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { text } from '../text.ts';

/** Height of a chart in its own units; it takes the width that there is. */
export const HEIGHT = 100;

interface ChartProps {
  readonly caption: ComponentChildren;
  /** What it shows, in a sentence, for those who cannot see it. */
  readonly label: string;
  /** Values beside it, from the highest to the lowest. */
  readonly axis: readonly string[];
  /** What stands below its left and right end. */
  readonly ends: readonly [ComponentChildren, ComponentChildren];
  /** Units from left to right. */
  readonly width: number;
  /** What is drawn. */
  readonly children: ComponentChildren;
  /** Every value, where no table beside the chart has them. */
  readonly table?: {
    readonly head: readonly string[];
    readonly rows: readonly (readonly ComponentChildren[])[];
  };
}

/** A chart with its axes. */
export function Chart({ caption, label, axis, ends, width, children, table }: ChartProps) {
  const middle = HEIGHT / 2;
  return (
    <figure class="chart">
      <figcaption>{caption}</figcaption>
      <div class="chart-frame">
        <div class="chart-axis" aria-hidden="true">
          {axis.map((value) => (
            <span key={value}>{value}</span>
          ))}
        </div>
        <svg viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
          <line class="chart-rule" x1="0" x2={width} y1={middle} y2={middle} />
          {children}
        </svg>
      </div>
      <div class="chart-ends" aria-hidden="true">
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </div>
      {table && <Values {...table} />}
    </figure>
  );
}

function Values({ head, rows }: NonNullable<ChartProps['table']>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{text.chart.table}</summary>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
        <section class="scrolled" tabIndex={0} aria-label={text.chart.table}>
          <table>
            <thead>
              <tr>
                {head.map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, place) => (
                <tr key={place}>
                  {row.map((value, column) => (
                    <td key={column}>{value}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </details>
  );
}
