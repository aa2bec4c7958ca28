import { refuse } from '@ordbook/protocol/refusals';
import { bindingById, bindingsOfOrdinalsAddress } from '../../store/account/profiles.ts';
import type { Offer } from '../../store/offer/offers.ts';
import { offerById } from '../../store/offer/offers.ts';
import type { Binding } from '../account/wallet-binding.ts';
import type { Caller, TradingContext } from '../context.ts';

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

/**
 * Refuses (403) a wallet that does not hold the inscription of the offer. When another wallet of the caller
 * does, the sentence names it.
 */
export async function requireSeller(ctx: TradingContext, offer: Offer, binding: Binding): Promise<void> {
  if (binding.ordinalsAddress === offer.sellerAddress) return;
  const holder = await ownHolder(ctx, offer, binding.profileId);
  refuse(
    'not_owner',
    holder
      ? `offer ${offer.id} is for an inscription at ${offer.sellerAddress}; use the wallet binding ${holder.id}`
      : `offer ${offer.id} was not made to wallet ${binding.id}`,
  );
}

/** Refuses (403) a profile none of whose wallets holds the inscription of the offer. */
export async function requireOwner(ctx: TradingContext, offer: Offer, caller: Caller): Promise<void> {
  if (!(await ownHolder(ctx, offer, caller.profileId)))
    refuse('not_owner', `offer ${offer.id} was not made to a wallet of yours`);
}

async function ownHolder(ctx: TradingContext, offer: Offer, profileId: string) {
  const bindings = await bindingsOfOrdinalsAddress(ctx.db, offer.sellerAddress);
  return bindings.find((binding) => binding.profileId === profileId);
}

/** Refuses (403) a profile other than the one that bids. Any of its wallets may act. */
export function requireBuyer(offer: Offer, caller: Caller): void {
  if (offer.buyerProfileId !== caller.profileId)
    refuse('not_owner', `you are not the buyer of offer ${offer.id}`);
}

/** Refuses (403) a profile other than the one that made the offer or counter. Any of its wallets may act. */
export async function requireMaker(ctx: TradingContext, offer: Offer, caller: Caller): Promise<void> {
  const makerProfileId =
    offer.kind === 'buyer_offer'
      ? offer.buyerProfileId
      : (await bindingById(ctx.db, offer.sellerBindingId))?.profileId;
  if (makerProfileId !== caller.profileId)
    refuse('not_owner', `offer ${offer.id} was not made by a wallet of yours`);
}
