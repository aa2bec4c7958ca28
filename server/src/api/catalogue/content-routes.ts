import { refuse } from '@ordbook/protocol/refusals';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ContentResponse, InscriptionContent } from '../../ordinals/content-port.ts';
import { READER_BOUNDS, type ReaderBounds, slowReaders } from './slow-readers.ts';

/**
 * What an inscription's document may do. Anybody can inscribe a page, and it is served from the API's origin.
 * So it runs without that origin (`sandbox`): no storage, no cookies, no token of the visitor, no pop-ups, no
 * forms. It may read other inscriptions and `/r/…` of this server, and nothing else, not even what the API
 * shows to everybody. Two policies: a request must satisfy both.
 */
const POLICIES = [
  [
    'sandbox allow-scripts',
    "default-src 'self' 'unsafe-eval' 'unsafe-inline' data: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; '),
  "default-src *:*/content/ *:*/r/ 'unsafe-eval' 'unsafe-inline' data: blob:",
];

/** The first words of `ord`'s recursive endpoints. */
const RECURSIVE = [
  'blockhash',
  'blockheight',
  'blockinfo',
  'blocktime',
  'children',
  'inscription',
  'metadata',
  'parents',
  'sat',
  'tx',
  'undelegated-content',
  'utxo',
];
/** A name and up to five words after it; no dots, so that no path leaves `/r/`. */
const RECURSIVE_PATH = new RegExp(`^(${RECURSIVE.join('|')})(/[\\w:-]{1,80}){0,5}$`);

/** What a page loads to run it, or to look like it, as `Sec-Fetch-Dest` names it. */
const PARTS_OF_PAGES: ReadonlySet<unknown> = new Set([
  'script',
  'style',
  'worker',
  'sharedworker',
  'serviceworker',
  'audioworklet',
  'paintworklet',
  'xslt',
]);

/**
 * Refuses 403 for an inscription as a script or style of a page of this origin, whose policy allows those of
 * its own host. Inscriptions use one another so, but they have no origin.
 */
function requireNoPart({ headers }: FastifyRequest): void {
  if (headers['sec-fetch-site'] === 'same-origin' && PARTS_OF_PAGES.has(headers['sec-fetch-dest']))
    refuse('origin_refused', 'pages of this service take no scripts and styles from inscriptions');
}

/**
 * GET /content/{id} and GET /r/…: the bodies of inscriptions on the API's port, sandboxed, and `ord`'s
 * recursive endpoints that their scripts read. Each caller has a limit, since every miss asks the index, and
 * bodies wait in bounded memory for readers that are slow.
 */
export function contentRoutes(
  app: FastifyInstance,
  content: InscriptionContent,
  bounds: ReaderBounds = READER_BOUNDS,
): void {
  const readers = slowReaders(bounds);
  const options = { config: { bucket: 'content' }, schema: { hide: true } as object } as const;
  app.get<{ Params: { id: string } }>('/content/:id', options, async (request, reply) => {
    requireNoPart(request);
    const { params } = request;
    if (!/^[0-9a-f]{64}i\d{1,10}$/.test(params.id))
      refuse('not_found', `${params.id} is not the id of an inscription`);
    readers.requireRoom(request);
    const found = await content.read(`/content/${params.id}`);
    return send(request, reply, found, `inscription ${params.id} has no content`);
  });
  app.get<{ Params: { '*': string } }>('/r/*', options, async (request, reply) => {
    requireNoPart(request);
    const { params } = request;
    const path = params['*'];
    if (!RECURSIVE_PATH.test(path)) refuse('not_found', `/r/${path} is not a recursive endpoint`);
    readers.requireRoom(request);
    return send(request, reply, await content.read(`/r/${path}`), `the index has nothing at /r/${path}`);
  });

  function send(
    request: FastifyRequest,
    reply: FastifyReply,
    { status, body, contentType, cacheControl }: ContentResponse,
    missing: string,
  ): FastifyReply {
    if (status !== 200) refuse('not_found', missing);
    readers.wait(request, reply, body.length);
    return reply
      .headers({
        'content-security-policy': POLICIES,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': cacheControl ?? 'no-store',
        // what a browser keeps of a picture is no script
        vary: 'Sec-Fetch-Dest, Sec-Fetch-Site',
      })
      .type(contentType ?? 'application/octet-stream')
      .send(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
  }
}
