import type { MarketCollectionPage } from '@ordbook/client/market';
import { market } from '../../data/market.ts';
import { signedIn } from '../../session/session.ts';
import { text } from '../../text.ts';
import { MOST_IN_CART } from '../../trader/buy/cart.ts';
import type { Filters } from './filters.ts';
import { isForSale, selection } from './selection.ts';

interface NarrowProps {
  readonly collection: MarketCollectionPage;
  readonly filters: Filters;
  readonly show: (next: Filters) => void;
}

const satsIn = (data: FormData, name: string) => {
  const entered = String(data.get(name) ?? '');
  return entered === '' ? null : Number(entered);
};

/** Search and price range within a collection, and marking the cheapest that are left. */
export function Narrow({ collection: { slug, listedCount }, filters, show }: NarrowProps) {
  const { q, minSats, maxSats } = filters;
  async function sweep(count: number) {
    const query = { ...queryIn(filters), sort: 'price', limit: MOST_IN_CART * 2 } as const;
    const { items } = await market.items(slug, query);
    const own = signedIn.get()?.session.wallet.ordinalsAddress ?? null;
    selection.set(items.filter((item) => isForSale(item, own)).slice(0, count));
  }
  return (
    <div class="narrow">
      <form
        key={`${q} ${minSats} ${maxSats}`}
        onSubmit={(event) => {
          event.preventDefault();
          const data = new FormData(event.currentTarget);
          const range = { minSats: satsIn(data, 'min'), maxSats: satsIn(data, 'max') };
          show({ ...filters, ...range, q: String(data.get('q')).trim() });
        }}
      >
        <input
          type="search"
          name="q"
          defaultValue={q}
          maxLength={100}
          aria-label={text.narrow.search}
          placeholder={text.narrow.search}
        />
        {(['min', 'max'] as const).map((end) => (
          <input
            key={end}
            type="number"
            name={end}
            min={0}
            step={1}
            defaultValue={(end === 'min' ? minSats : maxSats) ?? ''}
            aria-label={text.narrow[end]}
            placeholder={text.narrow[end]}
          />
        ))}
        <button type="submit" class="button">
          {text.narrow.apply}
        </button>
      </form>
      {listedCount > 0 && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void sweep(Number(new FormData(event.currentTarget).get('count')));
          }}
        >
          <button type="submit" class="button">
            {text.narrow.sweep}
          </button>
          <input
            type="number"
            name="count"
            min={1}
            max={MOST_IN_CART}
            defaultValue="5"
            required
            aria-label={text.narrow.count}
          />
        </form>
      )}
    </div>
  );
}

/** What the service is asked for, besides the order. */
export const queryIn = ({ traits, q, minSats, maxSats }: Filters) => ({
  traits,
  ...(q === '' ? {} : { q }),
  ...(minSats === null ? {} : { minSats }),
  ...(maxSats === null ? {} : { maxSats }),
});
