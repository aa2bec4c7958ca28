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
import { SettingsPage } from '../pages/settings.tsx';
import { Stops } from '../pages/stops.tsx';
import { TradePage } from '../pages/trade.tsx';
import { Traders } from '../pages/traders.tsx';
import { Trades } from '../pages/trades.tsx';
import { Webhooks } from '../pages/webhooks.tsx';
import type { OperatorPage } from '../paths.ts';

export const PAGES: Readonly<Record<OperatorPage, ComponentType<PageProps>>> = {
  overview: OverviewPage,
  trades: Trades,
  trade: TradePage,
  revenue: RevenuePage,
  books: Books,
  collections: Collections,
  collection: CollectionPage,
  traders: Traders,
  partners: Partners,
  stops: Stops,
  parts: Parts,
  webhooks: Webhooks,
  audit: AuditPage,
  acts: Acts,
  settings: SettingsPage,
};
