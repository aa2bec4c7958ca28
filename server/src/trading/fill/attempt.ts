import { type CollectionOffer, collectionOfferById } from '../../store/collection-offer/collection-offers.ts';
import type { FillAttempt } from '../../store/fill/fill-attempts.ts';
import type { Database } from '../../store/port.ts';
import type { TradingContext } from '../context.ts';

/** An attempt whose package others may have. */
export type PublicFill = FillAttempt & { readonly state: 'sending' | 'broadcast' | 'displaced' };

export function isPublic(attempt: FillAttempt): attempt is PublicFill {
  return attempt.state === 'sending' || attempt.state === 'broadcast' || attempt.state === 'displaced';
}

/** The offer that an attempt fills. */
export async function offerOf(db: Database, attempt: FillAttempt): Promise<CollectionOffer> {
  const offer = await collectionOfferById(db, attempt.offerId);
  if (!offer) throw new Error(`the offer of fill attempt ${attempt.id} is gone`);
  return offer;
}

export function hasExpired(ctx: Pick<TradingContext, 'clock'>, { expiresAt }: CollectionOffer): boolean {
  return expiresAt <= ctx.clock.now();
}
