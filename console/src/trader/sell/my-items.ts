import type { Session } from '@ordbook/client';
import type { MarketItem } from '@ordbook/client/market';
import { market } from '../../data/market.ts';

/** An inscription that a wallet holds, or could hold. */
export interface MyItem extends Pick<MarketItem, 'inscriptionId' | 'name' | 'traits'> {
  readonly slug: string;
  readonly listingId: string | null;
  readonly listingState: MarketItem['listingState'];
  readonly priceSats: number | null;
}

/** With what is needed to show it. */
export type HeldItem = MyItem & MarketItem;

/** What the wallet holds of one collection. */
export interface Holding {
  readonly slug: string;
  readonly name: string;
  /** Whether the operator lets it be traded. */
  readonly tradingEnabled: boolean;
  readonly items: readonly HeldItem[];
}

/** Everything of the market's collections that the wallet holds. Throws what the reads throw. */
export async function myHoldings(
  { wallet: { ordinalsAddress } }: Session,
  signal?: AbortSignal,
): Promise<Holding[]> {
  const items: HeldItem[] = [];
  const collections = new Map<string, Omit<Holding, 'items'>>();
  let cursor: string | null = null;
  do {
    const page = await market.holdings(ordinalsAddress, cursor === null ? {} : { cursor }, signal);
    items.push(...page.items.map((item) => ({ ...item, slug: item.collection })));
    for (const collection of page.collections) collections.set(collection.slug, collection);
    cursor = page.pagination.nextCursor;
  } while (cursor !== null);
  return [...collections.values()].map((collection) => ({
    ...collection,
    items: items.filter(({ slug }) => slug === collection.slug),
  }));
}
