import {
  type CollectionOffer,
  cancelCollectionOffer,
  fillCollectionOffer,
  makeCollectionOffers,
  type Target,
} from '@ordbook/client';
import { act } from '../act.ts';
import { coinsOf } from '../coins.ts';
import { afterHours, type Hours } from '../offers/duration.tsx';
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
  const { target, priceSats, offerCount, ladderStepSats, validityHours } = wanted;
  return act({
    title: words.bids.makeTitle,
    items: Array.from({ length: offerCount }, (_, place) => ({
      inscriptionId: null,
      name: target.kind === 'traits' ? words.bids.withTraits : words.bids.anyOne,
      priceSats: priceSats - place * ladderStepSats,
      until: afterHours(validityHours),
    })),
    done: words.bids.made,
    cautions: (session) =>
      cautionsOfBid(session, wanted.collectionSlug, target.kind === 'traits' ? target.traits : [], priceSats),
    run: async (session, options) =>
      makeCollectionOffers(session, { ...wanted, ...(await coinsOf(session)) }, options),
  });
}

export function fill(offer: CollectionOffer, item: MyItem) {
  return act({
    title: words.bids.fillTitle,
    items: [{ ...item, priceSats: offer.priceSats }],
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
