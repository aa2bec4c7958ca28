import type { MarketInscription } from '@ordbook/client/market';
import { Ago } from '../../design/ago.tsx';
import { Amount } from '../../design/amount.tsx';
import { text } from '../../text.ts';

/** The standing offers for this inscription, and the best one for its collection or its traits. */
export function OpenOffers({ inscription }: { readonly inscription: MarketInscription }) {
  const { offers, bestCollectionOfferSats } = inscription;
  return (
    <section class="open-offers">
      <h2>{text.offers.title}</h2>
      {offers.length === 0 && bestCollectionOfferSats === null && <p class="muted">{text.offers.noneHere}</p>}
      <ul class="ruled">
        {bestCollectionOfferSats !== null && (
          <li>
            <span>{text.offers.bestCollection}</span>
            <Amount sats={bestCollectionOfferSats} />
          </li>
        )}
        {offers.map(({ offerId, priceSats, expiresAt }) => (
          <li key={offerId}>
            <span class="muted">
              {text.offers.until} <Ago at={expiresAt} />
            </span>
            <Amount sats={priceSats} withFiat />
          </li>
        ))}
      </ul>
    </section>
  );
}
