import {
  type CollectionOffer,
  cancelCollectionOffer,
  fillCollectionOffer,
  makeCollectionOffers,
  type Target,
} from '@ordbook/client';
import { act } from '../act.ts';
import { coinsOf } from '../coins.ts';
import type { Hours } from '../offers/duration.tsx';
import type { MyItem } from '../sell/my-items.ts';
import { cautionsOfBid } from '../sign/compared-prices.ts';
import { words } from '../text.ts';

export interface Bid {
  readonly collectionSlug: string;
  readonly target: Target;
  readonly priceSats: number;
  readonly offerCount: number;
  readonly ladderStepSats: number;
  readonly validityHours: Hours;
}

export function bid(wanted: Bid) {
  return act({
    title: words.bids.makeTitle,
    done: words.bids.made,
    cautions: () =>
      cautionsOfBid(
        wanted.collectionSlug,
        wanted.target.kind === 'traits' ? wanted.target.traits : [],
        wanted.priceSats,
      ),
    run: async (session, options) =>
      makeCollectionOffers(session, { ...wanted, ...(await coinsOf(session)) }, options),
  });
}

export function fill(offer: CollectionOffer, item: MyItem) {
  return act({
    title: words.bids.fillTitle,
    names: [item.name],
    done: words.bids.filled,
    run: (session, options) =>
      fillCollectionOffer(
        session,
        {
          collectionSlug: item.slug,
          offerId: offer.offerId,
          inscriptionId: item.inscriptionId,
          priceSats: offer.priceSats,
        },
        options,
      ),
    tradeOf: ({ settlementTxid }) => settlementTxid,
  });
}

export function cancelBid(collectionSlug: string, offer: CollectionOffer) {
  return act({
    title: words.bids.cancelTitle,
    done: words.bids.cancelled,
    run: (session) => cancelCollectionOffer(session, { collectionSlug, offerId: offer.offerId }),
  });
}
