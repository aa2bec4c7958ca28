import { SlugParams } from '@ordbook/api/fields/scalars';
import {
  PurchasePreflightAnswer,
  PurchasePreflightBody,
  PurchaseSubmitAnswer,
  PurchaseSubmitBody,
} from '@ordbook/api/purchase/purchase';
import { namedProofs } from '../../trading/custody/named-proofs.ts';
import { preflightPurchase, submitPurchase } from '../../trading/purchase/buy.ts';
import { refuseDuplicates } from '../edge/duplicates.ts';
import { BODY_LIMITS } from '../edge/json-body.ts';
import { postRoutes } from '../edge/post-route.ts';
import { type ApiApp, type ApiParts, STATUSES } from '../edge/route-config.ts';

/** POST /collection/{slug}/purchases/…: buy up to 20 listings in one transaction. */
export function collectionPurchaseRoutes(app: ApiApp, { ctx }: ApiParts): void {
  const post = postRoutes(app, { tag: 'purchases', statuses: STATUSES.trade });
  post(
    '/collection/:slug/purchases/preflight',
    {
      operationId: 'preflightPurchase',
      summary: 'Build the PSBT of a purchase',
      description: 'Selects coins, fixes the fee rate and reserves an anchor for a while.',
      params: SlugParams,
      body: PurchasePreflightBody,
      bodyLimit: BODY_LIMITS.coins,
      answer: PurchasePreflightAnswer,
    },
    async (caller, { proofs, ...asked }) => {
      const { listings } = asked;
      refuseDuplicates(listings, 'listings', 'listingId');
      refuseDuplicates(listings, 'listings', 'inscriptionId');
      const answer = await preflightPurchase(ctx, caller, asked);
      const ids = listings.map(({ inscriptionId }) => inscriptionId);
      return { ...answer, ...(await namedProofs(ctx, proofs, ids)) };
    },
  );

  post(
    '/collection/:slug/purchases/submit',
    {
      operationId: 'submitPurchase',
      summary: 'Settle a signed purchase',
      description:
        'Broadcasts the transfers and the sale as one package. A retry of a submit that succeeded returns the same ids.',
      params: SlugParams,
      body: PurchaseSubmitBody,
      bodyLimit: BODY_LIMITS.payments,
      answer: PurchaseSubmitAnswer,
    },
    async (caller, asked) => {
      const { listings } = asked;
      refuseDuplicates(listings, 'listings', 'listingId');
      refuseDuplicates(listings, 'listings', 'inscriptionId');
      return submitPurchase(ctx, caller, asked);
    },
  );
}
