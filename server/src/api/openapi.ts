import { readFileSync } from 'node:fs';
import fastifySwagger from '@fastify/swagger';
import { ErrorResponse } from '@ordbook/api/fields/error-response';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { CODE_HEADER } from './edge/errors.ts';
import { type KeptFile, keptFile, sendFile } from './edge/kept-file.ts';
import { PREFIX } from './edge/route-config.ts';
import { JSON_TYPE } from './edge/serialization.ts';
import { UNREAD_HEADER } from './edge/unread-parameters.ts';

const MEANINGS: Record<number, string> = {
  400: 'Invalid parameters or body.',
  401: 'Missing, invalid or expired bearer token; at sign-in, an invalid signature.',
  403: 'Not allowed: wallet ownership, funding balance or permission.',
  404: 'No such collection, listing, inscription, offer or challenge.',
  409: 'Trading state changed; fetch it again and run the preflight again.',
  410: 'Challenge expired; start a fresh one.',
  429: 'Rate limited; wait for `Retry-After` seconds.',
  500: 'Unexpected error.',
  503: 'The node, the index or another part is unreachable; wait for `Retry-After` seconds and retry.',
};

/** Every tag of an operation, in the order in which a reader needs them. */
const TAGS: readonly { readonly name: string; readonly description: string }[] = [
  { name: 'auth', description: 'Sign-in with wallet signatures, and linking of further wallets.' },
  { name: 'profile', description: 'The caller and their wallet bindings.' },
  { name: 'market', description: 'The order book, sales, floors and inscriptions of collections.' },
  { name: 'listings', description: 'Making listings and taking them down.' },
  { name: 'purchases', description: 'Buying listings.' },
  { name: 'offers', description: 'Offers on inscriptions.' },
  { name: 'counters', description: "Sellers' counters to offers." },
  {
    name: 'collection offers',
    description: 'Offers for any inscription of a collection, or for some traits.',
  },
];

const whole = { type: 'integer', minimum: 0 };
/** Headers of responses, by name; each is written once and referred to. */
const HEADERS: Readonly<Record<string, { description: string; schema: object; example: unknown }>> = {
  'X-Request-Id': {
    description: "The request's id, which is in the service's log.",
    schema: { type: 'string', format: 'uuid' },
    example: '3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11',
  },
  'X-Trade-Id': {
    description:
      'The ids of the trades that the request made or moved, separated by commas; missing when there are none. The log has them in every line, and `GET /v1/trades/{id}` of the admin API has the story of one.',
    schema: { type: 'string' },
    example: '3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11',
  },
  'X-Error-Code': {
    description: 'The code of the error, for programs. docs/errors.md lists them all.',
    schema: { type: 'string' },
    example: 'malformed',
  },
  'X-Ignored-Parameters': {
    description: 'Query parameters that nothing reads, separated by commas; missing when there are none.',
    schema: { type: 'string' },
    example: 'colectionSlug',
  },
  'Retry-After': {
    description: 'Seconds after which a retry makes sense.',
    schema: whole,
    example: 30,
  },
  RateLimit: {
    description: 'What is left of each limit: `r` requests for the next `t` seconds.',
    schema: { type: 'string' },
    example: '"ip";r=59;t=60, "caller";r=29;t=60',
  },
  'RateLimit-Policy': {
    description: 'The limits: `q` requests in `w` seconds.',
    schema: { type: 'string' },
    example: '"ip";q=60;w=60, "caller";q=30;w=60',
  },
};
if (
  ![CODE_HEADER, UNREAD_HEADER].every((name) =>
    Object.keys(HEADERS).some((one) => one.toLowerCase() === name),
  )
)
  throw new Error('the headers of the document are not those of the service');

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
  schema.security = config.bucket === 'reads' || config.bucket === 'writes' ? [{ bearerAuth: [] }] : [];
}

/** OpenAPI 3.1 at /openapi.json; /docs renders it (`reference/`). Call before the routes are added. */
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
          'Amounts are whole sats unless a field says otherwise. Every error is `{error}`; rely on the status and on the header ' +
          '`X-Error-Code`, not on the text.',
        contact: { name: 'The operator of this service', url: publicUrl },
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: publicUrl + PREFIX, description: 'This service.' }],
      tags: [...TAGS],
      components: {
        securitySchemes: {
          bearerAuth: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'The `sessionToken` of POST /auth/verify.',
          },
        },
      },
    },
    transformObject: (documents) =>
      'openapiObject' in documents ? completed(documents.openapiObject as Json) : documents.swaggerObject,
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
    if (request.url.startsWith('/docs'))
      reply.headers({ 'x-frame-options': 'DENY', 'referrer-policy': 'no-referrer' });
  });
  serveDocument(app, app);
}

