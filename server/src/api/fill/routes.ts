import {
  FillPreflightAnswer,
  FillPreflightBody,
  FillSubmitAnswer,
  FillSubmitBody,
  SlugOfferParams,
} from '@ordbook/api/collection-offer/collection-offer';
import { refuse } from '@ordbook/protocol/refusals';
import { namedProofs } from '../../trading/custody/named-proofs.ts';
import { preflightFill, submitFill } from '../../trading/fill/fill.ts';
import { fillPreflightShape } from '../collection-offer/shape.ts';
import { BODY_LIMITS } from '../edge/json-body.ts';
import { postRoutes } from '../edge/post-route.ts';
import { type ApiApp, type ApiParts, STATUSES } from '../edge/route-config.ts';

/**
 * POST /collection/{slug}/collection-offers/{offerId}/fill/…: sell an eligible inscription to a collection
 * offer.
 */
export function fillRoutes(app: ApiApp, { ctx }: ApiParts): void {
  const post = postRoutes(app, { tag: 'collection offers', statuses: STATUSES.collectionOffers });
  post(
    '/collection/:slug/collection-offers/:offerId/fill/preflight',
    {
      operationId: 'preflightCollectionOfferFill',
      summary: 'Build the settlement of a fill',
      description: 'Reserves an admission coin for a while.',
      params: SlugOfferParams,
      body: FillPreflightBody,
      answer: FillPreflightAnswer,
    },
    async (caller, { proofs, ...asked }, body) => {
      requireSameOffer(asked.offerId, body.offerId);
      const answer = fillPreflightShape(await preflightFill(ctx, caller, asked));
      return { ...answer, ...(await namedProofs(ctx, proofs, [asked.inscriptionId])) };
    },
  );

  post(
    '/collection/:slug/collection-offers/:offerId/fill/submit',
    {
      operationId: 'submitCollectionOfferFill',
      summary: 'Settle a signed fill',
      description:
        'Broadcasts the funding parent and the settlement as one package. Send the signed step flat or in ' +
        '`signedSellerStep`. A retry of a submit that succeeded returns the same ids.',
      params: SlugOfferParams,
      body: FillSubmitBody,
      bodyLimit: BODY_LIMITS.signed,
      answer: FillSubmitAnswer,
    },
    async (caller, { signedSellerStep, psbtBase64: flat, ...asked }, body) => {
      requireSameOffer(asked.offerId, body.offerId);
      const psbtBase64 = signedSellerStep?.psbtBase64 ?? flat;
      if (psbtBase64 === undefined) refuse('malformed', 'body must have psbtBase64 or signedSellerStep');
      const { signerAddress, inputsToSign } = signedSellerStep ?? {};
      return submitFill(ctx, caller, {
        ...asked,
        ...(signerAddress === undefined ? {} : { signerAddress }),
        ...(inputsToSign === undefined ? {} : { inputsToSign }),
        psbtBase64,
      });
    },
  );
}

function requireSameOffer(inPath: string, inBody: string | undefined): void {
  if (inBody !== undefined && inBody !== inPath)
    refuse('malformed', `offerId is ${inBody} in the body but ${inPath} in the path; send the same`);
}
