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
} from '@ordbook/api/collection-offer/collection-offer';
import { SlugParams } from '@ordbook/api/fields/scalars';
import { collectionBook, previewTarget, replacementWarning } from '../../trading/collection-offer/book.ts';
import { cancelCollectionOffer } from '../../trading/collection-offer/close.ts';
import { preflightCollectionOffers, submitCollectionOffers } from '../../trading/collection-offer/make.ts';
import { refuseDuplicates } from '../edge/duplicates.ts';
import { BODY_LIMITS } from '../edge/json-body.ts';
import { postRoutes } from '../edge/post-route.ts';
import { type ApiApp, type ApiParts, callerIn, STATUSES } from '../edge/route-config.ts';
import { bookShape, offerPreflightShape, previewShape } from './shape.ts';

const group = { tag: 'collection offers', statuses: STATUSES.collectionOffers } as const;
const reads = { bucket: 'reads', statuses: group.statuses } as const;

/** /collection/{slug}/collection-offers: the book, and making and cancelling collection offers. */
export function collectionOfferRoutes(app: ApiApp, { ctx, settings }: ApiParts): void {
  bookRoutes(app, { ctx, settings });
  const post = postRoutes(app, group);
  post(
    '/collection/:slug/collection-offers/preflight',
    {
      operationId: 'preflightCollectionWideOffer',
      summary: 'Build the funding parents of new collection offers',
      description: 'Returns one zero-fee funding parent per offer. The response is valid for half an hour.',
      params: SlugParams,
      body: CollectionOfferPreflightBody,
      bodyLimit: BODY_LIMITS.coins,
      answer: CollectionOfferPreflightAnswer,
    },
    async (caller, asked) => offerPreflightShape(await preflightCollectionOffers(ctx, caller, asked)),
  );

  post(
    '/collection/:slug/collection-offers/submit',
    {
      operationId: 'submitCollectionWideOffer',
      summary: 'Make collection offers from signed funding parents',
      description:
        "Broadcasts nothing. Replaces the caller's active offers of the same scope that use the same coins. " +
        'A retry of a submit that succeeded returns the same ids.',
      params: SlugParams,
      body: CollectionOfferSubmitBody,
      bodyLimit: BODY_LIMITS.payments,
      answer: CollectionOfferSubmitAnswer,
    },
    async (caller, asked) => {
      refuseDuplicates(asked.offers, 'offers', 'expectedFundingParentTxid');
      return submitCollectionOffers(ctx, caller, asked);
    },
  );

  post(
    '/collection/:slug/collection-offers/:offerId/cancel',
    {
      operationId: 'cancelCollectionWideOffer',
      summary: "Cancel one of the caller's collection offers",
      description: 'No PSBT is needed.',
      params: SlugOfferParams,
      body: CollectionOfferCancelBody,
      answer: CollectionOfferCancelAnswer,
    },
    (caller, asked) => cancelCollectionOffer(ctx, caller, asked),
  );
}

function bookRoutes(app: ApiApp, { ctx, settings }: Pick<ApiParts, 'ctx' | 'settings'>): void {
  app.get(
    '/collection/:slug/collection-offers',
    {
      config: reads,
      schema: {
        operationId: 'listCollectionOfferBook',
        tags: [group.tag],
        summary: 'Active collection offers, by price',
        description: 'Collection-wide and trait offers, the best 1,000; the counts cover all of them.',
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
        operationId: 'listMySentCollectionOffers',
        tags: [group.tag],
        summary: "The caller's active collection offers",
        description:
          'Offers of every wallet of the profile, each with the wallet binding that may cancel it.',
        params: SlugParams,
        response: { 200: CollectionOffersAnswer },
      },
    },
    async (request) =>
      bookShape(await collectionBook(ctx, callerIn(request), request.params.slug, 'own'), settings),
  );

  const post = postRoutes(app, { ...group, bucket: 'reads' });
  post(
    '/collection/:slug/collection-offers/target-preview',
    {
      operationId: 'previewCollectionOfferTarget',
      summary: 'Preview the inscriptions and prices of a target',
      description: 'A target that no member meets is no error: its count is 0, and the rest is null.',
      params: SlugParams,
      body: TargetPreviewBody,
      bodyLimit: BODY_LIMITS.coins,
      answer: TargetPreviewAnswer,
    },
    async (_caller, asked) => previewShape(await previewTarget(ctx, asked.slug, asked.target), settings),
  );

  post(
    '/collection/:slug/collection-offers/replacement-warning',
    {
      operationId: 'previewCollectionOfferReplacementWarning',
      summary: "Whether these coins would replace the caller's offers",
      description:
        'Selects coins as the preflight does, and counts the active offers of the same scope that use one of them.',
      params: SlugParams,
      body: ReplacementWarningBody,
      bodyLimit: BODY_LIMITS.coins,
      answer: ReplacementWarningAnswer,
    },
    async (caller, asked) => replacementWarning(ctx, caller, asked),
  );
}
