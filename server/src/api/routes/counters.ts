import { preflightAcceptCounter, submitAcceptCounter } from '../../trading/accept-counter.ts';
import { rejectCounter } from '../../trading/close-offer.ts';
import { preflightCounter, submitCounter } from '../../trading/counter.ts';
import { refuseDuplicateCoins } from '../duplicates.ts';
import { type ApiApp, type ApiParts, callerIn, STATUSES } from '../route-config.ts';
import {
  CounterAcceptPreflightAnswer,
  CounterAcceptPreflightBody,
  CounterAcceptSubmitBody,
  CounterPreflightAnswer,
  CounterPreflightBody,
  CounterSubmitAnswer,
  CounterSubmitBody,
} from '../schemas/counter-flow.ts';
import { OfferParams } from '../schemas/offer.ts';
import { AcceptSubmitAnswer, OfferActionAnswer, OfferActionBody } from '../schemas/offer-flow.ts';
import { actionIn } from './inscription-offers.ts';

const config = { bucket: 'writes', statuses: STATUSES.trade } as const;

/** POST /inscriptions/{id}/offers/{offerId}/counter/…: the owner's price for one bidder. */
export function counterRoutes(app: ApiApp, { ctx }: ApiParts): void {
  app.post(
    '/inscriptions/:id/offers/:offerId/counter/preflight',
    {
      config,
      schema: {
        operationId: 'preflightCounter',
        tags: ['counters'],
        summary: 'Build the PSBTs of a counter',
        description: "`offerId` is the buyer's offer. An anchor is held for a while.",
        params: OfferParams,
        body: CounterPreflightBody,
        response: { 200: CounterPreflightAnswer },
      },
    },
    async (request) => preflightCounter(ctx, callerIn(request), actionIn(request)),
  );

  app.post(
    '/inscriptions/:id/offers/:offerId/counter/submit',
    {
      config,
      schema: {
        operationId: 'submitCounter',
        tags: ['counters'],
        summary: 'Create a counter from signed PSBTs',
        description:
          "`offerId` is the buyer's offer. Nothing is broadcast. A retry that already succeeded answers the same id.",
        params: OfferParams,
        body: CounterSubmitBody,
        response: { 200: CounterSubmitAnswer },
      },
    },
    async (request) => submitCounter(ctx, callerIn(request), actionIn(request)),
  );

  app.post(
    '/inscriptions/:id/offers/:offerId/counter/reject',
    {
      config,
      schema: {
        operationId: 'rejectCounter',
        tags: ['counters'],
        summary: 'Decline a counter received',
        description: "`offerId` is the counter's own id. By the wallet that made the offer.",
        params: OfferParams,
        body: OfferActionBody,
        response: { 200: OfferActionAnswer },
      },
    },
    async (request) => rejectCounter(ctx, callerIn(request), actionIn(request)),
  );

  app.post(
    '/inscriptions/:id/offers/:offerId/counter/accept/preflight',
    {
      config,
      schema: {
        operationId: 'preflightAcceptCounter',
        tags: ['counters'],
        summary: "Build the PSBTs of a counter's acceptance",
        description: "`offerId` is the counter's own id.",
        params: OfferParams,
        body: CounterAcceptPreflightBody,
        response: { 200: CounterAcceptPreflightAnswer },
      },
    },
    async (request) => {
      refuseDuplicateCoins(request.body.spendableUtxos, 'spendableUtxos');
      return preflightAcceptCounter(ctx, callerIn(request), actionIn(request));
    },
  );

  app.post(
    '/inscriptions/:id/offers/:offerId/counter/accept/submit',
    {
      config,
      schema: {
        operationId: 'submitAcceptCounter',
        tags: ['counters'],
        summary: 'Settle a counter',
        description:
          "`offerId` is the counter's own id. Broadcasts transfer, funding and settlement as one package. A retry that already " +
          'succeeded answers the same ids.',
        params: OfferParams,
        body: CounterAcceptSubmitBody,
        response: { 200: AcceptSubmitAnswer },
      },
    },
    async (request) => {
      refuseDuplicateCoins(request.body.spendableUtxos, 'spendableUtxos');
      refuseDuplicateCoins(request.body.selectedPaymentUtxos, 'selectedPaymentUtxos');
      return submitAcceptCounter(ctx, callerIn(request), actionIn(request));
    },
  );
}
