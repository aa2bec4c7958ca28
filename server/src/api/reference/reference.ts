import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { NetworkName } from '@ordbook/protocol/network';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { sharedResults } from '../../base/shared-results.ts';
import { type KeptFile, keptFile, sendFile } from '../edge/kept-file.ts';
import { JSON_TYPE } from '../edge/serialization.ts';
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
  keepDocuments(app, options);
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

/**
 * Swagger UI reads its files, and makes its two forms of the document, for each request. That takes as long
 * as up to hundreds of others, so they are kept: that of the page until the values of its examples change.
 */
function keepDocuments(app: FastifyInstance, { network, exampleValues }: ReferenceOptions): void {
  const documents = sharedResults<KeptFile>(2);
  const files = new Map<string, KeptFile>();
  const live = (values: ExampleValues) =>
    JSON.stringify(withLiveExamples(structuredClone(app.swagger()) as never, network, values));
  const handlers: Readonly<Record<string, RouteOptions['handler']>> = {
    '/docs/json': async (request, reply) => {
      const values = exampleValues();
      const file = documents(JSON.stringify(values), () => keptFile(live(values), JSON_TYPE));
      return sendFile(request, reply, await file);
    },
    '/docs/yaml': async (request, reply) => {
      const file = documents('yaml', () => keptFile(app.swagger({ yaml: true }), 'application/x-yaml'));
      return sendFile(request, reply, await file);
    },
  };
  app.addHook('onRoute', (route) => {
    const { url, handler } = route;
    route.handler = handlers[url] ?? handler;
    if (url !== '/docs/static/*') return;
    route.handler = function (request, reply) {
      const file = files.get(nameIn(request));
      return file ? sendFile(request, reply, file) : handler.call(this, request, reply);
    };
    route.onSend = async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
      const name = nameIn(request);
      if (reply.statusCode !== 200 || !(payload instanceof Readable) || !/^[\w.-]+$/.test(name))
        return payload;
      const body = await buffer(payload);
      files.set(name, await keptFile(body, String(reply.getHeader('content-type'))));
      return body;
    };
  });
}

const nameIn = ({ params }: FastifyRequest) => (params as { '*': string })['*'];
