import { useEffect, useState } from 'preact/hooks';
import { useStore } from '../data/store.ts';
import { sats } from '../format/sats.ts';
import { signedIn } from '../session/session.ts';
import { text } from '../text.ts';
import { cart } from '../trader/buy/cart.ts';
import { linkTo, location } from './location.ts';
import { PAGES } from './pages.ts';
import type { PageName } from './paths.ts';

/** In the order of the header; a page that there is not is left out. */
const SHOWN: readonly PageName[] = ['collections', 'activity', 'inspect', 'inbox', 'trades', 'cart', 'sell'];

/** They show what is the visitor's own. */
const OWN: readonly PageName[] = ['inbox', 'trades'];

/** On a narrow screen the pages are behind a button, so that the header takes two rows. */
export function Navigation({ page }: { readonly page: PageName | null }) {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => location.follow(() => setIsOpen(false)), []);
  const inCart = useStore(cart).length;
  const isSignedIn = useStore(signedIn) !== null;
  const shown = SHOWN.filter((name) => PAGES[name] && (isSignedIn || !OWN.includes(name)));
  return (
    <>
      <button
        type="button"
        class="button top-menu"
        aria-expanded={isOpen}
        aria-controls="pages"
        onClick={() => setIsOpen(!isOpen)}
      >
        {text.menu}
      </button>
      <nav id="pages" class={isOpen ? 'top-pages top-pages-open' : 'top-pages'} aria-label={text.navigation}>
        {shown.map((name) => (
          <a key={name} href={linkTo(name)} aria-current={name === page ? 'page' : undefined}>
            {text.titles[name]}
            {name === 'cart' && inCart > 0 && <span class="count">{sats(inCart)}</span>}
          </a>
        ))}
      </nav>
    </>
  );
}
