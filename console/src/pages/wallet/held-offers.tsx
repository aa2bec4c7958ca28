import { useEffect } from 'preact/hooks';
import { linkTo } from '../../app/location.ts';
import { onChange } from '../../data/changes.ts';
import { market } from '../../data/market.ts';
import { useResource } from '../../data/resource.ts';
import { Ago } from '../../design/ago.tsx';
import { Amount } from '../../design/amount.tsx';
import { Failure } from '../../design/failure.tsx';
import { Waiting } from '../../design/waiting.tsx';
import { text } from '../../text.ts';

/** The newest offers for what an address holds; who made them is not public. */
export function HeldOffers({ address }: { readonly address: string }) {
  const { value, error, reload } = useResource(`held offers ${address}`, (signal) =>
    market.heldOffers(address, signal),
  );
  useEffect(() => onChange({ topics: ['offer', 'sale'] }, reload), [reload]);
  if (!value) return error === null ? <Waiting /> : <Failure error={error} retry={reload} />;
  if (value.offers.length === 0) return <p class="message muted">{text.wallet.noOffers}</p>;
  return (
    <ul class="ruled" aria-label={text.wallet.tabs.offers}>
      {value.offers.map(({ offerId, inscriptionId, name, priceSats, expiresAt }) => (
        <li key={offerId}>
          <span>
            <a href={linkTo('inscription', { id: inscriptionId })}>{name}</a>{' '}
            <span class="muted">
              {text.offers.until} <Ago at={expiresAt} />
            </span>
          </span>
          <Amount sats={priceSats} withFiat />
        </li>
      ))}
    </ul>
  );
}
