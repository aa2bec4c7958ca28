import { Type } from 'typebox';
import { feeBreakdownFields } from '../fields/fee-breakdown.ts';
import {
  Address,
  arrayOf,
  Count,
  DateTime,
  InscriptionId,
  NonnegativeSats,
  nullable,
  oneOf,
  PositiveSats,
  Txid,
  Uuid,
} from '../fields/scalars.ts';

/** Most offers in one response, which has no cursor. */
export const MAX_LIVE_OFFERS = 200;
/** Stands for the owner of an inscription that no address holds: burnt, unbound or lost. */
export const NO_OWNER = 'none';

export const OfferKind = oneOf(
  ['buyer_offer', 'seller_counter'],
  "`buyer_offer`: an offer; `seller_counter`: the owner's price for that buyer.",
);
export const OfferStatus = oneOf(
  ['active', 'accepted', 'rejected', 'cancelled', 'expired', 'invalidated'],
  'State of the offer.',
);

export const offerFields = {
  id: Uuid('Id of the offer.'),
  parentOfferId: nullable(Uuid("Of a counter, the buyer's offer that it counters.")),
  kind: OfferKind,
  status: OfferStatus,
  inscriptionId: InscriptionId('The inscription.'),
  buyerAddress: Address('Ordinals address that gets the inscription.'),
  isFile: Type.Boolean({
    description:
      'True when an `ord` wallet made it as a file: its buyer cannot cancel it here, only by spending a coin of it.',
  }),
  sellerAddress: Address('Ordinals address that holds the inscription.'),
  createdAt: DateTime('When it was submitted.'),
  expiresAt: DateTime('When it expires.'),
  floorSats: nullable(NonnegativeSats("The collection's floor at that time.")),
  topOfferSats: nullable(NonnegativeSats('The highest active offer at that time.')),
  priceSats: PositiveSats('The price.'),
  ...feeBreakdownFields,
};

export const Offer = Type.Object(
  {
    ...offerFields,
    acceptedAt: nullable(DateTime('When it was accepted.')),
    rejectedAt: nullable(DateTime('When it was rejected.')),
    cancelledAt: nullable(DateTime('When it was cancelled.')),
    settlementTxid: nullable(Txid('Settlement, once accepted.')),
  },
  { title: 'Offer', description: 'An offer on an inscription, or a counter to one.' },
);

export const InscriptionParams = Type.Object({ id: InscriptionId('The inscription.') });
export const OfferParams = Type.Object({
  id: InscriptionId('The inscription.'),
  offerId: Uuid('The offer or counter.'),
});

export const OffersAnswer = Type.Object({
  inscriptionId: InscriptionId('The inscription.'),
  ownerAddress: {
    ...Address('Address that holds it; `none` when no address does, as after it was burnt.'),
    'x-absent': NO_OWNER,
  },
  topOfferSats: nullable(NonnegativeSats('Highest active offer.')),
  liveOfferCount: Count('Active offers and counters that the caller may see, also those beyond `offers`.'),
  expiringSoonCount: Count('Active offers and counters that expire within 24 hours.'),
  offers: arrayOf(Offer, {
    maxItems: MAX_LIVE_OFFERS,
    description: `The best ${MAX_LIVE_OFFERS}, highest first, of the same price the newest first. Only its buyer and seller see a counter.`,
  }),
});

export const OfferHistoryQuery = Type.Object({
  page: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      default: 0,
      description: 'Page number from 0, 25 offers each.',
    }),
  ),
});

export const OfferHistoryAnswer = Type.Object({
  inscriptionId: InscriptionId('The inscription.'),
  offers: arrayOf(Offer, { description: 'Newest first, in every state.' }),
  hasMore: Type.Boolean({ description: 'True when another page follows.' }),
  page: Type.Integer({ minimum: 0, maximum: 100, description: 'Number of this page.' }),
});
