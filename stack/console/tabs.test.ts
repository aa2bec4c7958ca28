import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/src/sandbox.ts';
import { startChromium } from '../real/chromium.ts';
import { findChromium } from '../real/parts.ts';
import { control, listByClicks, openTrader } from './trader.ts';
import { seriousFindings } from './visit.ts';

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
      // the session of the first tab
      await tab.getByRole('button', { name: 'Wallet: alice' }).waitFor();
    }
    await control(sandbox, 'mine', { blocks: 1 });
    const { height } = (await (await fetch(`${sandbox.url}/market`)).json()) as { height: number };
    for (const tab of tabs)
      await tab.locator('.tip', { hasText: `block ${height.toLocaleString('en-GB')}` }).waitFor();
    expect(streams.size).toBeLessThanOrEqual(2);
    expect(trader.troubles).toEqual([]);
    await trader.close();
  });

  test('a reload signs nobody out: the trader lists and signs as before', async () => {
    const trader = await openTrader(browser, sandbox.url, 'alice');
    await trader.page.reload();
    await trader.page.getByRole('button', { name: 'Wallet: alice' }).waitFor();
    await listByClicks(trader, sandbox, [70_000]);
    expect(trader.troubles).toEqual([]);
    await trader.close();
  });

  test('a session that expired is renewed on its page: what was typed is still there', async () => {
    const trader = await openTrader(browser, sandbox.url, 'alice');
    const { page } = trader;
    await trader.go('/sell');
    const row = page.locator('form.holdings .row', { has: page.getByRole('checkbox') }).first();
    await row.getByRole('checkbox').check();
    await row.getByRole('spinbutton').fill('71000');
    const refused = {
      status: 401,
      contentType: 'application/json',
      body: '{"error":"the token has expired"}',
    };
    await page.route('**/api/v1/**/listings/preflight', (route) => route.fulfill(refused), { times: 1 });
    await page.getByRole('button', { name: 'List it', exact: true }).click();
    await page.getByRole('button', { name: 'Sign in again' }).click();
    await page.getByRole('button', { name: 'Sign in again' }).waitFor({ state: 'detached' });
    await page.locator('.act-dismiss').click();
    await page.getByRole('button', { name: 'List it', exact: true }).click();
    await trader.sign();
    expect(await trader.outcome('List')).toContain('Listed.');
    await trader.close();
  });

  test('a purchase whose answer is lost is found in Trades after a reload, and sent again', async () => {
    const alice = await openTrader(browser, sandbox.url, 'alice');
    const [id] = await listByClicks(alice, sandbox, [72_000]);
    const bob = await openTrader(browser, sandbox.url, 'bob');
    await bob.go(`/inscription/${id}`);
    await bob.page.route('**/purchases/submit', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await bob.page.getByRole('button', { name: 'Buy for 72,000 sats' }).click();
    await bob.sign();
    const card = bob.page.locator('.act-failed');
    await card.getByRole('button', { name: 'Send it again' }).waitFor({ timeout: 60_000 });
    expect(await seriousFindings(bob.page)).toEqual([]);
    await bob.page.unroute('**/purchases/submit');
    await bob.page.reload();
    await bob.page.getByRole('button', { name: 'Wallet: bob' }).waitFor();
    await bob.go('/trades');
    await bob.page.locator('[data-sent]').getByRole('button', { name: 'Send it again' }).click();
    expect(await bob.outcome('Buy 1 listing')).toContain('Submitted.');
    await bob.page.locator('[data-sent]').waitFor({ state: 'detached' });
    await control(sandbox, 'mine', { blocks: 1 });
    await bob.page.locator('[data-trade]').first().getByText('1 confirmation').waitFor();
    for (const one of [alice, bob]) await one.close();
  });

  test('who disconnects in one tab is signed out in all, and who wants it keeps no token', async () => {
    const trader = await openTrader(browser, sandbox.url, 'alice');
    const { page } = trader;
    const other = await page.context().newPage();
    await other.goto(`${sandbox.url}/trades`);
    await other.getByRole('button', { name: 'Wallet: alice' }).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Stay signed in' }).uncheck();
    await page.getByRole('dialog').getByRole('button', { name: 'alice', exact: true }).click();
    await page.getByRole('button', { name: 'Wallet: alice' }).waitFor();
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).toBe('{}');
    await page.reload();
    await page.getByRole('button', { name: 'Connect', exact: true }).waitFor();
    await trader.close();
  });
});
