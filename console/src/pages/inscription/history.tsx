import type { MarketInscription } from '@ordbook/client/market';
import { Ago } from '../../design/ago.tsx';
import { Amount } from '../../design/amount.tsx';
import { Address, Transaction } from '../../design/on-chain.tsx';
import { text } from '../../text.ts';

/** Its listing, its confirmed sales and its reveal, newest first. */
export function History({ inscription }: { readonly inscription: MarketInscription }) {
  const { listing, sales, genesisHeight } = inscription;
  return (
    <section>
      <h2>{text.history.title}</h2>
      <ol class="history">
        {listing?.listedAt && (
          <li>
            <span class="tag tag-listing">{text.activity.tags.listing}</span>
            <Amount sats={listing.priceSats} />
            <span class="muted">
              <Ago at={listing.listedAt} />
            </span>
          </li>
        )}
        {sales.map((sale) => (
          <li key={sale.saleId}>
            <span class="tag tag-sale">{text.history.sold[sale.saleType]}</span>
            <Amount sats={sale.priceSats} />
            <span class="muted">
              <Ago at={sale.soldAt} />
            </span>
            <p class="muted">
              {sale.sellerAddress !== null && <Address of={sale.sellerAddress} kept={8} />}
              {sale.buyerAddress !== null && (
                <>
                  {' → '}
                  <Address of={sale.buyerAddress} kept={8} />
                </>
              )}{' '}
              · {text.place.block(sale.blockHeight)} · <Transaction of={sale.txid} kept={8} />
            </p>
          </li>
        ))}
        <li>
          <span class="tag">{text.history.revealed}</span>
          <span />
          <span class="muted">{text.place.block(genesisHeight)}</span>
        </li>
      </ol>
    </section>
  );
}
