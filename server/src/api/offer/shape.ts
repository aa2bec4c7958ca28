import type { Static } from '@fastify/type-provider-typebox';
import type { MyOfferRow, OfferEventRow, OfferGroup } from '../../store/offer/my-offers.ts';
import type { OfferRow } from '../../store/offer/offers-page.ts';
import { contentTypeOf, numberText } from '../catalogue/inscription-shape.ts';
import type { Offer } from './schema.ts';

export function offerShape(row: OfferRow): Static<typeof Offer> {
  const closedAs = (state: OfferRow['state']) =>
    row.state === state ? (row.closedAt?.toISOString() ?? null) : null;
  return {
    ...sharedShape(row),
    acceptedAt: closedAs('accepted'),
    rejectedAt: closedAs('rejected'),
    cancelledAt: closedAs('cancelled'),
    settlementTxid: row.settlementTxid,
  };
}

/** An offer as one of its parties sees it, on GET /me/offers. */
export function myOfferShape(row: MyOfferRow, role: 'buyer' | 'seller') {
  return {
    ...sharedShape(row),
    side: sideOf(row, role),
    actionKind: actionOf(row, role),
    actionBindingId: row.actionBindingId,
    contentType: contentTypeOf(row.contentType),
    collectionSlug: row.collectionSlug,
    collectionVerified: row.collectionVerified,
    inscriptionNumber: numberText(row.number),
    inscriptionTitle: row.title,
    collectionName: row.collectionName,
  };
}

export function offerGroupShape(group: OfferGroup) {
  const items = group.offers.map((row) => myOfferShape(row, 'seller'));
  return {
    inscriptionId: group.inscriptionId,
    inscriptionNumber: numberText(group.number),
    inscriptionTitle: group.title,
    collectionName: group.collectionName,
    collectionSlug: group.collectionSlug,
    collectionVerified: group.collectionVerified ?? false,
    contentType: contentTypeOf(group.contentType),
    ownerAddress: group.ownerAddress,
    actionBindingId: group.actionBindingId,
    topOfferSats: group.topOfferSats,
    activeOfferCount: group.activeOfferCount,
    activeCounterCount: group.activeCounterCount,
    earliestExpiresAt: group.earliestExpiresAt?.toISOString() ?? null,
    offers: items.filter(({ kind }) => kind === 'buyer_offer'),
    sentCounters: items.filter(({ kind }) => kind === 'seller_counter'),
  };
}

export function offerEventShape(row: OfferEventRow) {
  const role = row.isBuyer ? ('buyer' as const) : ('seller' as const);
  return {
    eventKey: `${row.id}:${row.eventType}`,
    eventType: row.eventType,
    role,
    offerId: row.id,
    parentOfferId: row.parentOfferId,
    inscriptionId: row.inscriptionId,
    inscriptionNumber: numberText(row.number),
    inscriptionTitle: row.title,
    kind: row.kind,
    status: row.state,
    side: sideOf(row, role),
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

/** A buyer sends offers and receives counters; a seller receives offers and sends counters. */
function sideOf({ kind }: Pick<MyOfferRow, 'kind'>, role: 'buyer' | 'seller') {
  return (kind === 'buyer_offer') === (role === 'buyer') ? ('sent' as const) : ('received' as const);
}

function actionOf(row: MyOfferRow, role: 'buyer' | 'seller') {
  if (row.state !== 'active' || sideOf(row, role) === 'sent') return null;
  return role === 'seller' ? ('seller_received_buyer_offer' as const) : ('buyer_received_counter' as const);
}

function sharedShape(row: Omit<OfferRow, 'settlementTxid'>) {
  const { priceSats, ...fees } = row.fees;
  return {
    id: row.id,
    parentOfferId: row.parentOfferId,
    kind: row.kind,
    status: row.state,
    inscriptionId: row.inscriptionId,
    buyerAddress: row.buyerAddress,
    sellerAddress: row.sellerAddress,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    floorSats: row.floorSats,
    topOfferSats: row.topOfferSats,
    priceSats,
    ...fees,
  };
}
