import { useEffect } from 'preact/hooks';
import { linkTo } from '../../app/location.ts';
import { onChange } from '../../data/changes.ts';
import { market } from '../../data/market.ts';
import { useResource } from '../../data/resource.ts';
import { Ago } from '../../design/ago.tsx';
import { text } from '../../text.ts';
import { LastSale } from './last-sale.tsx';

/** What this is, and what has just happened: the last sale with its transaction, and the newest blocks. */
export function Front() {
  const { value, reload } = useResource('now', (signal) => market.now(signal));
  useEffect(() => onChange({ topics: ['sale', 'block'] }, reload), [reload]);
  return (
    <>
      <header class="front">
        <div class="front-says">
          <h1>{text.collections.title}</h1>
          <p class="lede">{text.collections.lede}</p>
          <p class="front-links">
            <a class="button" href={linkTo('about')}>
              {text.collections.how}
            </a>
            <a href={linkTo('inspect')}>{text.collections.check}</a>
          </p>
        </div>
        {value?.lastSale && <LastSale sale={value.lastSale} />}
      </header>
      {value && value.blocks.length > 0 && (
        <ol class="blocks" aria-label={text.now.blocks}>
          {value.blocks.map(({ height, at, sales }) => (
            <li key={height} class={sales > 0 ? 'block-sold' : ''}>
              <strong>{text.now.block(height)}</strong>
              <span class="muted">
                <Ago at={at} />
              </span>
              <span class="block-sales">{text.now.sales(sales)}</span>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
