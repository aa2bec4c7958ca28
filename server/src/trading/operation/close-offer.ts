import { refuse } from '@ordbook/protocol/refusals';
import { collectionOfferById } from '../../store/collection-offer/collection-offers.ts';
import { offerById } from '../../store/offer/offers.ts';
import { endCollectionOffer } from '../collection-offer/close.ts';
import { endOffer } from '../offer/close.ts';
import { act, type By, type OperationContext } from './act.ts';

/**
 * Closes an inscription offer, a counter or a collection offer for the operator. Refuses 404 for an unknown
 * one, 409 for one that is accepted, being filled, or has ended.
 */
export async function closeOfferByOperator(ctx: OperationContext, by: By, offerId: string): Promise<string> {
  return act(ctx, by, async (db) => {
    const reason = `closed by the operator: ${by.reason}`;
    const within = { ...ctx, db };
    const offer = await offerById(db, offerId);
    const collectionOffer = offer ? null : await collectionOfferById(db, offerId);
    const found = offer ?? collectionOffer ?? refuse('not_found', `no offer ${offerId}`);
    const isClosed = offer
      ? await endOffer(within, offer, reason)
      : await endCollectionOffer(within, collectionOffer!, reason);
    if (!isClosed) refuse('offer_closed', `offer ${offerId} is ${found.state}`);
    return {
      result: reason,
      log: { act: 'close offer', subject: offerId, before: { state: found.state } },
    };
  });
}
