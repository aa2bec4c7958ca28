import { useEffect } from 'preact/hooks';
import { linkTo } from '../../app/location.ts';
import { onChange } from '../../data/changes.ts';
import { market } from '../../data/market.ts';
import { useResource } from '../../data/resource.ts';
import { Ago } from '../../design/ago.tsx';
import { Amount } from '../../design/amount.tsx';
import { Failure } from '../../design/failure.tsx';
import { Waiting } from '../../design/waiting.tsx';
import { sats } from '../../format/sats.ts';
import { text } from '../../text.ts';
import { DepthChart } from './depth-chart.tsx';

/** The offers for a collection and its traits, the highest first, each as a bar beside the highest. */
export function Offers({ slug }: { readonly slug: string }) {
  const { value, error, reload } = useResource(`offers ${slug}`, (signal) => market.offers(slug, signal));
  const { value: book, reload: readBook } = useResource(`book ${slug}`, (signal) =>
    market.book(slug, signal),
  );
  useEffect(() => onChange({ topics: ['collection_offer', 'sale', 'block'] }, reload), [reload]);
  useEffect(() => onChange({ topics: ['listing', 'sale'], collection: slug }, readBook), [slug, readBook]);
  if (!value) return error === null ? <Waiting /> : <Failure error={error} retry={reload} />;
  const { offers, totalCount } = value;
  const make = (
    <p>
      <a class="button" href={linkTo('bids', { slug })}>
        {text.offers.make}
      </a>
    </p>
  );
  const depth = book && <DepthChart book={book} offers={offers} />;
  if (offers.length === 0)
    return (
      <>
        {depth}
        <div class="message">
          <p class="muted">{text.offers.none}</p>
          {make}
        </div>
      </>
    );
  const top = offers[0]!.priceSats;
  return (
    <section class="book">
      {make}
      {depth}
      <table class="offers">
        <caption class="unseen">{text.collection.tabs.offers}</caption>
        <thead>
          <tr>
            <th scope="col">{text.offers.price}</th>
            <th scope="col">{text.offers.scope}</th>
            <th scope="col" class="column-eligible">
              {text.offers.eligible}
            </th>
            <th scope="col">{text.offers.expires}</th>
          </tr>
        </thead>
        <tbody>
          {offers.map(({ offerId, priceSats, scopeLabel, isForTraits, eligibleCount, expiresAt }) => (
            <tr key={offerId}>
              <td class="depth">
                <span class="depth-bar" style={{ width: `${(100 * priceSats) / top}%` }} aria-hidden="true" />
                <Amount sats={priceSats} withFiat />
              </td>
              <td>{isForTraits ? scopeLabel : text.offers.any}</td>
              <td class="column-eligible">{sats(eligibleCount)}</td>
              <td>
                <Ago at={expiresAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {totalCount > offers.length && <p class="muted">{text.offers.more(totalCount - offers.length)}</p>}
    </section>
  );
}
