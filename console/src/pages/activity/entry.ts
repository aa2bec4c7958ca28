import type { MarketActivity } from '@ordbook/client/market';
import type { MarketEvent } from '../../data/live.ts';

export type Entry = MarketActivity['activity'][number];

/** What the two kinds of rows have in common; GET /sales and GET /listings return them, and so do events. */
interface Row {
  readonly inscriptionId: string;
  readonly inscriptionName: string;
  readonly image: string;
  readonly collection: { readonly slug: string | null; readonly name: string | null };
  readonly sellerAddress: string | null;
  readonly priceSats: number;
}
type Listing = Row & { readonly listingId: string; readonly listedAt: string };
type Sale = Row & {
  readonly saleId: string;
  readonly soldAt: string;
  readonly buyerAddress: string | null;
  readonly txid: string | null;
};

/** What an event adds to the feed, or takes from it: an entry, or the id of one. null: neither. */
export function changeBy(event: MarketEvent): { readonly add: Entry } | { readonly remove: string } | null {
  const { type, data } = event;
  const status = data['status'];
  if (event.topic === 'listing') {
    const listing = data['listing'] as Listing;
    if (status === 'buyable') return { add: listed(listing) };
    return { remove: listing.listingId };
  }
  if (event.topic !== 'sale') return null;
  const sale = data['sale'] as Sale;
  if (type === 'sale.taken_back') return { remove: sale.saleId };
  return status === 'confirmed' ? { add: sold(sale) } : null;
}

/** Entries with the changes of an event, newest first; an entry that is there already is replaced. */
export function changed(entries: readonly Entry[], event: MarketEvent): readonly Entry[] {
  const change = changeBy(event);
  if (change === null) return entries;
  if ('remove' in change) return entries.filter(({ id }) => id !== change.remove);
  const others = entries.filter(({ id }) => id !== change.add.id);
  return [change.add, ...others].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

const common = ({ inscriptionId, inscriptionName, image, collection, sellerAddress, priceSats }: Row) => ({
  inscriptionId,
  inscriptionName,
  image,
  collectionSlug: collection.slug,
  collectionName: collection.name,
  priceSats,
  fromAddress: sellerAddress,
});

const listed = (row: Listing): Entry => ({
  kind: 'listing',
  id: row.listingId,
  at: row.listedAt,
  ...common(row),
  toAddress: null,
  txid: null,
});

const sold = (row: Sale): Entry => ({
  kind: 'sale',
  id: row.saleId,
  at: row.soldAt,
  ...common(row),
  toAddress: row.buyerAddress,
  txid: row.txid,
});
