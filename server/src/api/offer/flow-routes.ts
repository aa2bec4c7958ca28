import type { Static } from '@fastify/type-provider-typebox';
import { SlugParams } from '@ordbook/api/fields/scalars';
import {
  OfferPreflightAnswer,
  OfferPreflightBody,
  OfferSubmitAnswer,
  OfferSubmitBody,
} from '@ordbook/api/offer/flows';
import { refuse } from '@ordbook/protocol/refusals';
import { namedProofs } from '../../trading/custody/named-proofs.ts';
import { preflightOffers, submitOffers } from '../../trading/offer/make.ts';
import { refuseDuplicates } from '../edge/duplicates.ts';
import { BODY_LIMITS } from '../edge/json-body.ts';
import { postRoutes } from '../edge/post-route.ts';
import { type ApiApp, type ApiParts, STATUSES } from '../edge/route-config.ts';

/** POST /collection/{slug}/offers/…: make offers on up to 20 inscriptions. */
export function collectionInscriptionOfferRoutes(app: ApiApp, { ctx }: ApiParts): void {
  const post = postRoutes(app, { tag: 'offers', statuses: STATUSES.trade });
  post(
    '/collection/:slug/offers/preflight',
    {
      operationId: 'preflightCollectionOffer',
      summary: 'Build the PSBTs of new offers',
      description:
        'Returns one settlement per inscription. All spend the same coins, so only one of the offers can be accepted.',
      params: SlugParams,
      body: OfferPreflightBody,
      bodyLimit: BODY_LIMITS.coins,
      answer: OfferPreflightAnswer,
    },
    async (caller, { proofs, ...asked }) => {
      refuseRepeated(asked.inscriptionIds);
      const answer = await preflightOffers(ctx, caller, asked);
      return { ...answer, ...(await namedProofs(ctx, proofs, asked.inscriptionIds)) };
    },
  );

  post(
    '/collection/:slug/offers/submit',
    {
      operationId: 'submitCollectionOffer',
      summary: 'Create offers from signed PSBTs',
      description: 'Broadcasts nothing. A retry of a submit that succeeded returns the same ids.',
      params: SlugParams,
      body: OfferSubmitBody,
      bodyLimit: BODY_LIMITS.payments,
      answer: OfferSubmitAnswer,
    },
    async (caller, asked) => {
      const { inscriptionIds, signedItems } = asked;
      refuseRepeated(inscriptionIds);
      refuseDuplicates(signedItems, 'signedItems', 'inscriptionId');
      return submitOffers(ctx, caller, {
        ...asked,
        signedItems: signedItems.map(flattened),
      });
    },
  );
}

type SignedItem = Static<typeof OfferSubmitBody>['signedItems'][number];

function flattened({ signedSteps, ...item }: SignedItem) {
  const { psbtBase64, ...signed } = { ...signedSteps?.[0], ...item };
  if (psbtBase64 === undefined)
    refuse(
      'malformed',
      `the item of ${item.inscriptionId} in signedItems must have psbtBase64 or signedSteps`,
    );
  return { ...signed, psbtBase64 };
}

function refuseRepeated(ids: readonly string[]): void {
  refuseDuplicates(
    ids.map((id) => ({ id })),
    'inscriptionIds',
    'id',
  );
}
