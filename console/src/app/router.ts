import { createStore, type Store } from '../data/store.ts';
import { type PathParameters, type Paths, pageIn, pathIn } from './patterns.ts';
import { place } from './place.ts';

/** What the address bar says. */
export interface Location<Name extends string> {
  /** null: no page is there. */
  readonly page: Name | null;
  readonly parameters: PathParameters;
  readonly query: URLSearchParams;
}

type Query = Readonly<Record<string, string | readonly string[] | null | undefined>>;

export interface Router<Name extends string> {
  readonly location: Store<Location<Name>>;
  /** The link to a page, for `href`: in the folder of the console, with its query. */
  linkTo(page: Name, parameters?: PathParameters, query?: Query): string;
  /**
   * Goes to a link of `linkTo`. `replace`: the history does not keep the page before, for filters and sorts.
   */
  goTo(link: string, options?: { readonly replace?: boolean }): void;
  /** Makes links to pages of the console change the page without loading it again. Call it once. */
  followLinks(): void;
}

/** Links and history of a console with these pages. */
export function routerOf<Name extends string>(paths: Paths<Name>): Router<Name> {
  const location = createStore(read());

  function read(): Location<Name> {
    const { pathname, search } = window.location;
    const inside = pathname.startsWith(place.folder) ? `/${pathname.slice(place.folder.length)}` : pathname;
    const found = pageIn(paths, inside);
    return {
      page: found?.page ?? null,
      parameters: found?.parameters ?? {},
      query: new URLSearchParams(search),
    };
  }

  function goTo(link: string, { replace = false }: { readonly replace?: boolean } = {}): void {
    const leaves = location.get().page;
    if (replace) history.replaceState(null, '', link);
    else history.pushState(null, '', link);
    location.set(read());
    if (!replace || location.get().page !== leaves) window.scrollTo(0, 0);
  }

  return {
    location,
    goTo,
    linkTo(page, parameters = {}, query = {}) {
      const search = new URLSearchParams();
      for (const [name, value] of Object.entries(query))
        for (const one of [value ?? []].flat()) search.append(name, one);
      const text = search.toString();
      return `${place.folder}${pathIn(paths, page, parameters).slice(1)}${text === '' ? '' : `?${text}`}`;
    },
    followLinks() {
      window.addEventListener('popstate', () => location.set(read()));
      document.addEventListener('click', (event) => {
        const { button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented } = event;
        if (defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
        const link = (event.target as Element | null)?.closest('a');
        if (link?.target !== '' || link.hasAttribute('download')) return;
        const { origin, pathname, search } = new URL(link.href);
        if (origin !== window.location.origin || !pathname.startsWith(place.folder)) return;
        if (!pageIn(paths, `/${pathname.slice(place.folder.length)}`)) return;
        event.preventDefault();
        goTo(`${pathname}${search}`);
      });
    },
  };
}
