import type { ConsoleFiles } from '@ordbook/console/files';
import { refuse } from '@ordbook/protocol/refusals';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sharedResults } from '../../base/shared-results.ts';
import { type KeptFile, keptFile, sendFile } from '../edge/kept-file.ts';
import { drawCard, drawIcon } from './card.ts';
import { pageWith } from './head-html.ts';
import type { Head } from './heads.ts';
import { type Picture, pngOf } from './png.ts';

export interface ConsoleOptions {
  /** Where the files come from; called at the first request. Rejects when they cannot be read. */
  readonly files: () => Promise<ConsoleFiles>;
  /** The addresses of its pages, as routes. */
  readonly paths: readonly string[];
  /** Inscription content is below this URL: the page may show it in frames. null: it shows none. */
  readonly contentUrl: string | null;
  /** Whether its pages may ask servers that the user names: on https, and on the user's own machine. */
  readonly asksOthers: boolean;
  /** What its pages say to those who run no script. Absent: nothing; unknown addresses are 404 with JSON. */
  readonly heads?: Heads;
}

interface Heads {
  readonly publicUrl: string;
  readonly domain: string;
  /** By the path of a page. */
  readonly read: (path: string) => Promise<Head>;
}

/** Cards that are kept, about 6 kB each. */
const MOST_CARDS = 200;

/** How long others may keep a card, seconds. */
const CARD_SECONDS = 600;

const ICONS = [192, 512] as const;

/** Their unknown addresses stay 404 with JSON for everybody. */
const FOR_PROGRAMS = /^\/(api|assets|card|content|r|sandbox|market|trades|my|events)(\/|$)/;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A file of a console: it has no data, and browsers ask for it without a token. */
    isConsole?: boolean;
  }
}

/**
 * A console at the root: its page at each of `paths`, and its files below /assets. With `heads`, a browser
 * that asks for an unknown address gets the page with the status 404; programs get JSON, as without a
 * console. The routes have `isConsole` in their config.
 */
export function installConsole(
  app: FastifyInstance,
  { files, paths, contentUrl, asksOthers, heads }: ConsoleOptions,
): void {
  const policy = policyOf(contentUrl === null ? null : new URL(contentUrl).origin, asksOthers);
  let loaded: Promise<ReadonlyMap<string, KeptFile>> | null = null;
  const load = () => {
    loaded ??= files()
      .then(prepared)
      .catch((error: unknown) => {
        loaded = null;
        throw error;
      });
    return loaded;
  };
  const schema: object = { hide: true };
  const config = { isConsole: true };
  async function sendPage(request: FastifyRequest, reply: FastifyReply) {
    reply.headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' });
    const page = (await load()).get('')!;
    if (!heads) return send(request, reply, page);
    const path = request.url.split('?')[0]!;
    // the script then says what is wrong: a page without its facts is better than none
    const head = await heads.read(path).catch(() => null);
    if (!head) return send(request, reply, page);
    if (!head.isThere) reply.code(404);
    const html = pageWith(page.body.toString(), head, { ...heads, path });
    return send(request, reply, await keptFile(html, page.contentType));
  }
  for (const path of paths) app.get(path, { schema, config }, sendPage);
  if (heads) {
    installCards(app, heads);
    app.get('/*', { schema, config }, async (request, reply) => {
      const isVisitor = String(request.headers.accept ?? '').includes('text/html');
      if (!isVisitor || FOR_PROGRAMS.test(request.url)) return reply.callNotFound();
      return sendPage(request, reply);
    });
  }
  app.get<{ Params: { name: string } }>('/assets/:name', { schema, config }, async (request, reply) => {
    const { name } = request.params;
    const served =
      (name === '' ? undefined : (await load()).get(name)) ?? refuse('not_found', `no asset ${name}`);
    reply.header('cache-control', 'public, max-age=31536000, immutable');
    return send(request, reply, served);
  });
}

/** What a page names beside its assets: cards for previews, icons, a manifest, and what robots may read. */
function installCards(app: FastifyInstance, { domain, read }: Heads): void {
  const kept = sharedResults<KeptFile>(MOST_CARDS);
  const schema: object = { hide: true };
  const png = (key: string, draw: () => Picture) =>
    kept(key, async () => keptFile(await pngOf(draw()), 'image/png'));
  const give = (request: FastifyRequest, reply: FastifyReply, file: KeptFile) => {
    reply.header('cache-control', `public, max-age=${CARD_SECONDS}`);
    return send(request, reply, file);
  };
  for (const path of ['/card', '/card/collection/:slug', '/card/inscription/:id'])
    app.get(path, { schema, config: { bucket: 'visits', isConsole: true } }, async (request, reply) => {
      const { card, isThere } = await read(request.url.split('?')[0]!.slice('/card'.length) || '/');
      if (!isThere) refuse('not_found', 'nothing here has this card');
      return give(request, reply, await png(JSON.stringify(card), () => drawCard(card)));
    });
  for (const size of ICONS)
    app.get(`/icon-${size}.png`, { schema, config: { isConsole: true } }, async (request, reply) =>
      give(request, reply, await png(`icon ${size}`, () => drawIcon(size))),
    );
  const manifest = JSON.stringify({
    name: domain,
    short_name: 'ordbook',
    description: 'Trade inscriptions. You see what you sign.',
    start_url: '.',
    display: 'minimal-ui',
    background_color: '#f7f4ed',
    theme_color: '#f7f4ed',
    icons: ICONS.map((size) => ({
      src: `icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
    })),
  });
  const robots = 'User-agent: *\nDisallow: /api/\nDisallow: /content/\nDisallow: /search\n';
  for (const [path, text, type] of [
    ['/manifest.webmanifest', manifest, 'application/manifest+json'],
    ['/robots.txt', robots, 'text/plain; charset=utf-8'],
  ] as const)
    app.get(path, { schema, config: { isConsole: true } }, async (request, reply) =>
      give(request, reply, await kept(path, () => keptFile(text, type))),
    );
}

/**
 * What the page may do. Scripts and styles come from this host alone, none of them inline; nothing of another
 * host is loaded. Requests go to this host, and from a trader's page also to the servers that the trader
 * names. Inscriptions are shown in frames and pictures from where the content is, which answers with a
 * sandbox of its own (`catalogue/content-routes.ts`).
 */
function policyOf(contentOrigin: string | null, asksOthers: boolean): string {
  const content = contentOrigin === null ? '' : ` ${contentOrigin}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src 'self'${asksOthers ? ' https: http://localhost:* http://127.0.0.1:*' : ''}`,
    `img-src 'self' data:${content}`,
    ...(contentOrigin === null
      ? ["frame-src 'none'"]
      : [
          ...['frame-src', 'media-src', 'font-src'].map((part) => `${part} 'self'${content}`),
          "manifest-src 'self'",
        ]),
    "base-uri 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}

/** Page (under the empty name) and assets. */
async function prepared({ page, assets }: ConsoleFiles): Promise<ReadonlyMap<string, KeptFile>> {
  const html = { body: page, contentType: 'text/html; charset=utf-8' };
  const kept = [['', html] as const, ...assets].map(
    async ([name, { body, contentType }]) => [name, await keptFile(body, contentType)] as const,
  );
  return new Map(await Promise.all(kept));
}

function send(request: FastifyRequest, reply: FastifyReply, file: KeptFile): FastifyReply {
  reply.headers({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
  });
  return sendFile(request, reply, file);
}
