import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Where the manual comes from. */
export interface ManualFiles {
  /** Folder of the built pages. */
  readonly folder: string;
  /** Builds them there. Absent in the installed package, which has them. */
  readonly build?: () => Promise<void>;
}

/** The manual of this installation; in the repository it is built from docs/ when it is first read. */
export function manualFiles(): ManualFiles {
  if (!import.meta.url.endsWith('.ts'))
    return { folder: fileURLToPath(new URL('./manual', import.meta.url)) };
  const root = fileURLToPath(new URL('../..', import.meta.url));
  return { folder: `${root}dist/manual`, build: () => runScript(root) };
}

const WAITING = `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="2">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>ordbook manual</title><p>The manual is being built from docs/, which takes some seconds.</p></html>`;

/** GET /manual/…: the HTML manual, with a strict policy. Until it is built, a page that reloads itself. */
export function manualRoutes(app: FastifyInstance, { folder, build }: ManualFiles): void {
  let isBuilding = false;
  let failure: string | null = null;
  const make = async () => {
    if (isBuilding) return;
    isBuilding = true;
    try {
      if (!build) throw new Error('this package has no manual');
      await build();
    } catch (error) {
      failure = String(error);
    } finally {
      isBuilding = false;
    }
  };
  app.register(async (manual) => {
    manual.addHook('onRequest', async (_request, reply) => {
      if (existsSync(`${folder}/index.html`)) return;
      if (failure === null) void make();
      const text = failure === null ? WAITING : `The manual could not be built (npm run manual): ${failure}`;
      failure = null;
      return reply
        .code(503)
        .headers({ 'retry-after': 2, 'cache-control': 'no-store' })
        .type(text === WAITING ? 'text/html' : 'text/plain')
        .send(text);
    });
    manual.addHook('onSend', async (_request, reply, payload) => {
      if (!String(reply.getHeader('content-type')).startsWith('text/html')) return payload;
      const page = await textOf(payload);
      reply.header('content-security-policy', policyOf(page)).removeHeader('content-length');
      return page;
    });
    const schema: object = { hide: true };
    manual.addHook('onRoute', (route) => {
      route.schema = schema;
    });
    manual.register(fastifyStatic, {
      root: folder,
      prefix: '/manual/',
      decorateReply: false,
      // an address that somebody types has no .html
      extensions: ['html'],
    });
  });
  app.get('/manual', { schema: { hide: true } as object }, (_request, reply) => reply.redirect('/manual/'));
  // where VitePress puts the link of its header that leaves the manual
  app.get('/manual/docs.html', { schema: { hide: true } as object }, (_request, reply) =>
    reply.redirect('/docs'),
  );
}

/** Scripts of this host, and the page's own inline ones by their hashes; nothing from other hosts. */
function policyOf(page: string): string {
  const inline = [...page.matchAll(/<script[^>]*>([^<]+)<\/script>/g)].map(
    ([, script]) => `'sha256-${createHash('sha256').update(script!).digest('base64')}'`,
  );
  return [
    "default-src 'self'",
    `script-src 'self' ${inline.join(' ')}`.trim(),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

async function textOf(payload: unknown): Promise<string> {
  if (typeof payload === 'string') return payload;
  const chunks: Buffer[] = [];
  for await (const chunk of payload as AsyncIterable<Buffer>) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

/** `npm run manual`, without npm. Rejects with its last lines when it fails. */
function runScript(root: string): Promise<void> {
  const args = ['--import', import.meta.resolve('tsx'), 'scripts/manual.ts'];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: dirname(`${root}x`),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += String(chunk);
      });
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(output.trim().split('\n').slice(-5).join('\n'))),
    );
  });
}
