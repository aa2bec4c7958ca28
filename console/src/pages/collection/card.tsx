import type { MarketCollectionPage, MarketItem } from '@ordbook/client/market';
import { linkTo } from '../../app/location.ts';
import { useStore } from '../../data/store.ts';
import { Amount } from '../../design/amount.tsx';
import { Content } from '../../design/content.tsx';
import { change, sats } from '../../format/sats.ts';
import { signedIn } from '../../session/session.ts';
import { text } from '../../text.ts';
import { isForSale, selection, toggleSelected } from './selection.ts';
import { buyItems } from './selection-bar.tsx';

interface CardProps {
  readonly item: MarketItem;
  readonly collection: MarketCollectionPage;
  readonly isHeld: boolean;
}

/** One item in the grid: what it is, what it costs beside the floor and its last sale, and how rare it is. */
export function Card({ item, collection: { name: collectionName, floorSats }, isHeld }: CardProps) {
  const { inscriptionId, listingId, name, inscription, priceSats, listingState, lastSale, traits } = item;
  const by = useStore(signedIn);
  const isSelected = useStore(selection).some((one) => one.listingId === listingId);
  const isBuyable = isForSale(item, by?.session.wallet.ordinalsAddress ?? null);
  const shares = traits.flatMap(({ percentage }) => (percentage === undefined ? [] : [percentage]));
  const facts = [
    listingState === 'hidden_locked' ? text.locked : text.number(inscription),
    priceSats !== null && floorSats && priceSats > floorSats
      ? text.card.aboveFloor(change((100 * (priceSats - floorSats)) / floorSats))
      : null,
    lastSale === null ? null : text.card.last(sats(Math.round(lastSale * 100_000_000))),
    shares.length === 0 ? null : text.card.rarest(text.traits.share(Math.min(...shares))),
  ].filter((fact) => fact !== null);
  return (
    <article class={`card ${isSelected ? 'card-selected' : ''}`}>
      <a class="card-link" href={linkTo('inscription', { id: inscriptionId })}>
        <Content key={String(isHeld)} of={item} isHeld={isHeld} />
        <span class="card-name">{name}</span>
      </a>
      {isBuyable && (
        <label class="card-mark">
          <input
            type="checkbox"
            checked={isSelected}
            aria-label={text.card.select(name)}
            onChange={() => toggleSelected(item)}
          />
        </label>
      )}
      <p class="card-foot">
        {priceSats === null ? (
          <span class="muted">{text.notListed}</span>
        ) : (
          <strong>
            <Amount sats={priceSats} />
          </strong>
        )}
        {isBuyable && (
          <button
            type="button"
            class="card-buy"
            aria-label={text.card.buy(name)}
            onClick={() => (by ? void buyItems([item], collectionName) : toggleSelected(item))}
          >
            {text.card.buyShort}
          </button>
        )}
      </p>
      <p class="card-facts muted" title={facts.join(' · ')}>
        {facts.join(' · ')}
      </p>
    </article>
  );
}
