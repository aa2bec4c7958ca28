import type { ComponentType } from 'preact';
import type { PageProps } from '../../app/page-props.ts';
import { Acts } from '../pages/acts.tsx';
import { AuditPage } from '../pages/audit.tsx';
import { Books } from '../pages/books.tsx';
import { CollectionPage } from '../pages/collection.tsx';
import { Collections } from '../pages/collections.tsx';
import { OverviewPage } from '../pages/overview.tsx';
import { Partners } from '../pages/partners.tsx';
import { Parts } from '../pages/parts.tsx';
import { RevenuePage } from '../pages/revenue.tsx';
import { Stops } from '../pages/stops.tsx';
import { TradePage } from '../pages/trade.tsx';
import { Trades } from '../pages/trades.tsx';
import type { OperatorPage } from '../paths.ts';

export const PAGES: Readonly<Record<OperatorPage, ComponentType<PageProps>>> = {
  overview: OverviewPage,
  trades: Trades,
  trade: TradePage,
  revenue: RevenuePage,
  books: Books,
  collections: Collections,
  collection: CollectionPage,
  partners: Partners,
  stops: Stops,
  parts: Parts,
  audit: AuditPage,
  acts: Acts,
};
