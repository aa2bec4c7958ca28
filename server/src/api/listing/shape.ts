import type { Static } from '@fastify/type-provider-typebox';
import type { Listing } from '@ordbook/api/listing/listing';
import type { ListingRow } from '../../store/listing/listings-page.ts';
import { imageOf, locationShape, nameOf, numberText } from '../catalogue/inscription-shape.ts';
import { collectionSummaryShape } from '../catalogue/summary-shape.ts';
import type { ContentUrl } from '../settings.ts';

export function listingShape(row: ListingRow, settings: ContentUrl): Static<typeof Listing> {
  return {
    listingId: row.id,
    inscriptionId: row.inscriptionId,
    inscriptionNumber: numberText(row.number),
    inscriptionName: nameOf(row.inscriptionId, row.title, row.number),
    image: imageOf(row.inscriptionId, settings),
    collection: collectionSummaryShape(row),
    sellerAddress: row.sellerOrdinalsAddress,
    priceSats: row.priceSats,
    listedAt: row.listedAt.toISOString(),
    listingExpiresAt: row.expiresAt?.toISOString() ?? null,
    sat: row.sat,
    ...locationShape(row),
  };
}
