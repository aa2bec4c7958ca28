import {
  acceptCounter,
  acceptOffer,
  cancelOffer,
  makeCounter,
  makeOffers,
  rejectCounter,
  rejectOffer,
} from '@ordbook/client';
import { act } from '../act.ts';
import { coinsOf } from '../coins.ts';
import { cautionsOfOffer, cautionsOfSeller } from '../sign/compared-prices.ts';
import { words } from '../text.ts';
import { afterHours, type Hours } from './duration.tsx';

const own = words.offer;

/** An offer or counter, as lists show it. */
export interface OfferRow {
  readonly inscriptionId: string;
  readonly offerId: string;
  readonly priceSats: number;
  readonly name: string;
  /** An `ord` wallet made it: it cannot be cancelled here. */
  readonly isFile: boolean;
}

export function offer(
  item: { readonly slug: string; readonly inscriptionId: string; readonly name: string },
  priceSats: number,
  validityHours: Hours,
) {
  return act({
    title: own.title,
    items: [{ ...item, priceSats, until: afterHours(validityHours) }],
    done: own.made,
    cautions: (session) => cautionsOfOffer(session, item.inscriptionId, priceSats),
    run: async (session, options) => {
      const { slug: collectionSlug, inscriptionId } = item;
      const request = {
        ...{ collectionSlug, inscriptionIds: [inscriptionId], priceSats, validityHours },
        ...(await coinsOf(session)),
      };
      return makeOffers(session, request, options);
    },
    tradeOf: ([made]) => made?.offerId ?? null,
  });
}

export function accept({ inscriptionId, offerId, priceSats, name, isFile }: OfferRow) {
  return act({
    title: own.acceptTitle,
    items: [{ inscriptionId, name, priceSats }],
    done: own.accepted,
    cautions: async () => (isFile ? [own.isFile] : []),
    run: (session, options) => acceptOffer(session, { inscriptionId, offerId, priceSats }, options),
    tradeOf: ({ settlementTxid }) => settlementTxid,
  });
}

export function counter({ inscriptionId, offerId, name }: OfferRow, priceSats: number) {
  return act({
    title: own.counterTitle,
    items: [{ inscriptionId, name, priceSats }],
    done: own.countered,
    cautions: (session) => cautionsOfSeller(session, [{ inscriptionId, priceSats }]),
    run: (session, options) => makeCounter(session, { inscriptionId, offerId, priceSats }, options),
  });
}

/** `offerId`: the counter's own. */
export function takeCounter({ inscriptionId, offerId, priceSats, name }: OfferRow) {
  return act({
    title: own.acceptCounterTitle,
    items: [{ inscriptionId, name, priceSats }],
    done: own.acceptedCounter,
    run: async (session, options) =>
      acceptCounter(session, { inscriptionId, offerId, priceSats, ...(await coinsOf(session)) }, options),
    tradeOf: ({ settlementTxid }) => settlementTxid,
  });
}

export const reject = (row: OfferRow) =>
  act({ title: own.rejectTitle, done: own.rejected, run: (session) => rejectOffer(session, row) });

export const refuseCounter = (row: OfferRow) =>
  act({ title: own.rejectTitle, done: own.rejected, run: (session) => rejectCounter(session, row) });

export const cancel = (row: OfferRow) =>
  act({ title: own.cancelTitle, done: own.cancelled, run: (session) => cancelOffer(session, row) });
