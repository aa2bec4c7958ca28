import { readFileSync } from 'node:fs';
import type { NetworkName } from '@ordbook/protocol/network';
import { refuse } from '@ordbook/protocol/refusals';
import type { FastifyInstance } from 'fastify';
import { sharedResults } from '../../base/shared-results.ts';
import { type KeptFile, keptFile, sendFile } from '../edge/kept-file.ts';
import { JSON_TYPE } from '../edge/serialization.ts';
import { nameSchemas } from '../openapi.ts';
import { beyondDocument } from './beyond.ts';
import { type ExampleValues, withLiveExamples } from './live-examples.ts';

export interface ReferenceOptions {
  readonly publicUrl: string;
  readonly network: NetworkName;
  /** Values of this service for the examples of the page, as they are now. */
  readonly exampleValues: () => ExampleValues;
}

type Json = { [key: string]: unknown };

const PAGE = 'index.html';
const SCRIPTS = ['document', 'dom', 'flows', 'main', 'operation', 'samples', 'schema', 'session'];
const FILES = [PAGE, 'page.css', ...SCRIPTS.map((name) => `${name}.js`)];
const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
};

/**
 * The reference at /docs: the files of `page/`, which show /docs/json. That is /openapi.json with what is
 * beside the API, and with examples of this network. The page loads nothing from other hosts.
 */
export function installReference(app: FastifyInstance, options: ReferenceOptions): void {
  const { publicUrl, network, exampleValues } = options;
  const documents = sharedResults<KeptFile>(2);
  const files = sharedResults<KeptFile>(FILES.length);
  const schema: object = { hide: true };
  // requests of the page go to `servers`, which may be another host than the one that shows it
  const policy = [
    "default-src 'self'",
    `connect-src 'self' ${new URL(publicUrl).origin}`,
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
  const fileOf = (name: string) =>
    files(name, () =>
      keptFile(readFileSync(new URL(`page/${name}`, import.meta.url), 'utf8'), TYPES[name.split('.')[1]!]!),
    );
  app.get('/docs', { schema }, async (request, reply) => {
    reply.headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' });
    return sendFile(request, reply, await fileOf(PAGE));
  });
  app.get('/docs/', { schema }, (_request, reply) => reply.redirect('../docs'));
  app.get('/docs/json', { schema }, async (request, reply) => {
    const values = exampleValues();
    const made = () => keptFile(JSON.stringify(pageDocument(app, publicUrl, network, values)), JSON_TYPE);
    return sendFile(request, reply, await documents(JSON.stringify(values), made));
  });
  app.get<{ Params: { name: string } }>('/docs/:name', { schema }, async (request, reply) => {
    const { name } = request.params;
    if (!FILES.includes(name)) refuse('not_found', `the reference has no file ${name}`);
    reply.header('cache-control', 'no-cache');
    return sendFile(request, reply, await fileOf(name));
  });
}

function pageDocument(app: FastifyInstance, publicUrl: string, network: NetworkName, values: ExampleValues) {
  const api = structuredClone(app.swagger()) as unknown as Json & { tags: object[] };
  const beyond = beyondDocument(publicUrl);
  const named = nameSchemas({ ...beyond, components: api['components'] });
  const whole = {
    ...api,
    tags: [...api.tags, ...beyond.tags],
    paths: { ...(api['paths'] as object), ...(named['paths'] as object) },
    components: named['components'],
  };
  return withLiveExamples(whole, network, values);
}
