import { refuse } from '../../base/refusals.ts';
import { preflightFill, submitFill } from '../../trading/fill.ts';
import { type ApiApp, type ApiParts, callerIn, STATUSES } from '../route-config.ts';
import {
  FillPreflightAnswer,
  FillPreflightBody,
  FillSubmitAnswer,
  FillSubmitBody,
  SlugOfferParams,
} from '../schemas/collection-offer.ts';
import { fillPreflightShape } from '../shapes/collection-offer.ts';

const tags = ['collection offers'];
const writes = { bucket: 'writes', statuses: STATUSES.collectionOffers } as const;

/** POST /collection/{slug}/collection-offers/{offerId}/fill/…: sell an eligible inscription to an offer. */
export function fillRoutes(app: ApiApp, { ctx }: ApiParts): void {
  app.post(
    '/collection/:slug/collection-offers/:offerId/fill/preflight',
    {
      config: writes,
      schema: {
        operationId: 'preflightFill',
        tags,
        summary: 'Build the settlement of a fill',
        description: 'Holds an admission coin for a while.',
        params: SlugOfferParams,
        body: FillPreflightBody,
        response: { 200: FillPreflightAnswer },
      },
    },
    async (request) => {
      const { slug, offerId } = request.params;
      requireSameOffer(offerId, request.body.offerId);
      const body = { ...request.body, slug, offerId };
      return fillPreflightShape(await preflightFill(ctx, callerIn(request), body));
    },
  );

  app.post(
    '/collection/:slug/collection-offers/:offerId/fill/submit',
    {
      config: writes,
      schema: {
        operationId: 'submitFill',
        tags,
        summary: 'Settle a signed fill',
        description:
          'Broadcasts the funding parent and the settlement as one package. The signed step stands flat or in `signedSellerStep`. A retry answers the same ids.',
        params: SlugOfferParams,
        body: FillSubmitBody,
        response: { 200: FillSubmitAnswer },
      },
    },
    async (request) => {
      const { slug, offerId } = request.params;
      requireSameOffer(offerId, request.body.offerId);
      const { signedSellerStep, psbtBase64: flat, ...body } = request.body;
      const psbtBase64 = signedSellerStep?.psbtBase64 ?? flat;
      if (psbtBase64 === undefined) refuse('malformed', 'send the signed step, flat or as signedSellerStep');
      return submitFill(ctx, callerIn(request), { ...body, slug, offerId, psbtBase64 });
    },
  );
}

function requireSameOffer(inPath: string, inBody: string | undefined): void {
  if (inBody !== undefined && inBody !== inPath)
    refuse('malformed', `offerId is ${inBody} in the body and ${inPath} in the path`);
}
