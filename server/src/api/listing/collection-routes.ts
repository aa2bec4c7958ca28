import { SlugParams } from '@ordbook/api/fields/scalars';
import {
  DelistAnswer,
  DelistBody,
  ListingPreflightAnswer,
  ListingPreflightBody,
  ListingSubmitAnswer,
  ListingSubmitBody,
  TakeBackParams,
  TakeBackPreflightAnswer,
  TakeBackPreflightBody,
  TakeBackSubmitAnswer,
  TakeBackSubmitBody,
} from '@ordbook/api/listing/flows';
import { delistListings } from '../../trading/listing/delist.ts';
import { preflightListing, submitListing } from '../../trading/listing/list.ts';
import { preflightTakeBack, submitTakeBack } from '../../trading/listing/take-back.ts';
import { refuseDuplicates } from '../edge/duplicates.ts';
import { BODY_LIMITS } from '../edge/json-body.ts';
import { postRoutes } from '../edge/post-route.ts';
import { type ApiApp, type ApiParts, STATUSES } from '../edge/route-config.ts';

/** POST /collection/{slug}/listings/…: list, delist, take back. */
export function collectionListingRoutes(app: ApiApp, { ctx }: ApiParts): void {
  const tag = 'listings';
  const preflight = postRoutes(app, { tag, statuses: STATUSES.listingPreflight });
  const post = postRoutes(app, { tag, statuses: STATUSES.trade });
  preflight(
    '/collection/:slug/listings/preflight',
    {
      operationId: 'preflightListing',
      summary: 'Build the PSBTs of new listings',
      description:
        'Returns a transfer and a sale per item, and one recovery for all, signed with ALL; DEFAULT, which covers the same, is accepted. Reserves an anchor per item for a while.',
      params: SlugParams,
      body: ListingPreflightBody,
      answer: ListingPreflightAnswer,
    },
    async (caller, asked) => {
      refuseDuplicates(asked.items, 'items', 'inscriptionId');
      return preflightListing(ctx, caller, asked);
    },
  );

  post(
    '/collection/:slug/listings/submit',
    {
      operationId: 'submitListing',
      summary: 'Create listings from signed PSBTs',
      description:
        'Repeats the preflight with the signed PSBTs. A retry of a submit that succeeded returns the same ids.',
      params: SlugParams,
      body: ListingSubmitBody,
      bodyLimit: BODY_LIMITS.signed,
      answer: ListingSubmitAnswer,
    },
    async (caller, asked) => {
      const { items, anchors, signed } = asked;
      refuseDuplicates(items, 'items', 'inscriptionId');
      refuseDuplicates(anchors, 'anchors', 'inscriptionId');
      refuseDuplicates(anchors, 'anchors', 'anchorUtxoId');
      refuseDuplicates(signed, 'signed', 'inscriptionId');
      return submitListing(ctx, caller, asked);
    },
  );

  post(
    '/collection/:slug/listings/delist',
    {
      operationId: 'delistListing',
      summary: 'Take listings down',
      description:
        'No PSBT is needed. A listing whose purchase has stalled can be delisted; a block may take the purchase after all.',
      params: SlugParams,
      body: DelistBody,
      answer: DelistAnswer,
    },
    async (caller, asked) => {
      refuseDuplicates(asked.listings, 'listings', 'inscriptionId');
      refuseDuplicates(asked.listings, 'listings', 'listingId');
      return delistListings(ctx, caller, asked);
    },
  );

  post(
    '/collection/:slug/listings/:listingId/take-back/preflight',
    {
      operationId: 'preflightTakeBack',
      summary: 'Build the PSBT that takes a stranded inscription back',
      description:
        'For a listing whose inscription is on its passthrough because a purchase failed. The operator pays the network fee.',
      params: TakeBackParams,
      body: TakeBackPreflightBody,
      answer: TakeBackPreflightAnswer,
    },
    (caller, asked) => preflightTakeBack(ctx, caller, asked),
  );

  post(
    '/collection/:slug/listings/:listingId/take-back/submit',
    {
      operationId: 'submitTakeBack',
      summary: 'Take a stranded inscription back',
      description:
        'Cancels the listing if it is open and broadcasts the transaction. A retry returns the same txid.',
      params: TakeBackParams,
      bodyLimit: BODY_LIMITS.signed,
      body: TakeBackSubmitBody,
      answer: TakeBackSubmitAnswer,
    },
    (caller, asked) => submitTakeBack(ctx, caller, asked),
  );
}
