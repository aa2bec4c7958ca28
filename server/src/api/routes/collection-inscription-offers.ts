import type { Static } from '@fastify/type-provider-typebox';
import { refuse } from '../../base/refusals.ts';
import { preflightOffers, submitOffers } from '../../trading/offer.ts';
import { refuseDuplicateCoins, refuseDuplicates } from '../duplicates.ts';
import { type ApiApp, type ApiParts, callerIn, STATUSES } from '../route-config.ts';
import {
  OfferPreflightAnswer,
  OfferPreflightBody,
  OfferSubmitAnswer,
  OfferSubmitBody,
} from '../schemas/offer-flow.ts';
import { SlugParams } from '../schemas/scalars.ts';

/** POST /collection/{slug}/offers/…: bid for up to 20 inscriptions. */
export function collectionInscriptionOfferRoutes(app: ApiApp, { ctx }: ApiParts): void {
  app.post(
    '/collection/:slug/offers/preflight',
    {
      config: { bucket: 'writes', statuses: STATUSES.trade },
      schema: {
        operationId: 'preflightOffers',
        tags: ['offers'],
        summary: 'Build the PSBTs of new offers',
        description:
          'One settlement per inscription, all of the same coins: the first that is accepted wins.',
        params: SlugParams,
        body: OfferPreflightBody,
        response: { 200: OfferPreflightAnswer },
      },
    },
    async (request) => {
      refuseRepeated(request.body.inscriptionIds);
      refuseDuplicateCoins(request.body.spendableUtxos, 'spendableUtxos');
      return preflightOffers(ctx, callerIn(request), { ...request.body, slug: request.params.slug });
    },
  );

  app.post(
    '/collection/:slug/offers/submit',
    {
      config: { bucket: 'writes', statuses: STATUSES.trade },
      schema: {
        operationId: 'submitOffers',
        tags: ['offers'],
        summary: 'Create offers from signed PSBTs',
        description: 'Nothing is broadcast. A retry that already succeeded answers the same ids.',
        params: SlugParams,
        body: OfferSubmitBody,
        response: { 200: OfferSubmitAnswer },
      },
    },
    async (request) => {
      const { inscriptionIds, selectedPaymentUtxos, signedItems } = request.body;
      refuseRepeated(inscriptionIds);
      refuseDuplicates(signedItems, 'signedItems', 'inscriptionId');
      refuseDuplicateCoins(selectedPaymentUtxos, 'selectedPaymentUtxos');
      return submitOffers(ctx, callerIn(request), {
        ...request.body,
        slug: request.params.slug,
        signedItems: signedItems.map(flattened),
      });
    },
  );
}

type SignedItem = Static<typeof OfferSubmitBody>['signedItems'][number];

function flattened({ inscriptionId, expectedSettlementTxid, psbtBase64, signedSteps }: SignedItem) {
  const psbt = psbtBase64 ?? signedSteps?.[0]?.psbtBase64;
  if (psbt === undefined)
    refuse('malformed', `signedItems of ${inscriptionId} must have psbtBase64, or signedSteps`);
  return { inscriptionId, expectedSettlementTxid, psbtBase64: psbt };
}

function refuseRepeated(ids: readonly string[]): void {
  refuseDuplicates(
    ids.map((id) => ({ id })),
    'inscriptionIds',
    'id',
  );
}
