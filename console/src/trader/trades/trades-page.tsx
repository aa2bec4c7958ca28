import { linkTo } from '../../app/location.ts';
import { useStore } from '../../data/store.ts';
import { signedIn } from '../../session/session.ts';
import { text } from '../../text.ts';
import { turns } from '../act.ts';
import { Signless } from '../signless.tsx';
import { words } from '../text.ts';
import { type KeptTrade, keptTrades } from '../trades-kept.ts';
import { useStory } from './use-story.ts';

/** The trades of this profile, with their state. */
export default function TradesPage() {
  const by = useStore(signedIn);
  useStore(turns);
  if (!by) return <Signless title={text.titles.trades} />;
  const trades = keptTrades(by.session.profile.id);
  return (
    <section class="trader-page">
      <h1>{text.titles.trades}</h1>
      {trades.length === 0 && <p>{words.trades.none}</p>}
      <ul class="rows">
        {trades.map((trade) => (
          <Row key={trade.id} trade={trade} />
        ))}
      </ul>
    </section>
  );
}

function Row({ trade: { id, title, at } }: { readonly trade: KeptTrade }) {
  const { story, confirmations } = useStory(id);
  return (
    <li class="row" data-trade={id}>
      <span class="row-name">
        <a href={linkTo('trade', { id })}>{title}</a>
        <span class="muted">{new Date(at).toLocaleString('en-GB')}</span>
      </span>
      <span>{story?.state ?? words.loading}</span>
      <span class="muted">
        {confirmations === null ? words.trades.unconfirmed : words.trades.confirmations(confirmations)}
      </span>
    </li>
  );
}
