import {
  CounterAcceptPreflightAnswer,
  CounterAcceptPreflightBody,
  CounterAcceptSubmitBody,
  CounterPreflightAnswer,
  CounterPreflightBody,
  CounterSubmitAnswer,
  CounterSubmitBody,
} from '@ordbook/api/counter/counter';
import { AcceptSubmitAnswer, OfferActionAnswer, OfferActionBody } from '@ordbook/api/offer/flows';
import { OfferParams } from '@ordbook/api/offer/offer';
import { preflightAcceptCounter, submitAcceptCounter } from '../../trading/counter/accept.ts';
import { preflightCounter, submitCounter } from '../../trading/counter/make.ts';
import { rejectCounter } from '../../trading/counter/reject.ts';
import { BODY_LIMITS } from '../edge/json-body.ts';
import { postRoutes } from '../edge/post-route.ts';
import { type ApiApp, type ApiParts, STATUSES } from '../edge/route-config.ts';
import { offerIn } from '../offer/book-routes.ts';

/** POST /inscriptions/{id}/offers/{offerId}/counter/…: the owner's price for one bidder. */
export function counterRoutes(app: ApiApp, { ctx }: ApiParts): void {
  const post = postRoutes(app, { tag: 'counters', statuses: STATUSES.trade });
  post(
    '/inscriptions/:id/offers/:offerId/counter/preflight',
    {
      operationId: 'preflightCounterOffer',
      summary: 'Build the PSBTs of a counter',
      description: "`offerId` is the buyer's offer. Reserves an anchor for a while.",
      params: OfferParams,
      body: CounterPreflightBody,
      answer: CounterPreflightAnswer,
    },
    (caller, asked) => preflightCounter(ctx, caller, offerIn(asked)),
  );

  post(
    '/inscriptions/:id/offers/:offerId/counter/submit',
    {
      operationId: 'submitCounterOffer',
      summary: 'Create a counter from signed PSBTs',
      description:
        "`offerId` is the buyer's offer. Broadcasts nothing. A retry of a submit that succeeded returns the same id.",
      params: OfferParams,
      body: CounterSubmitBody,
      bodyLimit: BODY_LIMITS.signed,
      answer: CounterSubmitAnswer,
    },
    (caller, asked) => submitCounter(ctx, caller, offerIn(asked)),
  );

  post(
    '/inscriptions/:id/offers/:offerId/counter/reject',
    {
      operationId: 'rejectCounterOffer',
      summary: 'Decline a counter received',
      description: "`offerId` is the counter's own id. Only the wallet that made the offer may call it.",
      params: OfferParams,
      body: OfferActionBody,
      answer: OfferActionAnswer,
    },
    (caller, asked) => rejectCounter(ctx, caller, offerIn(asked)),
  );

  post(
    '/inscriptions/:id/offers/:offerId/counter/accept/preflight',
    {
      operationId: 'preflightCounterOfferAcceptance',
      summary: "Build the PSBTs of a counter's acceptance",
      description: "`offerId` is the counter's own id.",
      params: OfferParams,
      body: CounterAcceptPreflightBody,
      bodyLimit: BODY_LIMITS.coins,
      answer: CounterAcceptPreflightAnswer,
    },
    async (caller, asked) => preflightAcceptCounter(ctx, caller, offerIn(asked)),
  );

  post(
    '/inscriptions/:id/offers/:offerId/counter/accept/submit',
    {
      operationId: 'submitCounterOfferAcceptance',
      summary: 'Settle a counter',
      description:
        "`offerId` is the counter's own id. Broadcasts transfer, funding and settlement as one package. A retry of a submit " +
        'that succeeded returns the same ids.',
      params: OfferParams,
      body: CounterAcceptSubmitBody,
      bodyLimit: BODY_LIMITS.payments,
      answer: AcceptSubmitAnswer,
    },
    async (caller, asked) => submitAcceptCounter(ctx, caller, offerIn(asked)),
  );
}
