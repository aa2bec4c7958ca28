import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/src/sandbox.ts';
import { startChromium } from '../real/chromium.ts';
import { findChromium } from '../real/parts.ts';
import { control, openTrader } from './trader.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 180_000 });

describe.skipIf(!findChromium())('many tabs of one browser, over HTTP/1.1,', () => {
  let sandbox: Sandbox;
  let browser: Browser;
  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, blockSeconds: 0 });
    browser = await startChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await sandbox?.close();
  });

  test('twelve tabs of a trader share one stream: each has its content, and each sees the next block', async () => {
    const trader = await openTrader(browser, sandbox.url, 'alice');
    const context = trader.page.context();
    const streams = new Set<object>();
    context.on('request', (request) => request.url().endsWith('/events') && streams.add(request));
    const gone = (request: object) => streams.delete(request);
    context.on('requestfinished', gone);
    context.on('requestfailed', gone);
    const tabs = [trader.page];
    for (let count = tabs.length; count < 12; count += 1) {
      const tab = await context.newPage();
      tabs.push(tab);
      await tab.goto(`${sandbox.url}/collection/embers`);
      // a seventh connection would wait for ever
      await tab.locator('main a[href*="/inscription/"]').first().waitFor({ timeout: 20_000 });
      await tab.locator('.tip-live').waitFor();
    }
    await control(sandbox, 'mine', { blocks: 1 });
    const { height } = (await (await fetch(`${sandbox.url}/market`)).json()) as { height: number };
    for (const tab of tabs)
      await tab.locator('.tip', { hasText: `block ${height.toLocaleString('en-GB')}` }).waitFor();
    expect(streams.size).toBeLessThanOrEqual(2);
    expect(trader.troubles).toEqual([]);
    await trader.close();
  });
});
