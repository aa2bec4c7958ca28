import type { MarketHoldings } from '@ordbook/client/market';
import { useCallback, useEffect } from 'preact/hooks';
import { onChange } from '../../data/changes.ts';
import { market } from '../../data/market.ts';
import { usePages } from '../../data/pages.ts';
import { Amount } from '../../design/amount.tsx';
import { Failure } from '../../design/failure.tsx';
import { LongList } from '../../design/long-list.tsx';
import { SmallCard } from '../../design/small-card.tsx';
import { Waiting } from '../../design/waiting.tsx';
import { text } from '../../text.ts';

type Held = MarketHoldings['items'][number];

/** Two lines and their padding, below the picture, pixels. */
const CAPTION = 76;
const LAYOUT = { least: 190, gap: 16, atLeast: 2, heightOf: (width: number) => width + CAPTION };

/** What an address holds of the market's collections, each with its price if it is for sale. */
export function Holdings({ address }: { readonly address: string }) {
  const pages = usePages<Held>(`holdings ${address}`, async (cursor, signal) => {
    const { items, pagination } = await market.holdings(
      address,
      cursor === undefined ? {} : { cursor },
      signal,
    );
    return { elements: items, nextCursor: pagination.nextCursor };
  });
  const { elements, isComplete, isLoading, error, more, reload } = pages;
  useEffect(() => onChange({ topics: ['listing', 'sale'], address }, reload), [address, reload]);
  const onEnd = useCallback(() => {
    if (error === null) more();
  }, [more, error]);
  return (
    <section aria-label={text.wallet.tabs.items}>
      {elements.length > 0 && (
        <LongList
          elements={elements}
          keyOf={({ inscriptionId }) => inscriptionId}
          layout={LAYOUT}
          label={text.wallet.tabs.items}
          onEnd={onEnd}
        >
          {(item) => (
            <SmallCard of={item}>
              {item.priceSats === null ? (
                <span class="muted">{text.notListed}</span>
              ) : (
                <strong>
                  <Amount sats={item.priceSats} />
                </strong>
              )}
              <span class="muted">{text.number(item.inscription)}</span>
            </SmallCard>
          )}
        </LongList>
      )}
      {isLoading && elements.length === 0 && <Waiting />}
      {isComplete && elements.length === 0 && <p class="message muted">{text.wallet.none}</p>}
      {error !== null && <Failure error={error} retry={elements.length === 0 ? reload : more} />}
    </section>
  );
}
