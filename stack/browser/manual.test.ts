import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { manualRoutes } from '../../sandbox/src/manual.ts';
import { startChromium } from '../real/chromium.ts';
import { findChromium } from '../real/parts.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 });

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

describe.skipIf(!findChromium())('the manual, in a real browser', () => {
  let app: FastifyInstance;
  let browser: Browser;
  let url: string;
  const folder = mkdtempSync(join(tmpdir(), 'ordbook-manual-'));
  beforeAll(async () => {
    // a dead link between its pages fails the build
    execFileSync('npm', ['run', '-s', 'manual', folder], { cwd: ROOT, stdio: 'pipe' });
    app = Fastify();
    manualRoutes(app, { folder });
    url = await app.listen({ host: '127.0.0.1', port: 0 });
    browser = await startChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
    rmSync(folder, { recursive: true });
  });

  test('finds words in its pages, and loads nothing from other hosts', async () => {
    const page = await browser.newPage();
    const troubles: string[] = [];
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(url))
        troubles.push(request.url());
    });
    page.on('console', (message) => {
      if (message.type() === 'error') troubles.push(message.text());
    });
    await page.goto(`${url}/manual/guides/trading-bot.html`);
    await page.locator('.VPNavBarSearch button').click();
    await page.locator('#localsearch-input').fill('passthrough');
    await page.locator('#localsearch-list li a').first().click();
    await expect.poll(() => page.locator('main').innerText()).toMatch(/passthrough/i);
    expect(troubles).toEqual([]);
  });

  test('finds an option of the SDK in its reference', async () => {
    const page = await browser.newPage();
    await page.goto(`${url}/manual/guides/trading-bot.html`);
    await page.locator('.VPNavBarSearch button').click();
    await page.locator('#localsearch-input').fill('maxPostageSats');
    await page.locator('#localsearch-list li a').first().click();
    await expect.poll(() => page.url()).toContain('/manual/reference/');
    await page.locator('main').getByText('Most sats under an inscription').first().waitFor();
    await page.close();
  });

  test('leads to the API reference, which is beside it', async () => {
    const page = await browser.newPage();
    await page.goto(`${url}/manual/`);
    const link = await page.getByRole('link', { name: 'API reference' }).first().getAttribute('href');
    const answer = await app.inject(link!);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/docs']);
    await page.close();
  });

  test('fits a phone, in both schemes', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({ colorScheme, viewport: { width: 360, height: 800 } });
      const page = await context.newPage();
      await page.goto(`${url}/manual/`);
      await expect.poll(() => page.locator('h1').innerText()).toContain('ordbook manual');
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
      const isDark = await page.evaluate(`document.documentElement.classList.contains('dark')`);
      expect(isDark).toBe(colorScheme === 'dark');
    }
  });

  // pages with each kind of content: prose, code, tables, pictures
  const PAGES = [
    '',
    'guides/operator.html',
    'operations.html',
    'lifecycle.html',
    'errors.html',
    'reference/purchases.html',
  ];
  for (const colorScheme of ['light', 'dark'] as const)
    test(`has no serious finding of axe: ${colorScheme}`, async () => {
      const context = await browser.newContext({ colorScheme });
      const page = await context.newPage();
      const found: unknown[] = [];
      for (const path of PAGES) {
        const answer = await page.goto(`${url}/manual/${path}`);
        expect([path, answer!.status()]).toEqual([path, 200]);
        await page.evaluate(axe);
        const violations = await page.evaluate<{ impact: string; id: string; nodes: { html: string }[] }[]>(
          `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)`,
        );
        for (const { impact, id, nodes } of violations)
          if (['serious', 'critical'].includes(impact)) found.push([path, id, nodes[0]!.html.slice(0, 160)]);
      }
      expect(found).toEqual([]);
      await context.close();
    });
});
