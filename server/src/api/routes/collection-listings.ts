import { delistListings } from '../../trading/delist.ts';
import { preflightListing, submitListing } from '../../trading/list.ts';
import { refuseDuplicates } from '../duplicates.ts';
import { type ApiApp, type ApiParts, callerIn, STATUSES } from '../route-config.ts';
import {
  DelistAnswer,
  DelistBody,
  ListingPreflightAnswer,
  ListingPreflightBody,
  ListingSubmitAnswer,
  ListingSubmitBody,
} from '../schemas/listing-flow.ts';
import { SlugParams } from '../schemas/scalars.ts';

/** POST /collection/{slug}/listings/…: list and delist. */
export function collectionListingRoutes(app: ApiApp, { ctx }: ApiParts): void {
  app.post(
    '/collection/:slug/listings/preflight',
    {
      config: { bucket: 'writes', statuses: STATUSES.listingPreflight },
      schema: {
        operationId: 'preflightListing',
        tags: ['listings'],
        summary: 'Build the PSBTs of new listings',
        description:
          'Per item a transfer and a sale; one recovery PSBT for all. An anchor is held for each item for a while.',
        params: SlugParams,
        body: ListingPreflightBody,
        response: { 200: ListingPreflightAnswer },
      },
    },
    async (request) => {
      refuseDuplicates(request.body.items, 'items', 'inscriptionId');
      return preflightListing(ctx, callerIn(request), { ...request.body, slug: request.params.slug });
    },
  );

  app.post(
    '/collection/:slug/listings/submit',
    {
      config: { bucket: 'writes', statuses: STATUSES.trade },
      schema: {
        operationId: 'submitListing',
        tags: ['listings'],
        summary: 'Create listings from signed PSBTs',
        description:
          'Repeats the preflight with the signed PSBTs. A retry that already succeeded answers the same ids.',
        params: SlugParams,
        body: ListingSubmitBody,
        response: { 200: ListingSubmitAnswer },
      },
    },
    async (request) => {
      const { items, anchors, signed } = request.body;
      refuseDuplicates(items, 'items', 'inscriptionId');
      refuseDuplicates(anchors, 'anchors', 'inscriptionId');
      refuseDuplicates(anchors, 'anchors', 'anchorUtxoId');
      refuseDuplicates(signed, 'signed', 'inscriptionId');
      return submitListing(ctx, callerIn(request), { ...request.body, slug: request.params.slug });
    },
  );

  app.post(
    '/collection/:slug/listings/delist',
    {
      config: { bucket: 'writes', statuses: STATUSES.trade },
      schema: {
        operationId: 'delistListings',
        tags: ['listings'],
        summary: 'Take listings down',
        description: 'Needs no PSBT.',
        params: SlugParams,
        body: DelistBody,
        response: { 200: DelistAnswer },
      },
    },
    async (request) => {
      refuseDuplicates(request.body.listings, 'listings', 'inscriptionId');
      refuseDuplicates(request.body.listings, 'listings', 'listingId');
      return delistListings(ctx, callerIn(request), { ...request.body, slug: request.params.slug });
    },
  );
}
