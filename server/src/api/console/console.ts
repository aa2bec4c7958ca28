import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { ConsoleFile, ConsoleFiles } from '@ordbook/console/files';
import { refuse } from '@ordbook/protocol/refusals';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export interface ConsoleOptions {
  /** Where the files come from; called at the first request. Rejects when they cannot be read. */
  readonly files: () => Promise<ConsoleFiles>;
  /** The addresses of its pages, as routes. */
  readonly paths: readonly string[];
  /** Inscription content is below this URL: the page may show it in frames. null: it shows none. */
  readonly contentUrl: string | null;
}

/** Below this size, compression gains nothing. */
const LEAST_TO_COMPRESS = 1_024;

const compress = promisify(gzip);

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A file of a console: it has no data, and browsers ask for it without a token. */
    isConsole?: boolean;
  }
}

interface Served {
  readonly file: ConsoleFile;
  /** null: as it is. */
  readonly gzipped: Uint8Array | null;
  readonly tag: string;
}

/**
 * A console at the root: its page at each of `paths`, and its files below /assets. Everything else stays as
 * it is without a console: an unknown address is 404 with JSON. The routes have `isConsole` in their config.
 */
export function installConsole(app: FastifyInstance, { files, paths, contentUrl }: ConsoleOptions): void {
  const policy = policyOf(contentUrl === null ? null : new URL(contentUrl).origin);
  let loaded: Promise<ReadonlyMap<string, Served>> | null = null;
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
 * What the page may do. Scripts and styles come from this host alone, none of them inline; requests go to
 * this host alone; nothing of another host is loaded. Inscriptions are shown in frames and pictures from
 * where the content is, which answers with a sandbox of its own (`catalogue/content-routes.ts`).
 */
function policyOf(contentOrigin: string | null): string {
  const content = contentOrigin === null ? '' : ` ${contentOrigin}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    `img-src 'self' data:${content}`,
    contentOrigin === null ? "frame-src 'none'" : `frame-src 'self'${content}`,
    "base-uri 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}

/** Page (under the empty name) and assets, each with its compressed form. */
async function prepared({ page, assets }: ConsoleFiles): Promise<ReadonlyMap<string, Served>> {
  const html: ConsoleFile = { body: Buffer.from(page), contentType: 'text/html; charset=utf-8' };
  const all = [['', html] as const, ...assets];
  return new Map(
    await Promise.all(
      all.map(async ([name, file]) => {
        const gzipped = file.body.length < LEAST_TO_COMPRESS ? null : await compress(file.body, { level: 9 });
        const tag = `"${createHash('sha256').update(file.body).digest('base64url').slice(0, 22)}"`;
        return [name, { file, gzipped, tag }] as const;
      }),
    ),
  );
}

function send(request: FastifyRequest, reply: FastifyReply, { file, gzipped, tag }: Served): FastifyReply {
  reply.headers({
    etag: tag,
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
  });
  if (request.headers['if-none-match'] === tag) return reply.code(304).send();
  reply.type(file.contentType);
  const takesGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  if (gzipped === null || !takesGzip) return reply.send(Buffer.from(file.body));
  return reply.header('content-encoding', 'gzip').send(Buffer.from(gzipped));
}
