import type { PublicEvent } from '../../src/api/event/shape.ts';

// biome-ignore lint/suspicious/noExplicitAny: fields as the API returns them
type Fields = any;

/** What a client knows that has read nothing but events. */
export class EventBook {
  readonly listings = new Map<string, Fields>();
  readonly sales = new Map<string, Fields>();
  readonly offers = new Map<string, Fields>();
  readonly collectionOffers = new Map<string, Fields>();
  readonly floors = new Map<string, Fields>();
  readonly blocks: string[] = [];
  readonly trades = new Map<string, string>();

  apply({
    type,
    topic,
    data,
    tradeId,
  }: Pick<PublicEvent, 'type' | 'topic' | 'tradeId'> & { data: Fields }): void {
    if (topic === 'listing')
      put(this.listings, data.listing.listingId, data.status === 'buyable' && data.listing);
    if (topic === 'sale') put(this.sales, data.sale.saleId, data.status === 'confirmed' && data.sale);
    if (topic === 'offer' || topic === 'counter') this.offers.set(data.id, data);
    if (topic === 'collection_offer')
      put(this.collectionOffers, data.offer.id, data.status === 'active' && data.offer);
    if (topic === 'floor') this.floors.set(data.slug, data);
    if (topic === 'trade') this.trades.set(`${data.kind} ${tradeId}`, data.status);
    if (type === 'block.applied') this.blocks.push(data.hash);
    if (type === 'block.undone' && this.blocks.pop() !== data.hash)
      throw new Error(`block ${data.hash} was undone, and is not the last one`);
  }
}

function put(map: Map<string, Fields>, id: string, value: Fields): void {
  if (value) map.set(id, value);
  else map.delete(id);
}
