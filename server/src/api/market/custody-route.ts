import { InscriptionParams, MarketCustody } from '@ordbook/api/market/market';
import { rootsOf } from '../../store/catalogue/collections.ts';
import { base64 } from '../../trading/custody/fill-proofs.ts';
import { custodyProofs } from '../../trading/custody/proof.ts';
import { type ApiApp, type ApiParts, STATUSES } from '../edge/route-config.ts';

/** GET /market/inscriptions/{inscriptionId}/custody: a proof of which output holds it. */
export function custodyRoute(app: ApiApp, { ctx }: ApiParts): void {
  app.get(
    '/market/inscriptions/:inscriptionId/custody',
    {
      config: { bucket: 'proofs', statuses: STATUSES.market },
      schema: { hide: true, params: InscriptionParams, response: { 200: MarketCustody } },
    },
    async ({ params: { inscriptionId } }, reply) => {
      const { proof } = await custodyProofs(ctx).ofAnyone(inscriptionId);
      const collections = await rootsOf(ctx.db, inscriptionId);
      // as bytes, which no serializer looks through: a proof may have a megabyte
      const body = JSON.stringify({ inscriptionId, proof: base64(proof), collections });
      return reply.type('application/json; charset=utf-8').send(Buffer.from(body) as never);
    },
  );
}
