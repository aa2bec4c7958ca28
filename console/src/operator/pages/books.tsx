import type { PageProps } from '../../app/page-props.ts';
import { Filters } from '../parts/filters.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { SelectField, TextField } from '../parts/text-field.tsx';
import { TradePages } from '../parts/trade-pages.tsx';
import { words } from '../text.ts';

/** What is listed and offered, with a way to end it. */
export function Books({ query }: PageProps) {
  const say = words.books;
  const isOffers = query.get('book') === 'offers';
  const ended = query.get('ended') === 'true' ? 'true' : '';
  const find = query.get('find') ?? '';
  const collection = query.get('collection') ?? '';
  return (
    <section class="operator-page">
      <PageHead title={words.titles.books} lede={say.lede} />
      <Filters page="books">
        <SelectField
          name="book"
          label={say.show}
          value={isOffers ? 'offers' : 'listings'}
          options={Object.entries(say.books)}
        />
        <TextField name="find" label={say.find} value={find} placeholder={say.findHint} />
        <TextField
          name="collection"
          label={say.collection}
          value={collection}
          placeholder={say.collectionHint}
        />
        <label class="filter filter-check">
          <input
            type="checkbox"
            name="ended"
            value="true"
            checked={ended === 'true'}
            onChange={(event) => event.currentTarget.form?.requestSubmit()}
          />
          {say.ended}
        </label>
      </Filters>
      <TradePages
        path={isOffers ? '/v1/offers' : '/v1/listings'}
        wanted={{ find, collection, ended }}
        label={isOffers ? say.books.offers : say.books.listings}
        none={say.none}
        withActs
      />
    </section>
  );
}
