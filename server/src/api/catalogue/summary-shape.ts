import type { Static } from '@fastify/type-provider-typebox';
import type { CollectionSummary } from '@ordbook/api/catalogue/summary';

/** A row's collection columns; all null when it is in no collection. */
export interface CollectionColumns {
  readonly collectionSlug: string | null;
  readonly collectionName: string | null;
  readonly collectionKind: 'parent_child' | 'gallery' | null;
  readonly collectionVerified: boolean | null;
}

export function collectionSummaryShape(row: CollectionColumns): Static<typeof CollectionSummary> {
  const { collectionVerified: verified } = row;
  return {
    slug: row.collectionSlug,
    name: row.collectionName,
    kind: row.collectionKind,
    verificationStatus: verified === null ? null : verified ? 'verified' : 'unverified',
  };
}
