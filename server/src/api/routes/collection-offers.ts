import { cancelCollectionOffer } from '../../trading/close-collection-offer.ts';
import { collectionBook, previewTarget, replacementWarning } from '../../trading/collection-book.ts';
import { preflightCollectionOffers, submitCollectionOffers } from '../../trading/collection-offer.ts';
import { refuseDuplicateCoins, refuseDuplicates } from '../duplicates.ts';
import { type ApiApp, type ApiParts, callerIn, STATUSES } from '../route-config.ts';
import {
  CollectionOfferCancelAnswer,
  CollectionOfferCancelBody,
  CollectionOfferPreflightAnswer,
  CollectionOfferPreflightBody,
  CollectionOfferSubmitAnswer,
  CollectionOfferSubmitBody,
  CollectionOffersAnswer,
  ReplacementWarningAnswer,
  ReplacementWarningBody,
  SlugOfferParams,
  TargetPreviewAnswer,
  TargetPreviewBody,
} from '../schemas/collection-offer.ts';
import { SlugParams } from '../schemas/scalars.ts';
import { bookShape, offerPreflightShape, previewShape } from '../shapes/collection-offer.ts';

const tags = ['collection offers'];
const reads = { bucket: 'reads', statuses: STATUSES.collectionOffers } as const;
const writes = { bucket: 'writes', statuses: STATUSES.collectionOffers } as const;

/** /collection/{slug}/collection-offers: the book, and making and cancelling offers. */
export function collectionOfferRoutes(app: ApiApp, { ctx, settings }: ApiParts): void {
  bookRoutes(app, { ctx, settings });
  app.post(
    '/collection/:slug/collection-offers/preflight',
    {
      config: writes,
      schema: {
        operationId: 'preflightCollectionOffers',
        tags,
        summary: 'Build the funding parents of new offers',
        description: 'One zero-fee funding parent per offer. What is answered holds for half an hour.',
        params: SlugParams,
        body: CollectionOfferPreflightBody,
        response: { 200: CollectionOfferPreflightAnswer },
      },
    },
    async (request) => {
      const { slug } = request.params;
      refuseDuplicateCoins(request.body.spendableUtxos ?? [], 'spendableUtxos');
      return offerPreflightShape(
        await preflightCollectionOffers(ctx, callerIn(request), { ...request.body, slug }),
      );
    },
  );

  app.post(
    '/collection/:slug/collection-offers/submit',
    {
      config: writes,
      schema: {
        operationId: 'submitCollectionOffers',
        tags,
        summary: 'Make offers from signed funding parents',
        description:
          'Broadcasts nothing. Replaces own active offers of the same scope whose coins are used again. A retry answers the same ids.',
        params: SlugParams,
        body: CollectionOfferSubmitBody,
        response: { 200: CollectionOfferSubmitAnswer },
      },
    },
    async (request) => {
      const { offers } = request.body;
      refuseDuplicates(offers, 'offers', 'expectedFundingParentTxid');
      for (const { selectedPaymentUtxos } of offers)
        refuseDuplicateCoins(selectedPaymentUtxos, 'selectedPaymentUtxos');
      return submitCollectionOffers(ctx, callerIn(request), { ...request.body, slug: request.params.slug });
    },
  );

  app.post(
    '/collection/:slug/collection-offers/:offerId/cancel',
    {
      config: writes,
      schema: {
        operationId: 'cancelCollectionOffer',
        tags,
        summary: 'Take an own offer back',
        description: 'Needs no PSBT.',
        params: SlugOfferParams,
        body: CollectionOfferCancelBody,
        response: { 200: CollectionOfferCancelAnswer },
      },
    },
    async (request) => cancelCollectionOffer(ctx, callerIn(request), { ...request.params, ...request.body }),
  );
}

function bookRoutes(app: ApiApp, { ctx, settings }: Pick<ApiParts, 'ctx' | 'settings'>): void {
  app.get(
    '/collection/:slug/collection-offers',
    {
      config: reads,
      schema: {
        operationId: 'listCollectionOffers',
        tags,
        summary: 'Active collection and trait offers',
        params: SlugParams,
        response: { 200: CollectionOffersAnswer },
      },
    },
    async (request) =>
      bookShape(await collectionBook(ctx, callerIn(request), request.params.slug, 'all'), settings),
  );

  app.get(
    '/collection/:slug/my/sent-collection-offers',
    {
      config: reads,
      schema: {
        operationId: 'listSentCollectionOffers',
        tags,
        summary: "The caller's own active offers",
        params: SlugParams,
        response: { 200: CollectionOffersAnswer },
      },
    },
    async (request) =>
      bookShape(await collectionBook(ctx, callerIn(request), request.params.slug, 'own'), settings),
  );

  app.post(
    '/collection/:slug/collection-offers/target-preview',
    {
      config: reads,
      schema: {
        operationId: 'previewCollectionOfferTarget',
        tags,
        summary: 'What a target means now',
        params: SlugParams,
        body: TargetPreviewBody,
        response: { 200: TargetPreviewAnswer },
      },
    },
    async (request) =>
      previewShape(await previewTarget(ctx, request.params.slug, request.body.target), settings),
  );

  app.post(
    '/collection/:slug/collection-offers/replacement-warning',
    {
      config: reads,
      schema: {
        operationId: 'warnOfReplacement',
        tags,
        summary: 'Would these coins replace own offers?',
        params: SlugParams,
        body: ReplacementWarningBody,
        response: { 200: ReplacementWarningAnswer },
      },
    },
    async (request) => {
      refuseDuplicateCoins(request.body.spendableUtxos, 'spendableUtxos');
      return replacementWarning(ctx, callerIn(request), { ...request.body, slug: request.params.slug });
    },
  );
}