/**
 * Adds GET /openapi.json to `routes`: the document of `app` as bytes, made once. That takes as long as
 * hundreds of requests, so it is made when the service begins to listen, if nobody has asked before.
 */
export function serveDocument(app: FastifyInstance, routes: FastifyInstance): void {
  let made: Promise<KeptFile> | null = null;
  const document = () => {
    made ??= keptFile(JSON.stringify(app.swagger()), JSON_TYPE);
    return made;
  };
  app.addHook('onListen', async () => void (await document()));
  routes.get('/openapi.json', { schema: { hide: true } }, async (request, reply) =>
    sendFile(request, reply, await document()),
  );
}

const MAX_INT32 = 0x7fff_ffff;

type Json = { [key: string]: unknown };
interface Operation {
  readonly summary: string;
  readonly parameters?: readonly (Json & { readonly in: 'path' | 'query'; readonly name: string })[];
  readonly responses: Record<string, Json & { content: Record<string, Json> }>;
  readonly requestBody?: { readonly content: Record<string, Json> };
}

/** A call as its client sent it, and the answer: recorded from a sandbox by `scripts/examples/record.ts`. */
interface Example {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  readonly answer: unknown;
}

/** By operation, `GET /me`. */
function readExamples(): Readonly<Record<string, Example>> {
  return JSON.parse(readFileSync(new URL('reference/examples.json', import.meta.url), 'utf8'));
}

/**
 * The document with named schemas, described responses, their headers, and of every operation one call as an
 * example. Throws an Error for an operation that has none.
 */
function completed(document: Json): Json {
  const named = nameSchemas(document);
  const examples = readExamples();
  const paths = named['paths'] as Record<string, Record<string, Operation>>;
  const show = (content: Record<string, Json>, example: unknown) => {
    for (const media of Object.values(content)) media['example'] = example;
  };
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      const name = `${method.toUpperCase()} ${path}`;
      const example = examples[name];
      if (!example) throw new Error(`${name} has no example; play it in scripts/examples/play.ts`);
      const { summary, responses, requestBody, parameters = [] } = operation;
      for (const parameter of parameters) {
        const value = example[parameter.in]?.[parameter.name];
        if (value !== undefined) parameter['example'] = value;
      }
      if (requestBody) show(requestBody.content, example.body);
      for (const [status, response] of Object.entries(responses)) {
        if (status === '200') response['description'] = `${summary}.`;
        response['headers'] = Object.fromEntries(
          headersOf(status).map((header) => [header, { $ref: `#/components/headers/${header}` }]),
        );
        if (status === '200') show(response.content, example.answer);
      }
    }
  return { ...named, components: { ...(named['components'] as Json), headers: HEADERS } };
}

function headersOf(status: string): string[] {
  const always = ['X-Request-Id', 'X-Ignored-Parameters', 'RateLimit', 'RateLimit-Policy'];
  if (status === '200') return [...always, 'X-Trade-Id'];
  return [...always, 'X-Error-Code', ...(['429', '503'].includes(status) ? ['Retry-After'] : [])];
}

/**
 * Moves every schema with a `title` to `components.schemas` under that name, beside those that are there, so
 * that clients get named types.
 */
export function nameSchemas(document: Json): Json {
  const components = document['components'] as Json;
  // each response describes it by status, so its own description is set first
  const { title: _title, ...errorResponse } = ErrorResponse as unknown as Json;
  const schemas: Json = { ErrorResponse: errorResponse, ...(components['schemas'] as Json | undefined) };
  const walk = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(walk);
    if (typeof node !== 'object' || node === null) return node;
    const walked = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, walk(value)])) as Json;
    // without it, generated clients of typed languages read 32 bits
    if ([walked['type']].flat().includes('integer') && Number(walked['maximum']) > MAX_INT32)
      walked['format'] = 'int64';
    if (typeof walked['title'] !== 'string' || walked['type'] === undefined) return walked;
    const { title, ...schema } = walked;
    // uses of the same schema may describe it differently: the first description stays
    schemas[title as string] ??= schema;
    return { $ref: `#/components/schemas/${title}` };
  };
  const paths = walk(document['paths']);
  return { ...document, paths, components: { ...components, schemas } };
}
