import { cancelOffer, rejectOffer } from '../../trading/close-offer.ts';
import { readOfferHistory, readOffers } from '../../trading/offer-book.ts';
import { type ApiApp, type ApiParts, callerIn, STATUSES } from '../route-config.ts';
import {
  InscriptionParams,
  OfferHistoryAnswer,
  OfferHistoryQuery,
  OfferParams,
  OffersAnswer,
} from '../schemas/offer.ts';
import { OfferActionAnswer, OfferActionBody } from '../schemas/offer-flow.ts';
import { offerShape } from '../shapes/offer.ts';

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

  app.post(
    '/inscriptions/:id/offers/:offerId/cancel',
    {
      config: { bucket: 'writes', statuses: STATUSES.trade },
      schema: {
        operationId: 'cancelOffer',
        tags: ['offers'],
        summary: 'Take back an offer or a counter',
        description: 'By the wallet that made it. Needs no PSBT: the signatures were never shown to anybody.',
        params: OfferParams,
        body: OfferActionBody,
        response: { 200: OfferActionAnswer },
      },
    },
    async (request) => cancelOffer(ctx, callerIn(request), actionIn(request)),
  );

  app.post(
    '/inscriptions/:id/offers/:offerId/reject',
    {
      config: { bucket: 'writes', statuses: STATUSES.trade },
      schema: {
        operationId: 'rejectOffer',
        tags: ['offers'],
        summary: 'Decline an offer received',
        description: 'By the wallet that holds the inscription.',
        params: OfferParams,
        body: OfferActionBody,
        response: { 200: OfferActionAnswer },
      },
    },
    async (request) => rejectOffer(ctx, callerIn(request), actionIn(request)),
  );
}

/** The offer in the path with the body of the request. */
export function actionIn<Body>({
  params,
  body,
}: {
  params: { id: string; offerId: string };
  body: Body;
}): Body & { inscriptionId: string; offerId: string } {
  return { ...body, inscriptionId: params.id, offerId: params.offerId.toLowerCase() };
}
