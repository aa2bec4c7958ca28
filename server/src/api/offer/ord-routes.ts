import { refuse } from '@ordbook/protocol/refusals';
import type { FastifyInstance } from 'fastify';
import type { TradingContext } from '../../trading/context.ts';
import { readPsbtOffers, submitPsbtOffer } from '../../trading/offer/psbt-offer.ts';
import { MAX_PSBT_OFFER_LENGTH } from '../../trading/offer/read-psbt-offer.ts';

/**
 * POST /offer and GET /offers, as `ord` 0.29 has them with `--accept-offers`: the body is a PSBT in base64,
 * of any media type. Beyond `ord`, what is stored has been checked, and `X-Trade-Id` names the offer.
 */
export function installOrdOffers(app: FastifyInstance, ctx: TradingContext): void {
  const schema: object = { hide: true };
  app.register(async (routes) => {
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    routes.post<{ Body: unknown }>(
      '/offer',
      { schema, config: { bucket: 'proofs' }, bodyLimit: MAX_PSBT_OFFER_LENGTH + 100 },
      async ({ body }, reply) => {
        if (typeof body !== 'string') refuse('malformed', 'the body must be a PSBT in base64');
        await submitPsbtOffer(ctx, body);
        return reply.type('text/plain; charset=utf-8').send('');
      },
    );
    routes.get('/offers', { schema, config: { bucket: 'visits' } }, async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return { offers: await readPsbtOffers(ctx) };
    });
  });
}
