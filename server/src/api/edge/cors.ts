import type { FastifyInstance } from 'fastify';

/** Lets browser pages of every origin call `app`, and read the headers `exposed`. */
export function allowEveryOrigin(app: FastifyInstance, exposed: readonly string[]): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': exposed.join(', '),
    });
  });
  app.options('*', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .headers({
        'access-control-allow-methods': 'GET, POST, OPTIONS',
        'access-control-allow-headers': 'authorization, content-type',
      })
      .code(204)
      .send(),
  );
}
