import { OFFER_VOUT } from '@ordbook/protocol/collection-offer/funding';
import { refuse } from '@ordbook/protocol/refusals';
import type { CollectionOffer } from '../../store/collection-offer/collection-offers.ts';
import { collectionOfferById } from '../../store/collection-offer/collection-offers.ts';
import type { TradingContext } from '../context.ts';

/** Refuses (404) both an unknown offer and one of another collection. */
export async function collectionOfferOf(
  ctx: TradingContext,
  slug: string,
  offerId: string,
): Promise<CollectionOffer> {
  const offer = await collectionOfferById(ctx.db, offerId);
  if (offer?.slug !== slug) refuse('not_found', `no collection offer ${offerId} in ${slug}`);
  return offer;
}

/**
 * For each offer, whether its coins are unspent or, once its funding parent is in the chain or the mempool,
 * the offer output.
 */
export async function canStillBeFilled(
  ctx: TradingContext,
  offers: readonly Pick<CollectionOffer, 'funding' | 'fundingTxid'>[],
): Promise<boolean[]> {
  const asked = offers.flatMap(({ funding, fundingTxid }) => [
    { txid: fundingTxid, vout: OFFER_VOUT },
    ...funding.payments,
  ]);
  const coins = await ctx.chain.unspents(asked);
  let at = 0;
  return offers.map(({ funding }) => {
    const output = coins[at];
    const payments = coins.slice(at + 1, at + 1 + funding.payments.length);
    at += 1 + funding.payments.length;
    return output !== null || payments.every((coin) => coin !== null);
  });
}
