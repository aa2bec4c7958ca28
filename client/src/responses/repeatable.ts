/**
 * Which requests may be repeated when it is unknown whether the service carried the first one out. Each POST
 * is judged here; the compiler names one that is missing. GETs change nothing.
 */
import type { PathOf } from '../operation.ts';

type PostPath = PathOf<'post'>;

const COLLECTION = '/collection/{slug}';
const OFFER = '/inscriptions/{id}/offers/{offerId}';

const IS_REPEATABLE: Readonly<Record<PostPath, boolean>> = {
  // another challenge: the first one expires unused
  '/auth/challenge': true,
  // a success uses the challenges up: a repeat would be refused with 409, and hide that it worked
  '/auth/verify': false,
  // preflights reserve what the caller reserved already, or change nothing
  [`${COLLECTION}/listings/preflight`]: true,
  [`${COLLECTION}/listings/{listingId}/take-back/preflight`]: true,
  [`${COLLECTION}/purchases/preflight`]: true,
  [`${COLLECTION}/offers/preflight`]: true,
  [`${OFFER}/accept/preflight`]: true,
  [`${OFFER}/counter/preflight`]: true,
  [`${OFFER}/counter/accept/preflight`]: true,
  [`${COLLECTION}/collection-offers/target-preview`]: true,
  [`${COLLECTION}/collection-offers/replacement-warning`]: true,
  [`${COLLECTION}/collection-offers/preflight`]: true,
  [`${COLLECTION}/collection-offers/{offerId}/fill/preflight`]: true,
  // the same signed body returns the same ids
  [`${COLLECTION}/listings/submit`]: true,
  [`${COLLECTION}/listings/{listingId}/take-back/submit`]: true,
  [`${COLLECTION}/purchases/submit`]: true,
  [`${COLLECTION}/offers/submit`]: true,
  [`${OFFER}/accept/submit`]: true,
  [`${OFFER}/counter/submit`]: true,
  [`${OFFER}/counter/accept/submit`]: true,
  [`${COLLECTION}/collection-offers/submit`]: true,
  [`${COLLECTION}/collection-offers/{offerId}/fill/submit`]: true,
  // what has ended has ended
  [`${COLLECTION}/listings/delist`]: true,
  [`${OFFER}/cancel`]: true,
  [`${OFFER}/reject`]: true,
  [`${OFFER}/counter/reject`]: true,
  [`${COLLECTION}/collection-offers/{offerId}/cancel`]: true,
};

/** Whether a request may be repeated after a dropped connection. */
export function isRepeatable(method: 'GET' | 'POST', path: string): boolean {
  return method === 'GET' || IS_REPEATABLE[path as PostPath] === true;
}
