import type { Static } from '@fastify/type-provider-typebox';
import type { VIEWS } from '@ordbook/api/offer/my-offers';
import type { MyOfferRow, OfferEventRow, OfferGroup } from '../../store/offer/my-offers.ts';
import { contentTypeOf, numberText } from '../catalogue/inscription-shape.ts';

import { offerFieldsShape } from './shape.ts';

type Group = Static<typeof VIEWS.owned>['groups'][number];
type Item = Static<typeof VIEWS.sent>['rows'][number];
type Event = Static<typeof VIEWS.history>['events'][number];

const ofKind =
  (kind: MyOfferRow['kind']) =>
  (row: MyOfferRow): boolean =>
    row.kind === kind;

/** The offers and counters on an inscription of the caller. */
export function offerGroupShape(group: OfferGroup): Group {
  return {
    inscriptionId: group.inscriptionId,
    inscriptionNumber: numberText(group.number),
    inscriptionTitle: group.title,
    collectionName: group.collectionName,
    collectionSlug: group.collectionSlug,
    collectionVerified: group.collectionVerified,
    contentType: contentTypeOf(group.contentType),
    ownerAddress: group.ownerAddress,
    actionBindingId: group.bindingId,
    topOfferSats: group.topOfferSats,
    activeOfferCount: group.offerCount,
    activeCounterCount: group.counterCount,
    earliestExpiresAt: group.earliestExpiresAt.toISOString(),
    offers: group.offers.filter(ofKind('buyer_offer')).map(ownedOfferShape),
    sentCounters: group.offers.filter(ofKind('seller_counter')).map(ownedOfferShape),
  };
}

/** An offer that the caller received, or a counter that the caller sent. */
function ownedOfferShape(row: MyOfferRow): Item {
  return itemShape(row, row.kind === 'buyer_offer' ? 'seller_received_buyer_offer' : null);
}

/** An offer that the caller sent, or a counter that the caller received. */
export function sentOfferShape(row: MyOfferRow): Item {
  return itemShape(row, row.kind === 'seller_counter' ? 'buyer_received_counter' : null);
}

function itemShape(row: MyOfferRow, actionKind: Item['actionKind']): Item {
  return {
    inscriptionNumber: numberText(row.number),
    inscriptionTitle: row.title,
    collectionName: row.collectionName,
    side: actionKind === null ? 'sent' : 'received',
    actionKind,
    actionBindingId: row.bindingId,
    contentType: contentTypeOf(row.contentType),
    collectionSlug: row.collectionSlug,
    collectionVerified: row.collectionVerified,
    ...offerFieldsShape(row),
  };
}

export function offerEventShape(row: OfferEventRow): Event {
  return {
    eventKey: `${row.id}:${row.eventType}`,
    eventType: row.eventType,
    role: row.isBuyer ? 'buyer' : 'seller',
    offerId: row.id,
    parentOfferId: row.parentOfferId,
    inscriptionId: row.inscriptionId,
    inscriptionNumber: numberText(row.number),
    inscriptionTitle: row.title,
    kind: row.kind,
    status: row.state,
    side: (row.kind === 'buyer_offer') === row.isBuyer ? 'sent' : 'received',
    buyerAddress: row.buyerAddress,
    sellerAddress: row.sellerAddress,
    priceSats: row.priceSats,
    occurredAt: row.occurredAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    settlementTxid: row.settlementTxid,
    payoutTxid: row.payoutTxid,
  };
}
