import type { Static } from '@fastify/type-provider-typebox';
import type { Offer } from '@ordbook/api/offer/offer';
import type { OfferRow } from '../../store/offer/offers-page.ts';

export function offerShape(row: OfferRow): Static<typeof Offer> {
  const closedAs = (state: OfferRow['state']) =>
    row.state === state ? (row.closedAt?.toISOString() ?? null) : null;
  return {
    acceptedAt: closedAs('accepted'),
    rejectedAt: closedAs('rejected'),
    cancelledAt: closedAs('cancelled'),
    settlementTxid: row.settlementTxid,
    ...offerFieldsShape(row),
  };
}

/**
 * What an offer shows wherever it is shown. Spreads come last: V8 takes 30 µs for an object with many fields
 * after a spread, and 0.3 otherwise.
 */
export function offerFieldsShape(row: OfferRow) {
  return {
    id: row.id,
    parentOfferId: row.parentOfferId,
    kind: row.kind,
    status: row.state,
    inscriptionId: row.inscriptionId,
    buyerAddress: row.buyerAddress,
    isFile: row.isFile,
    sellerAddress: row.sellerAddress,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    floorSats: row.floorSats,
    topOfferSats: row.topOfferSats,
    ...row.fees,
  };
}
