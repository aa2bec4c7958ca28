import type { Static } from '@fastify/type-provider-typebox';
import type { Listing } from '@ordbook/api/listing/listing';
import type { ListingRow } from '../../store/listing/listings-page.ts';
import { locationShape, nameOf, numberText } from '../catalogue/inscription-shape.ts';
import { collectionSummaryShape } from '../catalogue/summary-shape.ts';

export function listingShape(row: ListingRow): Static<typeof Listing> {
  return {
    listingId: row.id,
    inscriptionId: row.inscriptionId,
    inscriptionNumber: numberText(row.number),
    inscriptionName: nameOf(row.inscriptionId, row.title, row.number),
    collection: collectionSummaryShape(row),
    sellerAddress: row.sellerOrdinalsAddress,
    priceSats: row.priceSats,
    listedAt: row.listedAt.toISOString(),
    listingExpiresAt: row.expiresAt?.toISOString() ?? null,
    sat: row.sat,
    ...locationShape(row),
  };
}
