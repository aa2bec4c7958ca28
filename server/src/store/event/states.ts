import type { FloorRow } from '../catalogue/floors.ts';
import type { CollectionOfferRow } from '../collection-offer/collection-offers.ts';
import type { ListingRow } from '../listing/listings-page.ts';
import type { OfferRow } from '../offer/offers-page.ts';
import type { SaleRow } from '../sale/sales.ts';

/** A row as an event has stored it: JSON, with times as text. */
export type AsJson<Row> = {
  readonly [Name in keyof Row]: Date extends Row[Name] ? string | Exclude<Row[Name], Date> : Row[Name];
};

/** A sale; its time and height are null while no block has it. */
export type SaleInEvent = Omit<SaleRow, 'soldAt' | 'blockHeight' | 'blockPosition'> & {
  readonly soldAt: Date | null;
  readonly blockHeight: number | null;
};

/** What an event of each topic has stored: the row that a page reads, as of the change. */
export interface EventStates {
  readonly block: { readonly height: number; readonly hash: string; readonly time: string };
  readonly floor: Pick<FloorRow, 'slug' | 'floorSats' | 'listedCount'>;
  readonly listing: AsJson<ListingRow> & { readonly status: 'buyable' | 'hidden' | 'closed' };
  readonly sale: AsJson<SaleInEvent>;
  readonly offer: AsJson<OfferRow>;
  readonly counter: AsJson<OfferRow>;
  readonly collection_offer: AsJson<CollectionOfferRow> & {
    readonly status: 'active' | 'hidden' | 'closed';
    readonly slug: string;
  };
  readonly trade: { readonly kind: string; readonly from: string | null; readonly status: string };
}
