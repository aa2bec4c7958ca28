import type { TradeStory } from '@ordbook/client';
import { linkTo } from '../../app/location.ts';
import type { PageProps } from '../../app/page-props.ts';
import { useStore } from '../../data/store.ts';
import { Amount } from '../../design/amount.tsx';
import { Failure } from '../../design/failure.tsx';
import { stateText } from '../../format/state-text.ts';
import { inFull } from '../../format/time.ts';
import { signedIn } from '../../session/session.ts';
import { text } from '../../text.ts';
import { ProofButton } from '../goods/proof-button.tsx';
import { Signless } from '../signless.tsx';
import { words } from '../text.ts';
import { Parcel } from './parcel.tsx';
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
  if (story === null)
    return (
      <section class="message">
        <h1>{text.titles.trade}</h1>
        <p>{words.trades.unknown}</p>
      </section>
    );
  return (
    <section class="trader-page">
      <p class="trail">
        <a href={linkTo('trades')}>{text.titles.trades}</a>
      </p>
      <Body story={story} confirmations={confirmations} />
    </section>
  );
}

interface Shown {
  readonly story: TradeStory;
  readonly confirmations: number | null;
}

function Body({ story, confirmations }: Shown) {
  const by = useStore(signedIn);
  const { kind, state, settlementState, reason, next, signed, priceSats, transactions } = story;
  const capital = (sentence: string) => `${sentence.slice(0, 1).toUpperCase()}${sentence.slice(1)}.`;
  return (
    <>
      <h1>{words.trades.titles[kind]}</h1>
      <dl class="pairs sheet">
        <div>
          <dt>{words.trades.state}</dt>
          <dd data-state={settlementState ?? state} class="trade-state">
            {stateText(settlementState ?? state)}
            {reason && ` (${reason})`}
            {transactions.length > 0 && (
              <span class="muted">
                {' · '}
                {confirmations === null
                  ? words.trades.unconfirmed
                  : words.trades.confirmations(confirmations)}
              </span>
            )}
          </dd>
        </div>
        <div>
          <dt>{words.trades.next}</dt>
          <dd>{capital(next)}</dd>
        </div>
        <Inscriptions story={story} confirmations={confirmations} />
        {priceSats !== null && (
          <div>
            <dt>{words.trades.price}</dt>
            <dd>
              <Amount sats={priceSats} withFiat />
            </dd>
          </div>
        )}
        <div>
          <dt>{words.trades.signed}</dt>
          <dd>{capital(signed)}</dd>
        </div>
      </dl>
      <Fees story={story} />
      <Parcel story={story} isBuyer={by?.session.wallet.ordinalsAddress === story.buyer} />
      <Moves story={story} />
    </>
  );
}

function Inscriptions({ story: { inscriptionIds }, confirmations }: Shown) {
  if (inscriptionIds.length === 0) return null;
  return (
    <div>
      <dt>{words.trades.inscriptions}</dt>
      {inscriptionIds.map((id) => (
        <dd key={id} class="row-acts">
          <a class="mono" href={linkTo('inscription', { id })}>
            {id}
          </a>
          {confirmations !== null && <ProofButton of={id} />}
        </dd>
      ))}
    </div>
  );
}

function Fees({ story: { fees } }: { readonly story: TradeStory }) {
  const order = (name: string) => words.trades.feeOrder.indexOf(name);
  const charged = Object.entries(fees)
    .filter(([, amount]) => amount !== null)
    .sort(([one], [other]) => order(one) - order(other));
  if (charged.length === 0) return null;
  return (
    <section>
      <h2>{words.trades.fees}</h2>
      <table class="sum">
        <tbody>
          {charged.map(([name, amount]) => (
            <tr key={name}>
              <th scope="row">{words.trades.feeOf(name)}</th>
              <td>
                <Amount sats={amount} withFiat />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Moves({ story: { moves } }: { readonly story: TradeStory }) {
  return (
    <section>
      <h2>{words.trades.moves}</h2>
      <ol class="rows">
        {moves.map((move, place) => (
          <li key={place} class="row">
            <span>
              {words.trades.moved(move.kind, move.to)}
              {move.reason && ` (${move.reason})`}
            </span>
            <time class="muted" dateTime={move.at}>
              {inFull(Date.parse(move.at))}
            </time>
          </li>
        ))}
      </ol>
    </section>
  );
}
