import { EVENT_VERSION, type Topic } from '@ordbook/api/event/event';
import type { CollectionOfferRow } from '../../store/collection-offer/collection-offers.ts';
import type { EventCursor, StoredEvent } from '../../store/event/events.ts';
import type { AsJson, EventStates, SaleInEvent } from '../../store/event/states.ts';
import type { ListingRow } from '../../store/listing/listings-page.ts';
import type { OfferRow } from '../../store/offer/offers-page.ts';
import { collectionOfferShape } from '../collection-offer/shape.ts';
import { listingShape } from '../listing/shape.ts';
import { offerShape } from '../offer/shape.ts';
import { saleFieldsShape } from '../sale/shape.ts';
import type { ContentUrl } from '../settings.ts';

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

/** `1042-9f3c1a2b04de`: the number, and the id of its history. */
export function idOf({ seq, history }: EventCursor): string {
  return `${seq}-${history}`;
}

/** The cursor that a valid id names. */
export function placeOf(id: string): EventCursor {
  const [seq = '', history = ''] = id.split('-');
  return { seq: Number(seq), history };
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
    data: dataOf(topic, event, settings),
  };
}

function dataOf<T extends Topic>(topic: T, { state, type }: StoredEvent, settings: ContentUrl): object {
  // the only writer is store/event/from-moves.ts, by the rows of this topic
  return DATA[topic](state as unknown as EventStates[T], type, settings);
}

/** The properties of a row that are times. */
type Times<Row> = { [Name in keyof Row]-?: Date extends Row[Name] ? Name : never }[keyof Row];

/** A stored row as a page reads it. `times`: all properties of it that are. */
function withDates<Row extends object>(stored: AsJson<Row>, times: Record<Times<Row>, true>): Row {
  const dates = Object.keys(times).map((name) => {
    const text = stored[name as keyof Row] as string | null;
    return [name, text === null ? null : new Date(text)];
  });
  return { ...stored, ...Object.fromEntries(dates) };
}

type DataShapes = {
  readonly [T in Topic]: (state: EventStates[T], type: string, settings: ContentUrl) => object;
};

const DATA: DataShapes = {
  block: ({ height, hash, time }) => ({ height, hash, time: new Date(time).toISOString() }),
  floor: ({ slug, floorSats, listedCount }) => ({ slug, floor: floorSats, listedCount }),
  listing: ({ status, ...row }, _type, settings) => ({
    status,
    listing: listingShape(withDates<ListingRow>(row, { listedAt: true, expiresAt: true }), settings),
  }),
  sale(stored, type, settings) {
    const row = withDates<SaleInEvent>(stored, { soldAt: true });
    const status = { 'sale.pending': 'pending', 'sale.taken_back': 'taken_back' }[type] ?? 'confirmed';
    const { blockHeight } = row;
    const soldAt = row.soldAt?.toISOString() ?? null;
    return { status, sale: { soldAt, blockHeight, ...saleFieldsShape(row, settings) } };
  },
  offer: offerData,
  counter: offerData,
  collection_offer({ status, slug, ...stored }, _type, settings) {
    const row = withDates<CollectionOfferRow>(stored, { createdAt: true, expiresAt: true });
    return { status, slug, offer: collectionOfferShape(row, settings) };
  },
  trade: ({ kind, from, status }) => ({ kind, from, status }),
};

function offerData(stored: EventStates['offer']): object {
  return offerShape(withDates<OfferRow>(stored, { createdAt: true, expiresAt: true, closedAt: true }));
}
