import type { MarketNow } from '@ordbook/client/market';
import { linkTo } from '../../app/location.ts';
import { Ago } from '../../design/ago.tsx';
import { Amount } from '../../design/amount.tsx';
import { Content } from '../../design/content.tsx';
import { sats } from '../../format/sats.ts';
import { text } from '../../text.ts';

type Sale = NonNullable<MarketNow['lastSale']>;

/** In units of the picture: a row, a box, and the width of all. */
const [ROW, BOX, CELL, WIDTH] = [30, 24, 118, 360] as const;
const FIRST = 24;

/** The last sale, and its transaction as the block has it. */
export function LastSale({ sale }: { readonly sale: Sale }) {
  const { inscriptionId, name, priceSats, at } = sale;
  return (
    <figure class="last-sale">
      <figcaption>
        <Content of={sale} />
        <p>
          <span class="label">{text.now.last}</span>
          <a href={linkTo('inscription', { id: inscriptionId })}>{name}</a>
          <span>
            <Amount sats={priceSats} withFiat />
            <span class="muted">
              {' · '}
              <Ago at={at} />
            </span>
          </span>
        </p>
      </figcaption>
      <Picture sale={sale} />
    </figure>
  );
}

function Picture({ sale: { inputs, inputCount, outputs, outputCount, way } }: { readonly sale: Sale }) {
  const rows = (coins: readonly number[], all: number) => coins.length + (all > coins.length ? 1 : 0);
  const height = FIRST + ROW * Math.max(rows(inputs, inputCount), rows(outputs, outputCount));
  const right = WIDTH - CELL;
  const middle = (row: number) => FIRST + ROW * row + BOX / 2;
  const [from, to] = way ? [middle(way.input), middle(way.output)] : [0, 0];
  const column = (coins: readonly number[], all: number, x: number, held?: number) => (
    <g>
      {coins.map((value, row) => (
        <g key={row} class={row === held ? 'picture-held' : ''}>
          <rect x={x + 0.5} y={FIRST + ROW * row + 0.5} width={CELL - 1} height={BOX} rx={3} />
          <text x={x + CELL - 8} y={FIRST + ROW * row + 17} class="picture-sats">
            {sats(value)}
          </text>
        </g>
      ))}
      {all > coins.length && (
        <text x={x} y={FIRST + ROW * coins.length + 17} class="picture-head">
          {text.now.more(all - coins.length)}
        </text>
      )}
    </g>
  );
  return (
    <svg
      class="picture"
      viewBox={`0 0 ${WIDTH} ${height}`}
      role="img"
      aria-label={text.now.picture(inputCount, outputCount)}
    >
      <text x={0} y={14} class="picture-head">
        {text.now.in}
      </text>
      <text x={WIDTH} y={14} class="picture-head picture-sats">
        {text.now.out}
      </text>
      {column(inputs, inputCount, 0, way?.input)}
      {column(outputs, outputCount, right, way?.output)}
      {way && (
        <>
          <path d={`M${CELL} ${from}C${CELL + 70} ${from} ${right - 70} ${to} ${right} ${to}`} />
          <circle cx={CELL} cy={from} r={4} />
          <circle cx={right} cy={to} r={4} />
          <text x={WIDTH / 2} y={14} class="picture-way">
            {text.now.sat}
          </text>
        </>
      )}
    </svg>
  );
}
