import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/src/sandbox.ts';
import { LOOKS } from '../console/visit.ts';
import { startChromium } from '../real/chromium.ts';
import { findChromium } from '../real/parts.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
vi.setConfig({ testTimeout: 180_000 });

describe.skipIf(!findChromium())('the reference page of a sandbox, in a real browser', () => {
  let sandbox: Sandbox;
  let browser: Browser;
  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, blockSeconds: 0 });
    browser = await startChromium();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await sandbox?.close();
  });

  async function open(scheme: 'light' | 'dark', width: number): Promise<{ page: Page; elsewhere: string[] }> {
    const context = await browser.newContext({ colorScheme: scheme, viewport: { width, height: 900 } });
    const page = await context.newPage();
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(sandbox.url) && !url.startsWith('data:')) elsewhere.push(url);
    });
    page.on('console', (message) => {
      if (message.type() === 'error') elsewhere.push(message.text());
    });
    await page.goto(`${sandbox.url}/docs`);
    await page.locator('#sandbox-bar button').first().waitFor();
    return { page, elsewhere };
  }

  async function signIn(page: Page, wallet: string): Promise<void> {
    await page.getByRole('button', { name: wallet, exact: true }).click();
    await page.locator('#sandbox-bar output', { hasText: `${wallet} is signed in` }).waitFor();
  }

  /** Opens an operation, executes it as it stands, and returns the status of the response. */
  async function execute(page: Page, operation: string): Promise<string> {
    const block = page.locator(`[id="operations-${operation}"]`);
    await block.locator('.opblock-summary-control').click();
    await block.locator('.execute').click();
    return (await block.locator('.live-responses-table .response-col_status').nth(1).innerText()).trim();
  }

  test('signs a wallet in at a click, and its requests then succeed as they stand', async () => {
    const { page, elsewhere } = await open('light', 1280);
    await signIn(page, 'alice');
    expect(await execute(page, 'profile-getMe')).toBe('200');
    expect(await execute(page, 'market-listListings')).toBe('200');
    expect(await execute(page, 'listings-preflightListing')).toBe('200');
    expect(elsewhere).toEqual([]);
  });

  test('filters operations by what their path, method, tag or summary contains', async () => {
    const { page } = await open('light', 1280);
    await page.getByLabel('Filter the operations').fill('take-back');
    await expect.poll(() => page.locator('.opblock').count()).toBe(2);
  });

  test.each(LOOKS)(
    'has no serious finding of axe and no part beside the screen: %s, %i px',
    async (scheme, width) => {
      const { page, elsewhere } = await open(scheme, width);
      await signIn(page, 'bob');
      await execute(page, 'profile-getMe');
      await page.evaluate(axe);
      const found = await page.evaluate<{ impact: string; id: string; nodes: { html: string }[] }[]>(
        `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)`,
      );
      const serious = found.filter(({ impact }) => ['serious', 'critical'].includes(impact));
      expect(serious.map(({ id, nodes }) => [id, nodes[0]!.html])).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(4);
      const isDark = await page.evaluate(`document.documentElement.classList.contains('dark-mode')`);
      expect(isDark).toBe(scheme === 'dark');
      expect(elsewhere).toEqual([]);
    },
  );

  test('is as wide as a phone on a phone', async () => {
    const phone = await browser.newContext({ viewport: { width: 360, height: 800 }, isMobile: true });
    const page = await phone.newPage();
    await page.goto(`${sandbox.url}/docs`);
    expect(await page.evaluate('innerWidth')).toBeLessThanOrEqual(370);
  });
});
