import { refuse } from '@ordbook/protocol/refusals';
import { callersBinding } from '../account/wallet-binding.ts';
import type { Caller, TradingContext } from '../context.ts';
import { closeOnRequest } from '../offer/close.ts';
import { type OfferAction, offerOf, requireBuyer } from '../offer/open-offer.ts';

/** The buyer declines a counter. Retry-safe. Refuses as `cancelOffer` does. */
export async function rejectCounter(ctx: TradingContext, caller: Caller, action: OfferAction) {
  await callersBinding(ctx, caller, action.walletBindingId);
  const offer = await offerOf(ctx, action);
  requireBuyer(offer, caller);
  if (offer.kind !== 'seller_counter') refuse('not_found', `${offer.id} is a buyer's offer, not a counter`);
  return closeOnRequest(ctx, offer, 'rejected', 'declined by the buyer');
}
