import { linkTo } from '../app/location.ts';
import type { PageProps } from '../app/page-props.ts';
import { market } from '../data/market.ts';
import { useResource } from '../data/resource.ts';
import { Failure } from '../design/failure.tsx';
import { SmallCard } from '../design/small-card.tsx';
import { Verified } from '../design/verified.tsx';
import { Waiting } from '../design/waiting.tsx';
import { text } from '../text.ts';

/** Collections and inscriptions by id, number or name. */
export default function Search({ query }: PageProps) {
  const asked = (query.get('q') ?? '').trim();
  return (
    <>
      <header class="page-head">
        <h1>{asked === '' ? text.titles.search : text.search.title(asked)}</h1>
      </header>
      {asked === '' ? <p class="muted">{text.search.hint}</p> : <Found asked={asked} />}
    </>
  );
}

function Found({ asked }: { readonly asked: string }) {
  const { value, error, reload } = useResource(`search ${asked}`, (signal) => market.search(asked, signal));
  if (!value) return error === null ? <Waiting /> : <Failure error={error} retry={reload} />;
  const { collections, inscriptions } = value;
  if (collections.length + inscriptions.length === 0)
    return <p class="message muted">{`${text.search.none} ${text.search.hint}`}</p>;
  return (
    <div class="found">
      {collections.length > 0 && (
        <section>
          <h2>{text.titles.collections}</h2>
          <ul class="ruled found-list">
            {collections.map(({ slug, name, verified, itemCount }) => (
              <li key={slug}>
                <span>
                  <a href={linkTo('collection', { slug })}>{name}</a> {verified && <Verified />}
                </span>
                <span class="muted">{text.items(itemCount)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {inscriptions.length > 0 && (
        <section>
          <h2>{text.search.inscriptions}</h2>
          <ul class="found-grid">
            {inscriptions.map((found) => (
              <li key={found.inscriptionId}>
                <SmallCard of={found}>
                  <span class="muted">{found.collectionName}</span>
                  <span class="muted">{text.number(found.inscription)}</span>
                </SmallCard>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
