import { refuse } from '@ordbook/protocol/refusals';
import type { Offer } from '../../store/offer/offers.ts';
import { offerById } from '../../store/offer/offers.ts';
import type { Binding } from '../account/wallet-binding.ts';
import type { TradingContext } from '../context.ts';

/** An offer, its inscription, and the caller's wallet that acts. */
export interface OfferAction {
  readonly inscriptionId: string;
  readonly offerId: string;
  readonly walletBindingId: string;
}

/** The named offer. Refuses (409) both an unknown one and one for another inscription. */
export async function offerOf(
  ctx: TradingContext,
  { inscriptionId, offerId }: Pick<OfferAction, 'inscriptionId' | 'offerId'>,
): Promise<Offer> {
  const offer = await offerById(ctx.db, offerId);
  if (offer?.inscriptionId !== inscriptionId)
    refuse('unknown_offer', `no offer ${offerId} on inscription ${inscriptionId}; fetch its offers again`);
  return offer;
}

/** Refuses (403) a wallet that does not hold the inscription of the offer. */
export function requireSeller(offer: Offer, binding: Binding): void {
  const isMaker = offer.sellerBindingId === null || offer.sellerBindingId === binding.id;
  if (binding.ordinalsAddress !== offer.sellerAddress || !isMaker)
    refuse('not_owner', `offer ${offer.id} was not made to wallet ${binding.id}`);
}

/** Refuses (403) a wallet other than the one that bids. */
export function requireBuyer(offer: Offer, binding: Binding): void {
  if (offer.buyerBindingId !== binding.id)
    refuse('not_owner', `wallet ${binding.id} is not the buyer of offer ${offer.id}`);
}
