import { type MyTrade, myTrades } from '@ordbook/client';
import { useEffect, useState } from 'preact/hooks';
import { linkTo } from '../../app/location.ts';
import { useStore } from '../../data/store.ts';
import { Ago } from '../../design/ago.tsx';
import { Amount } from '../../design/amount.tsx';
import { Failure } from '../../design/failure.tsx';
import { stateText } from '../../format/state-text.ts';
import { acting, readSent, sent } from '../../session/sent.ts';
import { type SignedIn, signedIn } from '../../session/session.ts';
import { text } from '../../text.ts';
import { Again } from '../acts.tsx';
import { firstOf } from '../first-of.ts';
import { useLive } from '../live-turn.ts';
import { Signless } from '../signless.tsx';
import { words } from '../text.ts';
import { useConfirmations } from './confirmations.ts';

/** What the profile lists, buys, offers and fills, with its state: what is open, or everything. */
export default function TradesPage() {
  const by = useStore(signedIn);
  if (!by) return <Signless title={text.titles.trades} />;
  return <Trades by={by} />;
}

/** Trades that are shown, the newest. */
const MOST = 100;

function Trades({ by: { session } }: { readonly by: SignedIn }) {
  const [isOpen, setIsOpen] = useState(false);
  const {
    value: trades,
    error,
    reload,
  } = useLive(`trades ${session.profile.id} ${isOpen}`, (signal) =>
    firstOf(myTrades(session, { open: isOpen, limit: MOST, signal }), MOST),
  );
  if (error) return <Failure error={error} retry={reload} />;
  return (
    <section class="trader-page">
      <header class="holdings-head">
        <h1>{text.titles.trades}</h1>
        <fieldset class="segments">
          <legend class="unseen">{words.trades.show}</legend>
          {[false, true].map((open) => (
            <label key={String(open)}>
              <input type="radio" name="which" checked={isOpen === open} onChange={() => setIsOpen(open)} />
              <span>{open ? words.trades.open : words.trades.all}</span>
            </label>
          ))}
        </fieldset>
      </header>
      <Unanswered profileId={session.profile.id} />
      {!trades && <p>{words.loading}</p>}
      {trades?.length === 0 && <p class="muted">{isOpen ? words.trades.noneOpen : words.trades.none}</p>}
      <ul class="rows">
        {trades?.map((trade) => (
          <Row key={trade.id} trade={trade} />
        ))}
      </ul>
    </section>
  );
}

/** What was submitted from this browser and never answered, also before a reload. */
function Unanswered({ profileId }: { readonly profileId: string }) {
  const running = useStore(acting)?.key;
  const all = useStore(sent);
  useEffect(() => sent.set(readSent()), []);
  const own = all.filter((one) => one.profileId === profileId && one.key !== running);
  if (own.length === 0) return null;
  return (
    <section>
      <h2>{words.sent.title}</h2>
      <ul class="rows">
        {own.map((one) => (
          <li key={one.key} class="row" data-sent={one.key}>
            <span class="row-name">
              {`${one.title}: ${words.trades.named(one.names, one.names.length)}`}
              <span class="muted">
                <Ago at={new Date(one.at).toISOString()} />
              </span>
            </span>
            <Again one={one} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Row({ trade }: { readonly trade: MyTrade }) {
  const { id, kind, side, state, inscriptions, inscriptionCount, collectionName, priceSats, createdAt } =
    trade;
  const confirmations = useConfirmations(trade.confirmedHeight);
  const names = inscriptions.map(({ name }) => name);
  const what = names.length > 0 ? words.trades.named(names, inscriptionCount) : (collectionName ?? '');
  return (
    <li class="row" data-trade={id}>
      <span class="row-name">
        <a href={linkTo('trade', { id })}>{`${words.trades.kinds[kind][side]}: ${what}`}</a>
        <Amount sats={priceSats} withFiat />
        <span class="muted">
          <Ago at={createdAt} />
        </span>
      </span>
      <span class="row-acts">
        <span>{stateText(state)}</span>
        {trade.settlementTxid !== null && (
          <span class="muted">
            {confirmations === null ? words.trades.unconfirmed : words.trades.confirmations(confirmations)}
          </span>
        )}
      </span>
    </li>
  );
}
