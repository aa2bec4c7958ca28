import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { info } from '../data/market.ts';
import { useStore } from '../data/store.ts';
import { Mark } from '../design/mark.tsx';
import { SchemeButton } from '../design/scheme-button.tsx';
import { text } from '../text.ts';
import { linkTo, location } from './location.ts';
import { Navigation } from './navigation.tsx';
import { Nothing } from './nothing.tsx';
import { PAGES } from './pages.ts';
import { place } from './place.ts';
import { SearchBox } from './search-box.tsx';
import { SkipLink } from './skip-link.tsx';
import { SLOTS } from './slots.ts';
import { Tip } from './tip.tsx';

/** Header, the page that the address names, and footer. */
export function Shell() {
  const { page, parameters, query } = useStore(location);
  const Page = page && PAGES[page];
  const main = useRef<HTMLElement>(null);
  const key = `${page} ${Object.values(parameters).join(' ')}`;
  // before the effects of the page, which may have a name of its own
  useLayoutEffect(() => {
    document.title = page ? `${text.titles[page]} · ${text.name}` : text.name;
  }, [page]);
  const isFirst = useRef(true);
  useEffect(() => {
    // a screen reader starts at the new page, as after a load
    if (!isFirst.current) main.current?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [key]);
  return (
    <>
      <SkipLink main={main} />
      <header class="top">
        <a class="brand" href={linkTo('collections')}>
          <Mark />
          <span>{text.name}</span>
        </a>
        <NetworkBadge />
        <Navigation page={page} />
        <SearchBox />
        <div class="top-tools">
          <SchemeButton />
          {SLOTS.wallet && <SLOTS.wallet />}
        </div>
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        {Page ? <Page key={key} parameters={parameters} query={query} /> : <Nothing />}
      </main>
      <footer class="bottom">
        <Tip />
        <nav aria-label={text.footer.label}>
          <a href={linkTo('about')}>{text.titles.about}</a>
          <a href={`${place.serviceUrl}/docs`}>{text.footer.reference}</a>
          <a href={`${place.serviceUrl}/openapi.json`}>{text.footer.openapi}</a>
          <a href={`${place.serviceUrl}/llms.txt`}>{text.footer.agents}</a>
        </nav>
      </footer>
    </>
  );
}

/** Which network this is, wherever its coins have no value. */
function NetworkBadge() {
  const network = useStore(info)?.network ?? 'mainnet';
  if (network === 'mainnet') return null;
  return (
    <span class="network" title={text.testNetwork}>
      {network}
    </span>
  );
}
