import type { MarketInscription } from '@ordbook/client/market';
import { Ago } from '../../design/ago.tsx';
import { Amount } from '../../design/amount.tsx';
import { text } from '../../text.ts';

const PARTS = ['priceSats', 'marketplaceFeeSats', 'royaltySats', 'postageSats', 'networkFeeSats'] as const;

/** What a buyer pays in all, and what for. */
export function Price({ inscription }: { readonly inscription: MarketInscription }) {
  const { listing } = inscription;
  if (!listing) return <p class="price-none muted">{text.price.none}</p>;
  const { state, quote, priceSats, expiresAt } = listing;
  return (
    <section class="price" aria-label={text.price.label}>
      <p class="label">{quote ? text.price.allIn : text.price.label}</p>
      <p class="price-sum">
        <Amount sats={quote?.totalSats ?? priceSats} withFiat />
      </p>
      {quote && (
        <dl class="stack">
          {PARTS.filter((part) => part === 'priceSats' || quote[part] > 0).map((part) => (
            <div key={part}>
              <dt>
                {part === 'networkFeeSats' ? text.price.network(quote.feeRateSatVb) : text.price.parts[part]}
              </dt>
              <dd>
                <Amount sats={quote[part]} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {state !== 'buyable' && <p class="notice">{text.price.states[state]}</p>}
      {expiresAt !== null && (
        <p class="muted">
          {text.price.expires} <Ago at={expiresAt} />
        </p>
      )}
    </section>
  );
}
