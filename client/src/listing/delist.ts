import type { Session } from '../account/sign-in.ts';
import { requireOptions } from '../arguments.ts';
import type { Listed } from './list.ts';

/** Listings to end. */
export interface DelistRequest {
  readonly collectionSlug: string;
  readonly listings: readonly Listed[];
}

/**
 * Delists 1..20 of our listings. Nothing is signed and nothing moves on chain. Retry-safe. Throws `ApiError`.
 */
export async function delist(
  { client, walletBindingId }: Session,
  request: DelistRequest,
): Promise<Listed[]> {
  requireOptions(request, ['collectionSlug', 'listings.inscriptionId', 'listings.listingId']);
  const { collectionSlug, listings } = request;
  const answer = await client.post('/collection/{slug}/listings/delist', {
    path: { slug: collectionSlug },
    body: {
      walletBindingId,
      listings: listings.map(({ inscriptionId, listingId }) => ({ inscriptionId, listingId })),
    },
  });
  return answer.listings;
}
