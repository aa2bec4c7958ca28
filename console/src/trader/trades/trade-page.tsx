import type { PageProps } from '../../app/page-props.ts';
import { useStore } from '../../data/store.ts';
import { Amount } from '../../design/amount.tsx';
import { Failure } from '../../design/failure.tsx';
import { signedIn } from '../../session/session.ts';
import { text } from '../../text.ts';
import { Signless } from '../signless.tsx';
import { words } from '../text.ts';
import type { Story } from './story.ts';
import { useStory } from './use-story.ts';

/** One trade: its state, what happens next, and what happened, live. */
export default function TradePage({ parameters }: PageProps) {
  const by = useStore(signedIn);
  if (!by) return <Signless title={text.titles.trade} />;
  return <Told id={parameters['id'] ?? ''} />;
}

function Told({ id }: { readonly id: string }) {
  const { story, error, reload, confirmations } = useStory(id);
  if (error) return <Failure error={error} retry={reload} />;
  if (story === undefined) return <p>{words.loading}</p>;
  return (
    <section class="trader-page">
      <h1>{text.titles.trade}</h1>
      {story === null ? <p>{words.trades.unknown}</p> : <Body story={story} confirmations={confirmations} />}
    </section>
  );
}

function Body({ story, confirmations }: { readonly story: Story; readonly confirmations: number | null }) {
  const { kind, state, reason, next, moves, transactions, fees, signed, priceSats } = story;
  const charged = Object.entries(fees).filter(([, amount]) => amount !== null);
  return (
    <>
      <dl class="pairs">
        <dt>{words.trades.state}</dt>
        <dd data-state={state}>
          {kind}: {state}
          {reason && ` (${reason})`},{' '}
          {confirmations === null ? words.trades.unconfirmed : words.trades.confirmations(confirmations)}
        </dd>
        <dt>{words.trades.next}</dt>
        <dd>{next}</dd>
        <dt>{words.trades.signed}</dt>
        <dd>{signed}</dd>
        {priceSats !== null && (
          <>
            <dt>{words.sell.price}</dt>
            <dd>
              <Amount sats={priceSats} withFiat />
            </dd>
          </>
        )}
      </dl>
      <h2>{words.trades.transactions}</h2>
      <ul class="rows">
        {transactions.map(({ txid, height }) => (
          <li key={txid} class="row">
            <span class="mono">{txid}</span>
            <span class="muted">
              {height === null ? words.trades.unconfirmed : words.trades.inBlock(height)}
            </span>
          </li>
        ))}
      </ul>
      <h2>{words.trades.moves}</h2>
      <ol class="rows">
        {moves.map((move) => (
          <li key={`${move.at} ${move.kind} ${move.to}`} class="row">
            <span>
              {move.kind}: {move.from === null ? '' : `${move.from} → `}
              {move.to}
              {move.reason && ` (${move.reason})`}
            </span>
            <time class="muted" dateTime={move.at}>
              {new Date(move.at).toLocaleString('en-GB')}
            </time>
          </li>
        ))}
      </ol>
      {charged.length > 0 && (
        <>
          <h2>{words.trades.fees}</h2>
          <dl class="pairs">
            {charged.map(([name, amount]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{words.sats(amount ?? 0)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </>
  );
}
