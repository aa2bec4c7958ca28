import { OFFER_VOUT } from '@ordbook/protocol/collection-offer/funding';
import { type Outpoint, outpointText } from '@ordbook/protocol/outpoint';
import { refuse } from '@ordbook/protocol/refusals';
import type { CollectionOffer } from '../../store/collection-offer/collection-offers.ts';
import { collectionOfferById } from '../../store/collection-offer/collection-offers.ts';
import type { TradingContext } from '../context.ts';
import { missingAmong } from '../settlement/spent-coins.ts';

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
  const coinsOf = ({ funding, fundingTxid }: (typeof offers)[number]): [Outpoint, ...Outpoint[]] => [
    { txid: fundingTxid, vout: OFFER_VOUT },
    ...funding.payments,
  ];
  const missing = new Set((await missingAmong(ctx, offers.flatMap(coinsOf))).map(outpointText));
  const isThere = (coin: Outpoint) => !missing.has(outpointText(coin));
  return offers.map((offer) => {
    const [output, ...payments] = coinsOf(offer);
    return isThere(output) || payments.every(isThere);
  });
}
