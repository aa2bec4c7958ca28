import { EVENT_VERSION, type Topic } from '@ordbook/api/event/event';
import { scopeLabel, type Target } from '@ordbook/protocol/collection-offer/criteria';
import type { EventPlace, StoredEvent } from '../../store/event/events.ts';
import type { ListingRow } from '../../store/listing/listings-page.ts';
import type { OfferRow } from '../../store/offer/offers-page.ts';
import type { SaleRow } from '../../store/sale/sales.ts';
import { sampleShape } from '../collection-offer/shape.ts';
import { listingShape } from '../listing/shape.ts';
import { offerShape } from '../offer/shape.ts';
import { saleShape } from '../sale/shape.ts';

/** What clients see; docs/events.md describes it. */
export interface PublicEvent {
  readonly version: number;
  readonly id: string;
  readonly sequence: number;
  readonly type: string;
  readonly topic: Topic;
  readonly tradeId: string | null;
  readonly occurredAt: string;
  readonly collections: readonly string[];
  readonly inscriptionIds: readonly string[];
  readonly data: object;
}

export interface ContentUrl {
  readonly contentUrl: string;
}

/** `1042-9f3c1a2b04de`: the number, and the mark of the history that it belongs to. */
export function idOf({ seq, mark }: EventPlace): string {
  return `${seq}-${mark}`;
}

/** The place that a valid id names. */
export function placeOf(id: string): EventPlace {
  const [seq = '', mark = ''] = id.split('-');
  return { seq: Number(seq), mark };
}

export function topicOf(event: Pick<StoredEvent, 'type'>): Topic {
  return event.type.split('.')[0] as Topic;
}

/** The event as clients get it. Its data has the fields that GET returns, as of the change. */
export function eventShape(event: StoredEvent, settings: ContentUrl): PublicEvent {
  const topic = topicOf(event);
  return {
    version: EVENT_VERSION,
    id: idOf(event),
    sequence: event.seq,
    type: event.type,
    topic,
    tradeId: event.tradeId,
    occurredAt: event.happenedAt.toISOString(),
    collections: event.slugs,
    inscriptionIds: event.inscriptionIds,
    data: DATA[topic](event.state as Row, event.type, settings),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the columns that a trigger of 0010-events.sql stored
type Row = Readonly<Record<string, any>>;

const date = (value: string | null) => (value === null ? null : new Date(value));

const DATA: Readonly<Record<Topic, (row: Row, type: string, settings: ContentUrl) => object>> = {
  block: ({ height, hash, time }) => ({ height, hash, time: new Date(time).toISOString() }),
  floor: ({ slug, floorSats, listedCount }) => ({ slug, floor: floorSats, listedCount }),
  listing: ({ status, ...row }) => ({
    status,
    listing: listingShape({
      ...row,
      listedAt: date(row['listedAt']),
      expiresAt: date(row['expiresAt']),
    } as ListingRow),
  }),
  sale: (row, type) => {
    const { soldAt, blockHeight } = row;
    // The shape is that of confirmed sales, which all have a time.
    const shape = saleShape({ ...row, soldAt: new Date(soldAt ?? 0) } as SaleRow);
    const status = { 'sale.pending': 'pending', 'sale.taken_back': 'taken_back' }[type] ?? 'confirmed';
    return { status, sale: { ...shape, soldAt: soldAt === null ? null : shape.soldAt, blockHeight } };
  },
  offer: offerData,
  counter: offerData,
  collection_offer: (
    { status, slug, target, sampleInscriptionId, sampleContentType, isPixelArt, ...row },
    _type,
    settings,
  ) => ({
    status,
    slug,
    offer: {
      ...row,
      target,
      scopeLabel: scopeLabel(target as Target),
      createdAt: new Date(row['createdAt']).toISOString(),
      expiresAt: new Date(row['expiresAt']).toISOString(),
      totalSats: row['priceSats'],
      sampleInscription: sampleShape(
        { inscriptionId: sampleInscriptionId, contentType: sampleContentType, isPixelArt },
        settings,
      ),
    },
  }),
  trade: ({ kind, from, status }) => ({ kind, from, status }),
};

function offerData(row: Row): object {
  return offerShape({
    ...row,
    createdAt: date(row['createdAt']),
    expiresAt: date(row['expiresAt']),
    closedAt: date(row['closedAt']),
  } as OfferRow);
}
