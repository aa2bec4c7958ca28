import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { ErrorResponse } from './edge/error-response.ts';

const MEANINGS: Record<number, string> = {
  400: 'Invalid parameters or body.',
  401: 'Missing, invalid or expired bearer token; at sign-in, an invalid signature.',
  403: 'Not allowed: wallet ownership, funding balance or permission.',
  404: 'No such collection, listing, inscription, offer or challenge.',
  409: 'Trading state changed; fetch it again and run the preflight again.',
  410: 'Challenge expired; start a fresh one.',
  429: 'Rate limited; wait for `Retry-After` seconds.',
  500: 'Unexpected error.',
  503: 'The node, the index or another part is unreachable; wait and retry.',
};

/**
 * Completes the schema of each API route as it is added: its declared errors, and the bearer token where one
 * is needed.
 */
export function documentRoute({ config, schema }: RouteOptions): void {
  if (!config?.bucket || !schema) return;
  const errors = (config.statuses ?? []).map((status) => [
    status,
    { ...ErrorResponse, description: MEANINGS[status] },
  ]);
  schema.response = { ...(schema.response as object), ...Object.fromEntries(errors) };
  schema.security = config.bucket === 'reads' || config.bucket === 'writes' ? [{ bearer: [] }] : [];
}

/** OpenAPI 3.1 at /openapi.json, rendered at /docs. Call before the routes are added. */
export function installOpenapi(app: FastifyInstance, publicUrl: string): void {
  app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'ordbook trading API',
        version: '1.0.0',
        description:
          'Trading interface for Bitcoin inscriptions. Sign in with wallet signatures (POST /auth/challenge, POST /auth/verify) ' +
          'and send the session token as a bearer token. A write is two calls: preflight builds unsigned PSBTs, submit takes ' +
          'them signed.\n\n' +
          'Amounts are whole sats unless a field says otherwise. Every error is `{error}`; rely on the status, not on the text.',
      },
      servers: [{ url: publicUrl }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transformObject: (documents) =>
      'openapiObject' in documents ? nameSchemas(documents.openapiObject as Json) : documents.swaggerObject,
  });
  app.register(fastifySwaggerUi, {
    routePrefix: '/docs',
    theme: { title: 'ordbook trading API' },
    uiConfig: { layout: 'BaseLayout', deepLinking: true, persistAuthorization: true, validatorUrl: null },
    // Nothing from other hosts, except requests to `servers`, which may be another host than the one that
    // shows the page.
    staticCSP: {
      'default-src': "'self'",
      'connect-src': `'self' ${new URL(publicUrl).origin}`,
      'img-src': "'self' data:",
      'style-src': "'self' 'unsafe-inline'",
      'object-src': "'none'",
      'base-uri': "'self'",
      'frame-ancestors': "'none'",
    },
  });
  app.get('/', { schema: { hide: true } }, (_request, reply) => reply.redirect('/docs'));
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
    if (request.url.startsWith('/docs'))
      reply.headers({ 'x-frame-options': 'DENY', 'referrer-policy': 'no-referrer' });
  });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}

type Json = { [key: string]: unknown };

/**
 * Moves every schema with a `title` to `components.schemas` under that name, so that clients get named types.
 */
function nameSchemas(document: Json): Json {
  // each response describes it by status, so its own description is set first
  const { title: _title, ...errorResponse } = ErrorResponse as unknown as Json;
  const schemas: Json = { ErrorResponse: errorResponse };
  const walk = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(walk);
    if (typeof node !== 'object' || node === null) return node;
    const walked = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, walk(value)])) as Json;
    if (typeof walked['title'] !== 'string' || walked['type'] === undefined) return walked;
    const { title, ...schema } = walked;
    // uses of the same schema may describe it differently: the first description stays
    schemas[title as string] ??= schema;
    return { $ref: `#/components/schemas/${title}` };
  };
  const paths = walk(document['paths']);
  const components = document['components'] as Json;
  return { ...document, paths, components: { ...components, schemas } };
}
