import type { MarketItem } from '@ordbook/client/market';
import { linkTo } from '../../app/location.ts';
import { text } from '../../text.ts';
import { queryOf } from '../collection/filters.ts';

/** Its traits, each with its share and a link to the members that have it, and the classes of its sat. */
export function ItemTraits({ item }: { readonly item: MarketItem }) {
  const { traits, satributes, collection: slug } = item;
  if (traits.length + satributes.length === 0) return null;
  return (
    <section>
      <h2>{text.traits.label}</h2>
      {traits.length > 0 && (
        <ul class="trait-cards">
          {traits.map(({ type, value, percentage }) => (
            <li key={`${type} ${value}`}>
              <a
                href={linkTo(
                  'collection',
                  { slug },
                  queryOf({ sort: 'oldest', traits: [{ type, values: [value] }] }, 'price'),
                )}
              >
                <span class="label">{type}</span>
                <span>{value}</span>
                {percentage !== undefined && <span class="muted">{text.traits.share(percentage)}</span>}
              </a>
            </li>
          ))}
        </ul>
      )}
      {satributes.length > 0 && (
        <p class="satributes">
          <span class="label">{text.inscription.satributes}</span>
          {satributes.map((name) => (
            <span key={name} class="tag">
              {name.replaceAll('_', ' ')}
            </span>
          ))}
        </p>
      )}
    </section>
  );
}
