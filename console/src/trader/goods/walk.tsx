import type { ShownCustody } from '@ordbook/client';
import { words } from '../text.ts';

const own = words.goods;
type Place = ShownCustody['walk'][number];

/** Of a long walk, the picture has so many places at its beginning and at its end; the table has all. */
const [FIRST, LAST] = [3, 8] as const;
/** Units of the picture, which are pixels at full size. */
const [WIDTH, ROW, LEFT, EDGE] = [360, 42, 34, 8] as const;

/** The walk of an inscription from its reveal to the coin of the trade: as a picture, and as a table. */
export function Walk({
  custody: { block, walk },
  rootId,
}: {
  readonly custody: ShownCustody;
  readonly rootId: string | null;
}) {
  return (
    <div class="walk">
      <Picture walk={walk} label={own.picture(walk.length - 1, block.height)} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <section class="scrolled" tabIndex={0} aria-label={own.table}>
        <table class="sum">
          <caption>{own.table}</caption>
          <thead>
            <tr>
              {own.columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {walk.map(({ txid, vout, offset, valueSats }, move) => (
              <tr key={`${txid}:${vout}`}>
                <th scope="row">{own.step(move)}</th>
                <td>{valueSats.toLocaleString('en-GB')}</td>
                <td>{offset.toLocaleString('en-GB')}</td>
                <td class="mono">{`${txid}:${vout}`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <dl class="pairs">
        <div>
          <dt>{own.block(block.height)}</dt>
          <dd class="mono">{block.hash}</dd>
        </div>
        {rootId && (
          <div>
            <dt>{own.root}</dt>
            <dd class="mono">{rootId}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}

/** Each output as a bar, in which a line marks the sat of the inscription. */
function Picture({ walk, label }: { readonly walk: readonly Place[]; readonly label: string }) {
  const isCut = walk.length > FIRST + LAST + 1;
  const places = isCut ? [...walk.slice(0, FIRST), null, ...walk.slice(-LAST)] : walk;
  const height = places.length * ROW;
  const middle = (row: number) => row * ROW + 14;
  return (
    <svg class="walk-picture" viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={label}>
      <line class="walk-way" x1={EDGE} x2={EDGE} y1={middle(0)} y2={middle(places.length - 1)} />
      {places.map((place, row) =>
        place === null ? (
          <text key="cut" class="walk-cut" x={LEFT} y={middle(row) + 5}>
            {own.cut(walk.length - FIRST - LAST)}
          </text>
        ) : (
          <g key={`${place.txid}:${place.vout}`} class={row === places.length - 1 ? 'walk-end' : ''}>
            <circle cx={EDGE} cy={middle(row)} r={row === places.length - 1 ? 6 : 4.5} />
            <text x={LEFT} y={middle(row) + 4}>
              {`${place.txid.slice(0, 8)}…${place.txid.slice(-4)}:${place.vout}`}
            </text>
            <text class="walk-sats" x={WIDTH - 2} y={middle(row) + 4}>
              {words.sats(place.valueSats)}
            </text>
            <rect class="walk-bar" x={LEFT} y={middle(row) + 11} width={WIDTH - 2 - LEFT} height={5} />
            <rect class="walk-sat" x={satAt(place)} y={middle(row) + 9} width={3} height={9} />
          </g>
        ),
      )}
    </svg>
  );
}

function satAt({ offset, valueSats }: Place): number {
  return LEFT + (offset / valueSats) * (WIDTH - 5 - LEFT);
}
