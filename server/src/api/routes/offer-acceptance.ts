import { preflightAcceptOffer, submitAcceptOffer } from '../../trading/accept-offer.ts';
import { type ApiApp, type ApiParts, callerIn, STATUSES } from '../route-config.ts';
import { OfferParams } from '../schemas/offer.ts';
import {
  AcceptPreflightAnswer,
  AcceptPreflightBody,
  AcceptSubmitAnswer,
  AcceptSubmitBody,
} from '../schemas/offer-flow.ts';
import { actionIn } from './inscription-offers.ts';

/** POST /inscriptions/{id}/offers/{offerId}/accept/…: the owner takes a buyer's offer. */
export function offerAcceptanceRoutes(app: ApiApp, { ctx }: ApiParts): void {
  app.post(
    '/inscriptions/:id/offers/:offerId/accept/preflight',
    {
      config: { bucket: 'writes', statuses: STATUSES.trade },
      schema: {
        operationId: 'preflightAcceptOffer',
        tags: ['offers'],
        summary: 'Build the PSBTs of an acceptance',
        description:
          'The settlement that the buyer signed, and a payout from the ordinals address to the payment address that pays the ' +
          "package's fee rate.",
        params: OfferParams,
        body: AcceptPreflightBody,
        response: { 200: AcceptPreflightAnswer },
      },
    },
    async (request) => preflightAcceptOffer(ctx, callerIn(request), actionIn(request)),
  );

  app.post(
    '/inscriptions/:id/offers/:offerId/accept/submit',
    {
      config: { bucket: 'writes', statuses: STATUSES.trade },
      schema: {
        operationId: 'submitAcceptOffer',
        tags: ['offers'],
        summary: 'Settle an offer',
        description:
          'Rebuilds the package at the fee rate sent and broadcasts it. A retry that already succeeded answers the same ids.',
        params: OfferParams,
        body: AcceptSubmitBody,
        response: { 200: AcceptSubmitAnswer },
      },
    },
    async (request) => submitAcceptOffer(ctx, callerIn(request), actionIn(request)),
  );
}
