import { readFileSync } from 'node:fs';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { NetworkName } from '@ordbook/protocol/network';
import type { FastifyInstance } from 'fastify';
import { type ExampleValues, withLiveExamples } from './live-examples.ts';

export interface ReferenceOptions {
  readonly publicUrl: string;
  readonly network: NetworkName;
  /** Values of this service for the examples of the page, as they are now. */
  readonly exampleValues: () => ExampleValues;
}

const file = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

/** Swagger UI's page has none, and phones then show it in the width of a desk. */
const VIEWPORT = '<meta name="viewport" content="width=device-width, initial-scale=1">';

/**
 * The reference at /docs: Swagger UI with our style, a filter, and examples of this network. It loads nothing
 * from other hosts. The examples change this page only, not /openapi.json.
 */
export function installReference(app: FastifyInstance, options: ReferenceOptions): void {
  app.register(fastifySwaggerUi, {
    routePrefix: '/docs',
    theme: {
      title: 'ordbook trading API',
      css: [{ filename: 'page.css', content: file('page.css') }],
      js: [{ filename: 'page.js', content: file('page.js') }],
    },
    uiConfig: {
      layout: 'BaseLayout',
      deepLinking: true,
      filter: true,
      persistAuthorization: true,
      tryItOutEnabled: true,
      validatorUrl: null,
    },
    transformSpecification: (document) =>
      withLiveExamples(document as { [key: string]: unknown }, options.network, options.exampleValues()),
    // Nothing from other hosts, except requests to `servers`, which may be another host than the one that
    // shows the page.
    staticCSP: {
      'default-src': "'self'",
      'connect-src': `'self' ${new URL(options.publicUrl).origin}`,
      'img-src': "'self' data:",
      'style-src': "'self' 'unsafe-inline'",
      'object-src': "'none'",
      'base-uri': "'self'",
      'frame-ancestors': "'none'",
    },
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const isPage = /^\/docs\/?(\?|$)/.test(request.url) && typeof payload === 'string';
    return isPage && reply.statusCode === 200 ? payload.replace('<title>', `${VIEWPORT}<title>`) : payload;
  });
}
