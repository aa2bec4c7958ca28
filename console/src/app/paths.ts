import { type PathParameters, pageIn, pathIn } from './patterns.ts';

export type { PathParameters } from './patterns.ts';

/**
 * The addresses of the console's pages, below the folder where it is. The service answers these with the page
 * of the console, and unknown ones with 404, as before: an address that is not here needs no rule there.
 */
export const PATHS = {
  collections: '/',
  collection: '/collection/:slug',
  inscription: '/inscription/:id',
  wallet: '/wallet/:address',
  activity: '/activity',
  search: '/search',
  about: '/about',
  inspect: '/inspect',
  trades: '/trades',
  // not /trades/:id, which is the story of a trade in the API
  trade: '/trade/:id',
  inbox: '/inbox',
  cart: '/cart',
  sell: '/sell',
  bids: '/collection/:slug/bids',
} as const;

export type PageName = keyof typeof PATHS;

/** The address of a page, without the folder of the console: `pathTo('collection', { slug: 'embers' })`. */
export function pathTo(page: PageName, parameters: PathParameters = {}): string {
  return pathIn(PATHS, page, parameters);
}

/** The page at an address, with the parts of its path; null: there is none. */
export function pageAt(
  path: string,
): { readonly page: PageName; readonly parameters: PathParameters } | null {
  return pageIn(PATHS, path);
}
