import { type Static, type TSchema, Type } from 'typebox';
import { CollectionOfferRow } from '../collection-offer/collection-offer.ts';
import { PATTERNS } from '../fields/patterns.ts';
import {
  arrayOf,
  Count,
  DateTime,
  InscriptionId,
  NonnegativeSats,
  nullable,
  oneOf,
  Slug,
  SlugFilter,
  Txid,
  Uuid,
} from '../fields/scalars.ts';
import { Listing } from '../listing/listing.ts';
import { Offer } from '../offer/offer.ts';
import { Sale } from '../sale/sale.ts';

/** Of every event. It changes when a field changes its meaning or goes; new fields and types may come. */
export const EVENT_VERSION = 1;

/** What an event is about. Anyone reads the first four, every signed-in profile also the next two. */
export const PUBLIC_TOPICS = ['block', 'listing', 'sale', 'floor'] as const;
export const MEMBER_TOPICS = ['offer', 'collection_offer'] as const;
/** What only the parties of a trade read; pending sales too. */
export const OWN_TOPICS = ['counter', 'trade'] as const;
export const TOPICS = [...PUBLIC_TOPICS, ...MEMBER_TOPICS, ...OWN_TOPICS] as const;
export type Topic = (typeof TOPICS)[number];

const MAX_FILTERS = 50;

const EventId = Type.String({
  pattern: PATTERNS.eventId,
  description: 'Where the event is in the sequence, for `Last-Event-ID`.',
  examples: ['1042-9f3c1a2b04de'],
});

/** Comma-separated values of a query. */
const list = (description: string, example: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 4_000, description, examples: [example] }));

export const EventsQuery = Type.Object({
  topics: list(`Only these, separated by commas: ${TOPICS.join(', ')}.`, 'listing,sale'),
  collections: list('Only what concerns one of these collections; any case.', 'quiet-mice'),
  inscriptions: list('Only what concerns one of these inscriptions.', `${'5d'.repeat(32)}i0`),
  after: Type.Optional(Type.String({ description: 'The id of an event: the stream goes on after it.' })),
});
export const Filters = Type.Object({
  topics: Type.Optional(arrayOf(oneOf(TOPICS, 'A topic.'), { maxItems: TOPICS.length })),
  collections: Type.Optional(arrayOf(SlugFilter('A collection.'), { maxItems: MAX_FILTERS })),
  inscriptions: Type.Optional(arrayOf(InscriptionId('An inscription.'), { maxItems: MAX_FILTERS })),
});

const BlockData = Type.Object({
  height: Count('Height of the block.'),
  hash: Txid('Hash of the block.'),
  time: DateTime('Time in its header.'),
});
const FloorData = Type.Object({
  slug: Slug('The collection.'),
  floor: nullable(NonnegativeSats('Lowest price of a buyable listing; null: there is none.')),
  listedCount: Count('Buyable listings; a bundle counts once.'),
});
const ListingData = Type.Object({
  status: oneOf(
    ['buyable', 'hidden', 'closed'],
    '`buyable`: in the book; `hidden`: not in the book now, and it may come back; `closed`: ended.',
  ),
  listing: Listing,
});
const unconfirmed = {
  soldAt: nullable(Sale.properties.soldAt),
  blockHeight: nullable(Sale.properties.blockHeight),
};
const SaleData = Type.Object({
  status: oneOf(
    ['pending', 'confirmed', 'taken_back'],
    '`taken_back`: no block has it any more, or never will; it may be confirmed again.',
  ),
  sale: Type.Object({ ...Sale.properties, ...unconfirmed }),
});
const { actionBindingId: _, status: __, ...offerRow } = CollectionOfferRow.properties;
const CollectionOfferData = Type.Object({
  status: oneOf(
    ['active', 'hidden', 'closed'],
    '`hidden`: it is being filled, and may come back; `closed`: ended.',
  ),
  slug: Slug('The collection.'),
  offer: Type.Object(offerRow),
});
const TradeData = Type.Object({
  kind: oneOf(
    ['listing', 'purchase', 'offer', 'counter', 'settlement', 'collection offer', 'fill'],
    'What moved. A settlement has the id of its offer or counter.',
  ),
  from: nullable(Type.String({ maxLength: 40, description: 'Its state before; null: it was made.' })),
  status: Type.String({ maxLength: 40, description: 'Its state, as docs/lifecycle.md draws them.' }),
});

const DATA = {
  block: BlockData,
  listing: ListingData,
  sale: SaleData,
  floor: FloorData,
  offer: Offer,
  counter: Offer,
  collection_offer: CollectionOfferData,
  trade: TradeData,
} satisfies Readonly<Record<Topic, TSchema>>;

/** Every type of event, by topic. */
export const TYPES = {
  block: ['applied', 'undone'],
  listing: ['made', 'changed', 'closed'],
  sale: ['pending', 'confirmed', 'changed', 'taken_back'],
  floor: ['changed'],
  offer: ['made', 'accepted', 'ended', 'reopened'],
  counter: ['made', 'accepted', 'ended', 'reopened'],
  collection_offer: ['made', 'changed', 'closed'],
  trade: ['moved'],
} as const satisfies Readonly<Record<Topic, readonly string[]>>;

/** The JSON schema of every event, one per topic. `docs/events.schema.json` is rendered from it. */
export const EVENT_SCHEMAS = Object.fromEntries(
  TOPICS.map((topic) => [
    topic,
    Type.Object({
      version: Type.Literal(EVENT_VERSION),
      id: EventId,
      sequence: Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Its number: greater in each later event.',
      }),
      type: oneOf(
        TYPES[topic].map((one) => `${topic}.${one}`),
        'What happened.',
      ),
      topic: Type.Literal(topic),
      tradeId: nullable(Uuid('The listing, offer, counter, collection offer, purchase or fill; null: none.')),
      occurredAt: DateTime('When it happened, by the clock of the database.'),
      collections: arrayOf(Slug('A collection.'), { description: 'The collections that it concerns.' }),
      inscriptionIds: arrayOf(InscriptionId('An inscription.'), {
        description: 'The inscriptions that it concerns.',
      }),
      data: DATA[topic],
    }),
  ]),
) as unknown as Readonly<Record<Topic, TSchema>>;

/** An event of a topic, as `EVENT_SCHEMAS` describe it. */
export interface EventOf<T extends Topic> {
  readonly version: typeof EVENT_VERSION;
  readonly id: string;
  readonly sequence: number;
  readonly type: `${T}.${(typeof TYPES)[T][number]}`;
  readonly topic: T;
  readonly tradeId: string | null;
  readonly occurredAt: string;
  readonly collections: string[];
  readonly inscriptionIds: string[];
  readonly data: Static<(typeof DATA)[T]>;
}
