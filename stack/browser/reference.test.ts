import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/src/sandbox.ts';
import { LOOKS } from '../console/visit.ts';
import { startChromium } from '../real/chromium.ts';
import { findChromium } from '../real/parts.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Of everything that a visitor loads, without compression. */
const MOST_BYTES = 400_000;
const RUN = {
  curl: (code: string) => ['bash', ['-c', code]],
  TypeScript: (code: string) => ['node', ['--input-type=module', '-e', code]],
  Python: (code: string) => ['python3', ['-c', code]],
} as const satisfies Record<string, (code: string) => readonly [string, string[]]>;
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

  async function open(scheme: 'light' | 'dark' = 'light', width = 1280) {
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
    await page.locator('#sandbox button').first().waitFor();
    return { page, elsewhere };
  }

  async function signIn(page: Page, wallet: string): Promise<void> {
    await page.getByRole('button', { name: wallet, exact: true }).click();
    await page.locator('#sandbox output', { hasText: `${wallet} is signed in` }).waitFor();
  }

  const foldOf = async (page: Page, operation: string) => {
    const fold = page.locator(`details.operation[id="${operation}"]`);
    await fold.locator('summary').first().click();
    return fold;
  };

  /** Opens an operation, sends it as it stands, and returns the status of the response. */
  async function send(page: Page, operation: string): Promise<string> {
    const fold = await foldOf(page, operation);
    await fold.getByRole('button', { name: 'Send' }).click();
    return (await fold.locator('.result strong').innerText()).trim();
  }

  test('signs a wallet in at a click, and its requests then succeed as they stand', async () => {
    const { page, elsewhere } = await open();
    await signIn(page, 'alice');
    for (const operation of ['getMe', 'listListings', 'preflightListing', 'listCollectionOfferBook'])
      expect([operation, await send(page, operation)]).toEqual([operation, '200']);
    expect(elsewhere).toEqual([]);
  });

  test('has market pages, trades and the stream of events, and they work too', async () => {
    const { page, elsewhere } = await open();
    const beside = [
      'getMarket',
      'getMarketCollectionsSlugItems',
      'getMarketInscriptionsInscriptionId',
      'getEvents',
    ];
    for (const operation of beside)
      expect([operation, await send(page, operation)]).toEqual([operation, '200']);
    expect(await page.locator('[id="getEvents"] .result pre').first().innerText()).toContain('event: ready');
    await signIn(page, 'bob');
    expect(await send(page, 'getMyTrades')).toBe('200');
    expect(elsewhere).toEqual([]);
  });

  test.each(['getMe', 'preflightListing'])('has samples of %s that run as printed', async (operation) => {
    const { page } = await open();
    await signIn(page, 'alice');
    const TOKEN = await page.getByLabel('Session token').inputValue();
    const fold = await foldOf(page, operation);
    for (const [language, command] of Object.entries(RUN)) {
      await fold.getByRole('button', { name: language, exact: true }).click();
      const code = await fold.locator('.sample pre').innerText();
      expect(code).not.toContain(TOKEN);
      const [program, args] = command(code);
      const { stdout } = await promisify(execFile)(program, args, { env: { ...process.env, TOKEN } });
      expect(stdout, language).toContain(operation === 'getMe' ? 'walletBindings' : 'anchorUtxoId');
    }
  });

  test('filters operations by what their path, method, tag or summary contains', async () => {
    const { page } = await open();
    await page.getByLabel('Filter the operations').fill('post take-back');
    await expect.poll(() => page.locator('.operation:visible').count()).toBe(2);
    await page.getByLabel('Filter the operations').fill('no such words');
    await page.getByText('No operation has these words.').waitFor();
  });

  test('opens what the address names, and what a step of a flow links to', async () => {
    const { page } = await open();
    await page.locator('.flow li a').first().click();
    await page.locator('details.operation[open]').waitFor();
    await page.goto(`${sandbox.url}/docs#submitPurchase`);
    await page.reload();
    await page.locator('[id="submitPurchase"][open] textarea').waitFor();
    for (const href of await page
      .locator('.flow li a')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href'))))
      expect([href, await page.locator(`details.operation[id="${href!.slice(1)}"]`).count()]).toEqual([
        href,
        1,
      ]);
  });

  test('names what is wrong with a body that is not JSON', async () => {
    const { page } = await open();
    const fold = await foldOf(page, 'createAuthChallenge');
    await fold.getByLabel('Request body').fill('{');
    await fold.getByRole('button', { name: 'Send' }).click();
    expect(await fold.locator('.result').innerText()).toBe('The request body is not JSON.');
  });

  test('is at most 400 kB without compression, its document aside', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const sizes: number[] = [];
    page.on('response', async (response) => {
      if (!/\/(docs\/json|sandbox\/world)$/.test(response.url())) sizes.push((await response.body()).length);
    });
    await page.goto(`${sandbox.url}/docs`);
    await page.locator('#sandbox button').first().waitFor();
    expect(sizes.length).toBeGreaterThan(8);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST_BYTES);
  });

  test.each(LOOKS)(
    'has no finding of axe and no part beside the screen: %s, %i px',
    async (scheme, width) => {
      const { page, elsewhere } = await open(scheme, width);
      await signIn(page, 'bob');
      await send(page, 'getMe');
      const fold = await foldOf(page, 'preflightPurchase');
      await fold.getByText('Fields of the body').click();
      await page.evaluate(axe);
      const found = await page.evaluate<{ impact: string; id: string; nodes: { html: string }[] }[]>(
        `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)`,
      );
      expect(found.map(({ id, nodes }) => [id, nodes[0]!.html])).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(4);
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
