import type { TradeStory } from '@ordbook/client';
import { info } from '../../data/market.ts';
import { useStore } from '../../data/store.ts';
import { Transaction } from '../../design/on-chain.tsx';
import { lookAround } from '../connect/connection.ts';
import { useLive } from '../live-turn.ts';
import { words } from '../text.ts';
import { readPlace, type Sent, stagesOf } from './parcel.ts';
import { parcel } from './text.ts';

interface Shown {
  readonly story: TradeStory;
  /** Whether the reader has change of it to spend. */
  readonly isBuyer: boolean;
}

/** The transactions of a trade: which spends which, their blocks, and the place of what waits for one. */
export function Parcel({ story, isBuyer }: Shown) {
  const stages = stagesOf(story);
  const waiting = story.transactions.filter(({ height }) => height === null).map(({ txid }) => txid);
  const own = words.trades;
  return (
    <section>
      <h2>{own.transactions}</h2>
      {stages.flat().length === 0 && <p class="muted">{own.noTransaction}</p>}
      {stages[0].length > 0 && <Picture stages={stages} />}
      <ul class="rows">
        {stages.flat().map(({ role, txid, height }) => (
          <li key={txid} class="row">
            <span class="row-name">
              {parcel.roles[role]} <Transaction of={txid} kept={10} />
            </span>
            <span class="muted">{height === null ? own.unconfirmed : own.inBlock(height)}</span>
          </li>
        ))}
      </ul>
      {waiting.length > 0 && <NextBlocks of={waiting} mayBump={isBuyer && story.kind !== 'fill'} />}
    </section>
  );
}

/** In units of the picture: a row, a box in it, the width of a box and of all. */
const [ROW, BOX, CELL, WIDTH] = [48, 40, 130, 360] as const;
const MOST = 5;

function Picture({ stages }: { readonly stages: readonly [readonly Sent[], readonly Sent[]] }) {
  const shown = stages.map((stage) => stage.slice(0, MOST));
  const height = ROW * Math.max(...shown.map(({ length }) => length));
  const middle = (stage: number, row: number) => (height / shown[stage]!.length) * (row + 0.5);
  const right = WIDTH - CELL;
  return (
    <svg class="picture parcel" viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={graphName(stages)}>
      {shown[0]!.flatMap((_, from) =>
        shown[1]!.map((__, to) => {
          const [y, end] = [middle(0, from), middle(1, to)];
          return <path d={`M${CELL} ${y}C${CELL + 60} ${y} ${right - 60} ${end} ${right} ${end}`} />;
        }),
      )}
      {shown.map((stage, column) =>
        stage.map(({ role, txid, height: block }, row) => {
          const [x, y] = [column * right, middle(column, row)];
          return (
            <g key={txid} class={block === null ? '' : 'picture-held'}>
              <rect x={x + 0.5} y={y - BOX / 2} width={CELL - 1} height={BOX} rx={3} />
              <text x={x + 8} y={y - 3}>
                {parcel.roles[role]}
                {row === MOST - 1 && ` ${parcel.more(stages[column]!.length - MOST)}`}
              </text>
              <text x={x + 8} y={y + 13} class="picture-head">
                {block === null ? words.trades.unconfirmed : words.trades.inBlock(block)}
              </text>
            </g>
          );
        }),
      )}
    </svg>
  );
}

const graphName = ([first, second]: readonly [readonly Sent[], readonly Sent[]]) =>
  parcel.graph(first.length, parcel.roles[second[0]!.role]);

/** `of`: what no block has. */
function NextBlocks({ of, mayBump }: { readonly of: readonly string[]; readonly mayBump: boolean }) {
  const isTimed = useStore(info)?.network !== 'regtest';
  const { value } = useLive(`place ${of.join(' ')}`, async (signal) => {
    const { esploraUrl } = await lookAround();
    return esploraUrl === null ? null : readPlace(esploraUrl, of, signal);
  });
  return (
    <>
      {value && (
        <ol class="blocks" aria-label={parcel.nextBlocks}>
          {value.least.map((least, block) => (
            <li key={block} class={block === value.block ? 'block-sold' : ''}>
              <strong>{parcel.nextBlock(block, isTimed)}</strong>
              <span class="muted">{parcel.takes(least)}</span>
              {block === value.block && <span>{parcel.isHere(value.rate)}</span>}
            </li>
          ))}
        </ol>
      )}
      {value && value.block >= value.least.length && <p>{parcel.later(value.rate, value.block + 1)}</p>}
      {value === null && <p class="muted">{parcel.noPlace}</p>}
      {mayBump && <p class="muted">{parcel.bump}</p>}
    </>
  );
}
