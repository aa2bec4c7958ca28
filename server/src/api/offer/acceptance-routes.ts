import {
  AcceptPreflightAnswer,
  AcceptPreflightBody,
  AcceptSubmitAnswer,
  AcceptSubmitBody,
} from '@ordbook/api/offer/flows';
import { OfferParams } from '@ordbook/api/offer/offer';
import { namedProofs } from '../../trading/custody/named-proofs.ts';
import { preflightAcceptOffer, submitAcceptOffer } from '../../trading/offer/accept.ts';
import { BODY_LIMITS } from '../edge/json-body.ts';
import { postRoutes } from '../edge/post-route.ts';
import { type ApiApp, type ApiParts, STATUSES } from '../edge/route-config.ts';
import { offerIn } from './book-routes.ts';

/** POST /inscriptions/{id}/offers/{offerId}/accept/…: the owner accepts a buyer's offer. */
export function offerAcceptanceRoutes(app: ApiApp, { ctx }: ApiParts): void {
  const post = postRoutes(app, { tag: 'offers', statuses: STATUSES.trade });
  post(
    '/inscriptions/:id/offers/:offerId/accept/preflight',
    {
      operationId: 'preflightOfferAcceptance',
      summary: 'Build the PSBTs of an acceptance',
      description:
        'Returns the settlement that the buyer signed, and a payout that moves the proceeds from the ordinals address to the ' +
        "payment address and pays the package's fee.",
      params: OfferParams,
      body: AcceptPreflightBody,
      answer: AcceptPreflightAnswer,
    },
    async (caller, { proofs, ...asked }) => {
      const answer = await preflightAcceptOffer(ctx, caller, offerIn(asked));
      return { ...answer, ...(await namedProofs(ctx, proofs, [asked.id])) };
    },
  );

  post(
    '/inscriptions/:id/offers/:offerId/accept/submit',
    {
      operationId: 'submitOfferAcceptance',
      summary: 'Settle an offer',
      description:
        'Rebuilds the package at the fee rate sent and broadcasts it. A retry of a submit that succeeded returns the same ids.',
      params: OfferParams,
      body: AcceptSubmitBody,
      bodyLimit: BODY_LIMITS.signed,
      answer: AcceptSubmitAnswer,
    },
    (caller, asked) => submitAcceptOffer(ctx, caller, offerIn(asked)),
  );
}
