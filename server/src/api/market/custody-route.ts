import { InscriptionParams, MarketCustody } from '@ordbook/api/market/market';
import { base64 } from '../../trading/custody/fill-proofs.ts';
import { custodyProofs } from '../../trading/custody/proof.ts';
import { type ApiApp, type ApiParts, STATUSES } from '../edge/route-config.ts';

/** GET /market/inscriptions/{inscriptionId}/custody: a proof of which output holds it. */
export function custodyRoute(app: ApiApp, { ctx }: ApiParts): void {
  const proofs = custodyProofs(ctx);
  app.get(
    '/market/inscriptions/:inscriptionId/custody',
    {
      config: { bucket: 'visits', statuses: STATUSES.market },
      schema: { hide: true, params: InscriptionParams, response: { 200: MarketCustody } },
    },
    async ({ params: { inscriptionId } }) => ({
      inscriptionId,
      proof: base64((await proofs.of(inscriptionId)).proof),
    }),
  );
}
