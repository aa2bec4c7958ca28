import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/src/sandbox.ts';
import { startChromium } from '../real/chromium.ts';
import { findChromium } from '../real/parts.ts';
import { control, openTrader } from './trader.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const PAGES = ['/sell', '/trades', '/inbox', '/collection/embers/bids', '/cart', '/activity', '/'];

describe.skipIf(!findChromium())('with the rate limits of a real service', () => {
  let sandbox: Sandbox;
  let browser: Browser;
  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, blockSeconds: 0, limitScale: 1 });
    browser = await startChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await sandbox?.close();
  });

  test('a trader who opens every page while blocks come is refused nothing', async () => {
    const { page, go, close } = await openTrader(browser, sandbox.url, 'alice');
    const refused: string[] = [];
    const reads: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 429) refused.push(response.url());
      if (/\/api\/v1\/|\/my\/trades/.test(response.url())) reads.push(response.url());
    });
    for (const path of PAGES) {
      await go(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await control(sandbox, 'mine', { blocks: 1 });
      await page.waitForTimeout(1_000);
    }
    // what each page reads of the profile fits into the 30 requests of a minute
    await expect.poll(() => page.locator('.waiting').count()).toBe(0);
    expect(refused).toEqual([]);
    expect(reads.length).toBeGreaterThan(2);
    await close();
  });
});
