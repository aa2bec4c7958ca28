import type { ConsoleFiles } from '@ordbook/console/files';
import { refuse } from '@ordbook/protocol/refusals';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type KeptFile, keptFile, sendFile } from '../edge/kept-file.ts';

export interface ConsoleOptions {
  /** Where the files come from; called at the first request. Rejects when they cannot be read. */
  readonly files: () => Promise<ConsoleFiles>;
  /** The addresses of its pages, as routes. */
  readonly paths: readonly string[];
  /** Inscription content is below this URL: the page may show it in frames. null: it shows none. */
  readonly contentUrl: string | null;
  /** Whether its pages may ask servers that the user names: on https, and on the user's own machine. */
  readonly asksOthers: boolean;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A file of a console: it has no data, and browsers ask for it without a token. */
    isConsole?: boolean;
  }
}

/**
 * A console at the root: its page at each of `paths`, and its files below /assets. Everything else stays as
 * it is without a console: an unknown address is 404 with JSON. The routes have `isConsole` in their config.
 */
export function installConsole(
  app: FastifyInstance,
  { files, paths, contentUrl, asksOthers }: ConsoleOptions,
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
  for (const path of paths)
    app.get(path, { schema, config }, async (request, reply) => {
      reply.headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' });
      return send(request, reply, (await load()).get('')!);
    });
  app.get<{ Params: { name: string } }>('/assets/:name', { schema, config }, async (request, reply) => {
    const { name } = request.params;
    const served =
      (name === '' ? undefined : (await load()).get(name)) ?? refuse('not_found', `no asset ${name}`);
    reply.header('cache-control', 'public, max-age=31536000, immutable');
    return send(request, reply, served);
  });
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
      : ['frame-src', 'media-src', 'font-src'].map((part) => `${part} 'self'${content}`)),
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
