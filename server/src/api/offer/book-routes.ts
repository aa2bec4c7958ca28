import { OfferActionAnswer, OfferActionBody } from '@ordbook/api/offer/flows';
import {
  InscriptionParams,
  OfferHistoryAnswer,
  OfferHistoryQuery,
  OfferParams,
  OffersAnswer,
} from '@ordbook/api/offer/offer';
import { readOfferHistory, readOffers } from '../../trading/offer/book.ts';
import { cancelOffer, rejectOffer } from '../../trading/offer/close.ts';
import { postRoutes } from '../edge/post-route.ts';
import { type ApiApp, type ApiParts, callerIn, STATUSES } from '../edge/route-config.ts';
import { offerShape } from './shape.ts';

/** GET /inscriptions/{id}/offers and its history; cancel and reject. */
export function inscriptionOfferRoutes(app: ApiApp, { ctx }: ApiParts): void {
  app.get(
    '/inscriptions/:id/offers',
    {
      config: { bucket: 'reads', statuses: STATUSES.offers },
      schema: {
        operationId: 'listInscriptionOffers',
        tags: ['offers'],
        summary: 'Active offers on an inscription',
        description:
          'The best of them, with counts of all. Counters are seen by their buyer and seller only.',
        params: InscriptionParams,
        response: { 200: OffersAnswer },
      },
    },
    async (request) => {
      const { offers, ...about } = await readOffers(ctx, callerIn(request), request.params.id);
      return { ...about, offers: offers.map(offerShape) };
    },
  );

  app.get(
    '/inscriptions/:id/offers/history',
    {
      config: { bucket: 'reads', statuses: STATUSES.offerHistory },
      schema: {
        operationId: 'listInscriptionOfferHistory',
        tags: ['offers'],
        summary: 'Every offer on an inscription',
        description: 'In every state, 25 a page, with the counters that the caller may see.',
        params: InscriptionParams,
        querystring: OfferHistoryQuery,
        response: { 200: OfferHistoryAnswer },
      },
    },
    async (request) => {
      const { id } = request.params;
      const history = await readOfferHistory(ctx, callerIn(request), id, request.query.page ?? 0);
      return { ...history, offers: history.offers.map(offerShape) };
    },
  );

  const post = postRoutes(app, { tag: 'offers', statuses: STATUSES.trade });
  post(
    '/inscriptions/:id/offers/:offerId/cancel',
    {
      operationId: 'cancelOffer',
      summary: 'Cancel an offer or a counter',
      description:
        'Only the wallet that made it may call it. No PSBT is needed: the signatures were never published.',
      params: OfferParams,
      body: OfferActionBody,
      answer: OfferActionAnswer,
    },
    (caller, asked) => cancelOffer(ctx, caller, offerIn(asked)),
  );

  post(
    '/inscriptions/:id/offers/:offerId/reject',
    {
      operationId: 'rejectOffer',
      summary: 'Decline an offer received',
      description: 'Only the wallet that holds the inscription may call it.',
      params: OfferParams,
      body: OfferActionBody,
      answer: OfferActionAnswer,
    },
    (caller, asked) => rejectOffer(ctx, caller, offerIn(asked)),
  );
}

/** The request, with the path's parameters under the names that the flows use. */
export function offerIn<Asked extends { readonly id: string; readonly offerId: string }>({
  id,
  offerId,
  ...asked
}: Asked): Omit<Asked, 'id' | 'offerId'> & { inscriptionId: string; offerId: string } {
  return { ...asked, inscriptionId: id, offerId: offerId.toLowerCase() };
}
