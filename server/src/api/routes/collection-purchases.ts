import { preflightPurchase, submitPurchase } from '../../trading/buy.ts';
import { refuseDuplicateCoins, refuseDuplicates } from '../duplicates.ts';
import { type ApiApp, type ApiParts, callerIn, STATUSES } from '../route-config.ts';
import {
  PurchasePreflightAnswer,
  PurchasePreflightBody,
  PurchaseSubmitAnswer,
  PurchaseSubmitBody,
} from '../schemas/purchase.ts';
import { SlugParams } from '../schemas/scalars.ts';

/** POST /collection/{slug}/purchases/…: buy up to 20 listings in one transaction. */
export function collectionPurchaseRoutes(app: ApiApp, { ctx }: ApiParts): void {
  app.post(
    '/collection/:slug/purchases/preflight',
    {
      config: { bucket: 'writes', statuses: STATUSES.trade },
      schema: {
        operationId: 'preflightPurchase',
        tags: ['purchases'],
        summary: 'Build the PSBT of a purchase',
        description: 'Selects coins, fixes the fee rate and holds an anchor for a while.',
        params: SlugParams,
        body: PurchasePreflightBody,
        response: { 200: PurchasePreflightAnswer },
      },
    },
    async (request) => {
      const { listings, spendableUtxos } = request.body;
      refuseDuplicates(listings, 'listings', 'listingId');
      refuseDuplicates(listings, 'listings', 'inscriptionId');
      refuseDuplicateCoins(spendableUtxos, 'spendableUtxos');
      return preflightPurchase(ctx, callerIn(request), { ...request.body, slug: request.params.slug });
    },
  );

  app.post(
    '/collection/:slug/purchases/submit',
    {
      config: { bucket: 'writes', statuses: STATUSES.trade },
      schema: {
        operationId: 'submitPurchase',
        tags: ['purchases'],
        summary: 'Settle a signed purchase',
        description:
          'Broadcasts the transfers and the sale as one package. A retry that already succeeded answers the same ids.',
        params: SlugParams,
        body: PurchaseSubmitBody,
        response: { 200: PurchaseSubmitAnswer },
      },
    },
    async (request) => {
      const { listings, spendableUtxos, selectedPaymentUtxos } = request.body;
      refuseDuplicates(listings, 'listings', 'listingId');
      refuseDuplicates(listings, 'listings', 'inscriptionId');
      refuseDuplicateCoins(spendableUtxos, 'spendableUtxos');
      refuseDuplicateCoins(selectedPaymentUtxos, 'selectedPaymentUtxos');
      return submitPurchase(ctx, callerIn(request), { ...request.body, slug: request.params.slug });
    },
  );
}
