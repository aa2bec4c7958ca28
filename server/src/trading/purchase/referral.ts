import { scriptOf } from '@ordbook/protocol/bitcoin/keys';
import { Refusal } from '@ordbook/protocol/refusals';
import { partnerById } from '../../store/account/partners.ts';
import type { Listing } from '../../store/listing/listings.ts';
import type { TradingContext } from '../context.ts';

/** The partner that gets a share of the marketplace's revenue from a purchase. */
export interface Referral {
  readonly id: string;
  readonly address: string;
  readonly shareBps: number;
}

/**
 * The partner that a purchase of these listings credits. All listings must store the same one: a purchase has
 * one referral or none. The partner's current status, address and share apply. An inactive or unpayable
 * partner makes the purchase unreferred. Source: specification, "Referral attribution".
 */
export async function referralOf(
  ctx: TradingContext,
  listings: readonly Pick<Listing, 'partnerId'>[],
): Promise<Referral | null> {
  const id = listings[0]?.partnerId ?? null;
  if (id === null || listings.some((listing) => listing.partnerId !== id)) return null;
  const partner = await partnerById(ctx.db, id);
  if (partner?.status !== 'active' || partner.payoutAddress === null || partner.shareBps === 0) return null;
  if (!isPayable(partner.payoutAddress, ctx)) return null;
  return { id, address: partner.payoutAddress, shareBps: partner.shareBps };
}

function isPayable(address: string, ctx: TradingContext): boolean {
  try {
    scriptOf(address, ctx.settings.network);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
