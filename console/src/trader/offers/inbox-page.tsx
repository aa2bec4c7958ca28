import { type MyOffers, myOffers, type Session } from '@ordbook/client';
import { useState } from 'preact/hooks';
import { linkTo } from '../../app/location.ts';
import { useStore } from '../../data/store.ts';
import { Ago } from '../../design/ago.tsx';
import { Amount } from '../../design/amount.tsx';
import { Failure } from '../../design/failure.tsx';
import { type SignedIn, signedIn } from '../../session/session.ts';
import { text } from '../../text.ts';
import { Button } from '../button.tsx';
import { firstOf } from '../first-of.ts';
import { useLive } from '../live-turn.ts';
import { Signless } from '../signless.tsx';
import { words } from '../text.ts';
import { amountIn } from './amount.ts';
import { accept, cancel, counter, type OfferRow, refuseCounter, reject, takeCounter } from './offering.ts';
import { OFFER_STEP } from './rules.ts';

/** Offers that wait for an answer, and those that were sent. */
export default function InboxPage() {
  const by = useStore(signedIn);
  return by ? <Inbox by={by} /> : <Signless title={text.titles.inbox} />;
}

const MOST = 200;

interface Shown {
  readonly owned: readonly MyOffers['owned'][];
  readonly sent: readonly MyOffers['sent'][];
}

async function read(session: Session): Promise<Shown> {
  return {
    owned: await firstOf(myOffers(session, 'owned'), MOST),
    sent: await firstOf(myOffers(session, 'sent'), MOST),
  };
}

function Inbox({ by: { session } }: { readonly by: SignedIn }) {
  const { value: shown, error, reload } = useLive(`inbox ${session.profile.id}`, () => read(session));
  const failure = error !== null && <Failure error={error} retry={reload} />;
  if (!shown) return failure || <p>{words.loading}</p>;
  const received = shown.owned.flatMap(({ offers }) => offers.filter(({ status }) => status === 'active'));
  const active = shown.sent.filter(({ status }) => status === 'active');
  const counters = active.filter(({ actionKind }) => actionKind === 'buyer_received_counter');
  const sent = [
    ...active.filter(({ kind }) => kind === 'buyer_offer'),
    ...shown.owned.flatMap(({ sentCounters }) => sentCounters.filter(({ status }) => status === 'active')),
  ];
  return (
    <section class="trader-page">
      <h1>{text.titles.inbox}</h1>
      {failure}
      {received.length + counters.length + sent.length === 0 && <p>{words.inbox.none}</p>}
      <Group title={words.inbox.received} rows={received} acts={(row) => <Received row={row} />} />
      <Group
        title={words.inbox.counters}
        rows={counters}
        acts={(row) => (
          <>
            <Button text={words.offer.accept} isMain onClick={() => takeCounter(row)} />
            <Button text={words.offer.reject} onClick={() => refuseCounter(row)} />
          </>
        )}
      />
      <Group
        title={words.inbox.sent}
        rows={sent}
        acts={(row) => <Button text={words.offer.cancel} onClick={() => cancel(row)} />}
      />
    </section>
  );
}

type Sent = MyOffers['sent'];

interface GroupProps {
  readonly title: string;
  readonly rows: readonly Sent[];
  acts(row: OfferRow): preact.ComponentChildren;
}

function Group({ title, rows, acts }: GroupProps) {
  if (rows.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul class="rows">
        {rows.map((row) => {
          const name = row.inscriptionTitle ?? `#${row.inscriptionNumber}`;
          return (
            <li key={row.offerId} class="row" data-offer={row.offerId}>
              <span class="row-name">
                <a href={linkTo('inscription', { id: row.inscriptionId })}>{name}</a>
                <Amount sats={row.priceSats} withFiat />
                <span class="muted">
                  {amountIn(row)}, {words.inbox.ends} <Ago at={row.expiresAt} />
                </span>
                {row.isFile && <span class="muted">{words.offer.isFile}</span>}
              </span>
              <span class="row-acts">
                {acts({
                  inscriptionId: row.inscriptionId,
                  offerId: row.offerId,
                  priceSats: row.priceSats,
                  name,
                  isFile: row.isFile,
                })}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Received({ row }: { readonly row: OfferRow }) {
  const [price, setPrice] = useState(0);
  const least = row.priceSats + OFFER_STEP;
  return (
    <>
      <Button text={words.offer.accept} isMain onClick={() => accept(row)} />
      <Button text={words.offer.reject} onClick={() => reject(row)} />
      <input
        type="number"
        min={least}
        step={OFFER_STEP}
        aria-label={words.offer.counterPrice}
        placeholder={words.offer.counterFrom(least)}
        onInput={(event) => setPrice(Number(event.currentTarget.value) || 0)}
      />
      <Button text={words.offer.counter} isOff={price < least} onClick={() => counter(row, price)} />
    </>
  );
}
