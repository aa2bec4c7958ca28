import { Type } from 'typebox';
import { PageCursor } from '../fields/pagination.ts';
import { PATTERNS } from '../fields/patterns.ts';
import {
  Address,
  arrayOf,
  Count,
  DateTime,
  InscribedText,
  InscriptionId,
  InscriptionNumber,
  NonnegativeSats,
  nullable,
  oneOf,
  PositiveSats,
  Slug,
  Text,
  Txid,
  Uuid,
} from '../fields/scalars.ts';
import { OfferKind, OfferStatus, offerFields } from './offer.ts';

const Side = oneOf(['received', 'sent'], 'Whether the caller received or sent it.');
const title = nullable(InscribedText('Title, or null.'));
const collectionName = nullable(Text('Name of its collection.'));
const actionBindingId = nullable(Uuid("The caller's wallet binding that may act on it, or null."));
const contentType = oneOf(['image', 'html', 'video', 'text'], 'Kind of content.');

const collectionSlug = Slug('Collection that the offer was made in.');
const collectionVerified = Type.Boolean({ description: 'Whether that collection is verified.' });

const itemFields = {
  ...offerFields,
  inscriptionNumber: InscriptionNumber,
  inscriptionTitle: title,
  collectionName,
  side: Side,
  actionKind: nullable(
    oneOf(
      ['seller_received_buyer_offer', 'buyer_received_counter'],
      'What the caller can respond to; null: nothing.',
    ),
  ),
  actionBindingId,
  contentType,
  collectionSlug,
  collectionVerified,
};
const Item = Type.Object(itemFields, { title: 'MyOffer', description: 'An offer of the caller.' });
const SentRow = Type.Object(itemFields, {
  title: 'MySentOffer',
  description: 'An offer sent, or a counter received.',
});

const Group = Type.Object(
  {
    inscriptionId: InscriptionId('The inscription.'),
    inscriptionNumber: InscriptionNumber,
    inscriptionTitle: title,
    collectionName,
    collectionSlug: nullable(Slug('Collection that its offers were made in, the first by slug.')),
    collectionVerified: Type.Boolean({ description: 'Whether that collection is verified.' }),
    contentType,
    ownerAddress: Address('Address of the caller that holds it.'),
    actionBindingId,
    topOfferSats: nullable(NonnegativeSats('Highest active offer.')),
    activeOfferCount: Count('Active offers received.'),
    activeCounterCount: Count('Active counters sent.'),
    earliestExpiresAt: nullable(DateTime('When the first of them expires.')),
    offers: arrayOf(Item, { description: 'Offers received, highest first; at most 50 with the counters.' }),
    sentCounters: arrayOf(Item, { description: 'Counters sent.' }),
  },
  { title: 'MyOfferGroup', description: "The offers on one of the caller's inscriptions." },
);

const Event = Type.Object(
  {
    eventKey: Type.String({
      pattern: PATTERNS.offerEvent,
      maxLength: 100,
      description: '`<offer_id>:<event_type>`.',
    }),
    eventType: oneOf(
      ['created', 'accepted', 'rejected', 'cancelled', 'expired', 'invalidated'],
      'What happened.',
    ),
    role: oneOf(['buyer', 'seller'], "The caller's role."),
    offerId: Uuid('The offer.'),
    parentOfferId: nullable(Uuid("Of a counter, the buyer's offer that it counters.")),
    inscriptionId: InscriptionId('The inscription.'),
    inscriptionNumber: InscriptionNumber,
    inscriptionTitle: title,
    kind: OfferKind,
    status: OfferStatus,
    side: Side,
    buyerAddress: offerFields.buyerAddress,
    sellerAddress: offerFields.sellerAddress,
    priceSats: PositiveSats('The price.'),
    occurredAt: DateTime('When it happened.'),
    createdAt: offerFields.createdAt,
    expiresAt: offerFields.expiresAt,
    settlementTxid: nullable(Txid('Of an acceptance, the settlement.')),
    payoutTxid: nullable(Txid('Of an acceptance, the payout, or null.')),
  },
  { title: 'OfferEvent', description: "Something that happened to one of the caller's offers." },
);

export const MyOffersQuery = Type.Object({
  view: Type.Optional(
    oneOf(['owned', 'sent', 'history'], 'Offers received, offers sent, or what happened.', {
      default: 'owned',
    }),
  ),
  cursor: PageCursor,
});

const pageFields = {
  actionableCount: Count('Offers and counters that the caller can respond to.'),
  ownedCount: Count('Active offers received and counters sent.'),
  sentCount: Count('Active offers sent and counters received.'),
  hasMore: Type.Boolean({ description: 'True when another page follows.' }),
  nextCursor: nullable(
    Type.String({ minLength: 1, maxLength: 1024, description: 'Send as `cursor` for the next page.' }),
  ),
};

const Owned = Type.Object({
  view: Type.Literal('owned', { description: 'The view asked for.' }),
  groups: arrayOf(Group, { description: "One per inscription of the caller's that has offers." }),
  ...pageFields,
});
const Sent = Type.Object({
  view: Type.Literal('sent', { description: 'The view asked for.' }),
  rows: arrayOf(SentRow, { description: "The caller's own offers, and the counters received on them." }),
  ...pageFields,
});
const History = Type.Object({
  view: Type.Literal('history', { description: 'The view asked for.' }),
  events: arrayOf(Event, { description: 'What happened to offers, newest first.' }),
  ...pageFields,
});

export const MyOffersAnswer = Type.Union([Owned, Sent, History]);
/** The answer of each view. The type is named: a declaration made from the copies has no `Static`. */
export const VIEWS: { owned: typeof Owned; sent: typeof Sent; history: typeof History } = {
  owned: { ...Owned },
  sent: { ...Sent },
  history: { ...History },
};
