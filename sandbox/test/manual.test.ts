import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Fastify from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { type ManualFiles, manualRoutes } from '../src/manual.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

function served(files: Partial<ManualFiles> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'manual-'));
  const app = Fastify();
  closers.push(() => app.close());
  manualRoutes(app, { folder, ...files });
  return { folder, get: (url: string) => app.inject({ method: 'GET', url }) };
}

const SCRIPT = 'document.title = "manual"';

describe('the manual', () => {
  test('allows the scripts of its pages by their hashes, and nothing from other hosts', async () => {
    const { folder, get } = served();
    writeFileSync(join(folder, 'index.html'), `<h1>Manual</h1><script>${SCRIPT}</script>`);
    const { statusCode, headers, body } = await get('/manual/');
    expect({ statusCode, body }).toMatchObject({ statusCode: 200, body: expect.stringContaining('<h1>') });
    const hash = createHash('sha256').update(SCRIPT).digest('base64');
    expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect(headers['content-security-policy']).not.toMatch(/https?:|script-src[^;]*unsafe/);
    expect((await get('/manual')).headers.location).toBe('/manual/');
    expect((await get('/manual/../package.json')).statusCode).toBe(404);
  });

  test('has its pages also without .html', async () => {
    const { folder, get } = served();
    writeFileSync(join(folder, 'index.html'), '');
    writeFileSync(join(folder, 'events.html'), '<h1>Events</h1>');
    for (const page of ['/manual/events', '/manual/events.html'])
      expect(await get(page)).toMatchObject({ statusCode: 200, body: '<h1>Events</h1>' });
  });

  test('names every document in its contents, but the first page and the pages of decisions', () => {
    const docs = fileURLToPath(new URL('../../docs/', import.meta.url));
    const contents = readFileSync(join(docs, '.vitepress/config.ts'), 'utf8');
    const pages = readdirSync(docs, { recursive: true })
      .map(String)
      .filter((page) => page.endsWith('.md') && page !== 'index.md' && !/^decisions\/(?!README)/.test(page));
    expect(pages.length).toBeGreaterThan(25);
    expect(pages.filter((page) => !contents.includes(`'/${page.replace('.md', '')}'`))).toEqual([]);
  });

  test('is built once when it is first read, and a page waits for it', async () => {
    let builds = 0;
    let finish = () => {};
    const { folder, get } = served({
      build: () =>
        new Promise((resolve) => {
          builds += 1;
          finish = resolve;
        }),
    });
    for (const _ of [1, 2]) {
      const { statusCode, body } = await get('/manual/');
      expect(statusCode).toBe(503);
      expect(body).toContain('is being built');
    }
    expect(builds).toBe(1);
    writeFileSync(join(folder, 'index.html'), '<h1>Manual</h1>');
    finish();
    expect((await get('/manual/')).statusCode).toBe(200);
  });

  test('that cannot be built says why, and is tried again', async () => {
    let builds = 0;
    const { get } = served({
      build: async () => {
        builds += 1;
        throw new Error('1 dead link');
      },
    });
    await get('/manual/');
    await expect
      .poll(async () => (await get('/manual/')).body)
      .toContain('npm run manual): Error: 1 dead link');
    expect(builds).toBeGreaterThanOrEqual(1);
  });
});
