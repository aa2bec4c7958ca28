import { InscriptionParams, MarketCustody } from '@ordbook/api/market/market';
import { rootsOf } from '../../store/catalogue/collections.ts';
import { custodyProofs } from '../../trading/custody/proof.ts';
import { type ApiApp, type ApiParts, STATUSES } from '../edge/route-config.ts';

/** GET /market/inscriptions/{inscriptionId}/custody: a proof of which output holds it. */
export function custodyRoute(app: ApiApp, { ctx }: ApiParts): void {
  const proofOf = custodyProofs(ctx);
  app.get(
    '/market/inscriptions/:inscriptionId/custody',
    {
      config: { bucket: 'visits', statuses: STATUSES.market },
      schema: { hide: true, params: InscriptionParams, response: { 200: MarketCustody } },
    },
    async ({ params: { inscriptionId } }) => ({
      inscriptionId,
      proof: Buffer.from(await proofOf(inscriptionId)).toString('base64'),
      collections: await rootsOf(ctx.db, inscriptionId),
    }),
  );
}
