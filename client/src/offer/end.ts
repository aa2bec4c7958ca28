import type { Session } from '../account/sign-in.ts';
import { requireOptions } from '../arguments.ts';
import type { Answer } from '../operation.ts';
import type { OfferRef } from './accept.ts';

type Ended = Answer<'/inscriptions/{id}/offers/{offerId}/cancel'>;

/**
 * Cancels one of our offers or counters. Retry-safe. No signature is needed: the service deletes those that
 * it has.
 */
export async function cancelOffer(session: Session, offer: OfferRef): Promise<Ended> {
  return session.client.post('/inscriptions/{id}/offers/{offerId}/cancel', actionOf(session, offer));
}

/** Declines an offer on one of our inscriptions. Retry-safe. */
export async function rejectOffer(session: Session, offer: OfferRef): Promise<Ended> {
  return session.client.post('/inscriptions/{id}/offers/{offerId}/reject', actionOf(session, offer));
}

/** Declines a counter to one of our offers. Retry-safe. */
export async function rejectCounter(session: Session, counter: OfferRef): Promise<Ended> {
  return session.client.post(
    '/inscriptions/{id}/offers/{offerId}/counter/reject',
    actionOf(session, counter),
  );
}

function actionOf({ walletBindingId }: Session, offer: OfferRef) {
  requireOptions(offer, ['inscriptionId', 'offerId']);
  const { inscriptionId, offerId } = offer;
  return { path: { id: inscriptionId, offerId }, body: { walletBindingId } };
}
