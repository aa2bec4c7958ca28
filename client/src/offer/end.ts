import type { Session } from '../account/sign-in.ts';
import type { Answer } from '../api.ts';
import type { OfferRef } from './accept.ts';

type Ended = Answer<'/inscriptions/{id}/offers/{offerId}/cancel'>;

/** Takes an own offer or counter back. Safe to repeat. Needs no signature: the service forgets those that it has. */
export function cancelOffer(session: Session, offer: OfferRef): Promise<Ended> {
  return session.client.post('/inscriptions/{id}/offers/{offerId}/cancel', actionOf(session, offer));
}

/** Declines an offer on an own inscription. Safe to repeat. */
export function rejectOffer(session: Session, offer: OfferRef): Promise<Ended> {
  return session.client.post('/inscriptions/{id}/offers/{offerId}/reject', actionOf(session, offer));
}

/** Declines a counter to an own offer. Safe to repeat. */
export function rejectCounter(session: Session, counter: OfferRef): Promise<Ended> {
  return session.client.post(
    '/inscriptions/{id}/offers/{offerId}/counter/reject',
    actionOf(session, counter),
  );
}

function actionOf({ walletBindingId }: Session, { inscriptionId, offerId }: OfferRef) {
  return { path: { id: inscriptionId, offerId }, body: { walletBindingId } };
}
