import type { ComponentType } from 'preact';
import { lazy } from './lazy.tsx';
import type { PageProps } from './page-props.ts';
import type { PageName } from './paths.ts';

/** The pages that there are. A path of `PATHS` without one here shows that nothing is there. */
export const PAGES: Partial<Record<PageName, ComponentType<PageProps>>> = {
  collections: lazy(() => import('../pages/collections.tsx')),
  collection: lazy(() => import('../pages/collection.tsx')),
  inscription: lazy(() => import('../pages/inscription.tsx')),
  wallet: lazy(() => import('../pages/wallet.tsx')),
  search: lazy(() => import('../pages/search.tsx')),
  activity: lazy(() => import('../pages/activity.tsx')),
  about: lazy(() => import('../pages/about.tsx')),
  inspect: lazy(() => import('../trader/pages/inspect.tsx')),
  sell: lazy(() => import('../trader/sell/sell-page.tsx')),
  cart: lazy(() => import('../trader/buy/cart-page.tsx')),
  inbox: lazy(() => import('../trader/offers/inbox-page.tsx')),
  bids: lazy(() => import('../trader/bids/bids-page.tsx')),
  trades: lazy(() => import('../trader/trades/trades-page.tsx')),
  trade: lazy(() => import('../trader/trades/trade-page.tsx')),
};
