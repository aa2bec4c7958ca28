import { useState } from 'preact/hooks';
import { linkTo } from '../../app/location.ts';
import { info } from '../../data/market.ts';
import { useStore } from '../../data/store.ts';
import { Content } from '../../design/content.tsx';
import { Failure } from '../../design/failure.tsx';
import { type SignedIn, signedIn } from '../../session/session.ts';
import { text } from '../../text.ts';
import { turns } from '../act.ts';
import { useLive, useMarketTurn } from '../live-turn.ts';
import { type Days, ListingDuration } from '../offers/duration.tsx';
import { PriceRule } from '../offers/price-rule.tsx';
import { listingRule } from '../offers/rules.ts';
import { Signless } from '../signless.tsx';
import { words } from '../text.ts';
import { Stranded, TakenDown } from './ended-listings.tsx';
import { type HeldItem, type Holding, myHoldings } from './my-items.ts';
import { changePrice, list, takeDown } from './selling.ts';

/** What the wallet holds: list one or many, change prices, take down, take back. */
export default function SellPage() {
  const by = useStore(signedIn);
  if (!by) return <Signless title={text.titles.sell} />;
  return <Mine by={by} />;
}

function Mine({ by: { session } }: { readonly by: SignedIn }) {
  const turn = useStore(turns) + useMarketTurn();
  const address = session.wallet.ordinalsAddress;
  const { value, error, reload } = useLive(`my items ${address}`, (signal) => myHoldings(session, signal));
  const failure = error !== null && <Failure error={error} retry={reload} />;
  // what was typed stays while a read fails
  if (failure && !value) return failure;
  const holdings = value ?? [];
  return (
    <section class="trader-page">
      <h1>{text.titles.sell}</h1>
      {failure}
      <p class="muted">{holdings.length > 0 ? words.sell.lead : value ? words.sell.none : words.loading}</p>
      {holdings.map((holding) => (
        <Holdings key={holding.slug} holding={holding} />
      ))}
      <Stranded session={session} held={holdings.flatMap(({ items }) => items)} turn={turn} />
      <TakenDown address={address} turn={turn} />
    </section>
  );
}

const MOST = 20;

function Holdings({ holding: { slug, name, items } }: { readonly holding: Holding }) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, number>>(new Map());
  const [days, setDays] = useState<Days>(null);
  const rule = listingRule(useStore(info));
  const put = (id: string, price: number | null) => {
    const next = new Map(chosen);
    if (price === null) next.delete(id);
    else next.set(id, price);
    setChosen(next);
  };
  const priced = items.flatMap((item) => {
    const priceSats = chosen.get(item.inscriptionId);
    return priceSats === undefined || item.listingId !== null ? [] : [{ item, priceSats }];
  });
  const isReady =
    priced.length > 0 && priced.length <= MOST && priced.every(({ priceSats }) => priceSats > 0);
  return (
    <form
      class="holdings"
      onSubmit={(event) => {
        event.preventDefault();
        void list(priced, days).then((made) => made && setChosen(new Map()));
      }}
    >
      <header class="holdings-head">
        <h2>
          <a href={linkTo('collection', { slug })}>{name}</a>
        </h2>
        <span class="row-acts">
          <ListingDuration onChoose={setDays} />
          <button type="submit" class="button button-main" disabled={!isReady}>
            {words.sell.list(priced.length)}
          </button>
        </span>
      </header>
      <PriceRule slug={slug} rule={rule} />
      <ul class="rows">
        {items.map((item) => (
          <li key={item.inscriptionId} class="row" data-inscription={item.inscriptionId}>
            {item.listingId === null ? (
              <Unlisted item={item} price={chosen.get(item.inscriptionId)} least={rule.least} put={put} />
            ) : (
              <Listed item={item} days={days} />
            )}
          </li>
        ))}
      </ul>
    </form>
  );
}

interface UnlistedProps {
  readonly item: HeldItem;
  readonly price: number | undefined;
  readonly least: number;
  put(id: string, price: number | null): void;
}

function Unlisted({ item, price, least, put }: UnlistedProps) {
  const { inscriptionId, name } = item;
  return (
    <>
      <label class="row-name">
        <input
          type="checkbox"
          checked={price !== undefined}
          aria-label={words.sell.select(name)}
          onChange={(event) => put(inscriptionId, event.currentTarget.checked ? 0 : null)}
        />
        <Preview item={item} />
        <a href={linkTo('inscription', { id: inscriptionId })}>{name}</a>
      </label>
      {price !== undefined && (
        <input
          type="number"
          min={least}
          step={1}
          required
          aria-label={words.sell.priceOf(name)}
          placeholder={words.sell.price}
          onInput={(event) => put(inscriptionId, Number(event.currentTarget.value) || 0)}
        />
      )}
    </>
  );
}

function Preview({ item }: { readonly item: HeldItem }) {
  return (
    <span class="row-preview">
      <Content of={item} />
    </span>
  );
}

function Listed({ item, days }: { readonly item: HeldItem; readonly days: Days }) {
  const { inscriptionId, name, listingState, priceSats } = item;
  const [price, setPrice] = useState(0);
  const isOpen = listingState !== 'hidden_locked';
  return (
    <>
      <span class="row-name">
        <Preview item={item} />
        <a href={linkTo('inscription', { id: inscriptionId })}>{name}</a>
        <span class="muted">
          {listingState === 'hidden_locked'
            ? words.sell.locked
            : listingState === 'pending_public'
              ? words.sell.pending
              : words.sell.listedAt(words.sats(priceSats ?? 0))}
        </span>
      </span>
      {isOpen && (
        <span class="row-acts">
          <input
            type="number"
            min={1}
            step={1}
            aria-label={words.sell.priceOf(name)}
            placeholder={words.sell.price}
            onInput={(event) => setPrice(Number(event.currentTarget.value) || 0)}
          />
          <button
            type="button"
            class="button"
            disabled={price <= 0}
            onClick={() => void changePrice({ item, priceSats: price }, days)}
          >
            {words.sell.change}
          </button>
          <button type="button" class="button" onClick={() => void takeDown(item)}>
            {words.sell.down}
          </button>
        </span>
      )}
    </>
  );
}
