import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/src/sandbox.ts';
import { startChromium } from '../real/chromium.ts';
import { findChromium } from '../real/parts.ts';
import { control, dialogOf, listByClicks, openTrader } from './trader.ts';
import { overflow, seriousFindings, visit } from './visit.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 180_000 });

/** The PSBT of a purchase of one listing, as a buyer signed it once. */
function purchase(): { psbt: string; addresses: string[] } {
  const file = new URL('../../client/test/hostile/generated/recordings.json', import.meta.url);
  const recordings = JSON.parse(readFileSync(file, 'utf8')) as { name: string; signed: string[] }[];
  const { request } = JSON.parse(recordings.find(({ name }) => name === 'buy 1, p2wpkh')!.signed[0]!) as {
    request: { psbtBase64: string; inputsToSign: { address: string }[] };
  };
  return { psbt: request.psbtBase64, addresses: request.inputsToSign.map(({ address }) => address) };
}

describe.skipIf(!findChromium())("the traders' pages, in a real browser", () => {
  let sandbox: Sandbox;
  let browser: Browser;
  let listed: string;
  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, blockSeconds: 0 });
    browser = await startChromium();
    const alice = await openTrader(browser, sandbox.url, 'alice');
    [listed] = (await listByClicks(alice, () => control(sandbox, 'mine', { blocks: 1 }), [60_000])) as [
      string,
    ];
    await alice.close();
  });
  afterAll(async () => {
    await browser?.close();
    await sandbox?.close();
  });

  test('/inspect explains a pasted PSBT, and nothing leaves the browser', async () => {
    const { page, troubles, close } = await visit(browser, `${sandbox.url}/inspect`);
    const { psbt, addresses } = purchase();
    await page.getByRole('button', { name: 'Explain' }).waitFor();
    await page.waitForLoadState('networkidle').catch(() => undefined);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith('data:')) sent.push(`${request.method()} ${request.url()}`);
    });
    await page.getByLabel('PSBT, base64 or hex').fill(psbt);
    await page.getByLabel('Your addresses, one per line').fill(addresses.join('\n'));
    await page.getByLabel('Network').selectOption('regtest');
    await page.getByRole('button', { name: 'Explain' }).click();
    expect(await page.locator('.explained-sentence').innerText()).toMatch(
      /^You pay 8\d,\d{3} sats\.|^You pay/,
    );
    expect(await page.locator('.explained-picture img').getAttribute('src')).toMatch(/^data:image\/svg\+xml/);
    await page.getByLabel('PSBT, base64 or hex').fill('<img src=x onerror=alert(1)>');
    await page.getByRole('button', { name: 'Explain' }).click();
    expect(await page.getByRole('alert').innerText()).toMatch(
      /^This is not a readable PSBT\. .*copy all of it\.$/,
    );
    expect(sent.filter((request) => !/\/events|\/assets\//.test(request))).toEqual([]);
    expect(troubles).toEqual([]);
    await close();
  });

  test('a typed price stays while reads fail, and an expired session goes on after one click', async () => {
    const { page, go, close } = await openTrader(browser, sandbox.url, 'carol');
    await go('/sell');
    const row = page.locator('.row', { has: page.getByRole('checkbox') }).first();
    await row.getByRole('checkbox').check();
    await row.getByRole('spinbutton').fill('70000');
    await page.route('**/market/holdings/**', (route) => route.abort());
    await control(sandbox, 'mine', { blocks: 1 });
    await page.getByText('The service did not respond.').waitFor();
    await page.unroute('**/market/holdings/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('The service did not respond.').waitFor({ state: 'detached' });
    expect(await row.getByRole('spinbutton').inputValue()).toBe('70000');
    await page.route('**/my/trades**', (route) =>
      route.fulfill({ status: 401, json: { error: 'Invalid or expired bearer session token' } }),
    );
    await go('/trades');
    await page.getByText('Your session has expired.').waitFor();
    await page.unroute('**/my/trades**');
    await page.getByRole('button', { name: 'Sign in again' }).click();
    await page.getByRole('heading', { name: 'Trades' }).waitFor();
    await close();
  });

  test('dialogs give the focus back, also where the button that opened them is gone', async () => {
    const { page, close } = await visit(browser, `${sandbox.url}/inspect`);
    const focused = () => page.evaluate('document.activeElement.innerText');
    const press = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).focus();
      await page.keyboard.press('Enter');
    };
    await press('Connect');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(focused).toBe('Connect');
    await press('Connect');
    await press('carol');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(focused).toBe('Wallet: carol');
    await page.getByRole('link', { name: 'Sell' }).click();
    const row = page.locator('.row', { has: page.getByRole('checkbox') }).first();
    await row.getByRole('checkbox').check();
    await row.getByRole('spinbutton').fill('70000');
    await page.keyboard.press('Enter');
    await dialogOf(page).waitFor();
    await page.keyboard.press('Escape');
    await dialogOf(page).waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate('document.activeElement.type')).toBe('number');
    await close();
  });

  test('have no serious finding of axe, and nothing beside the screen, in each scheme and width', async () => {
    const bob = await openTrader(browser, sandbox.url, 'bob');
    const { page } = bob;
    const look = async (what: string) => {
      for (const colorScheme of ['light', 'dark'] as const)
        for (const width of [360, 820, 1440]) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height: 900 });
          const seen = `${what}, ${colorScheme}, ${width} px`;
          expect(await seriousFindings(page), seen).toEqual([]);
          expect(await overflow(page), seen).toBeLessThanOrEqual(0);
        }
    };
    await look('inspect');
    for (const path of ['/sell', '/cart', '/inbox', '/trades', '/collection/embers/bids']) {
      await bob.go(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await look(path);
    }
    await bob.go(`/inscription/${listed}`);
    // by key: right after a scroll Chromium may still give a click to the frame that was there before
    await page.getByRole('button', { name: 'Buy for 60,000 sats' }).press('Enter');
    await dialogOf(page).locator('.what').waitFor();
    await look('what you sign');
    await dialogOf(page).getByText('Outputs, signature and picture').press('Enter');
    await dialogOf(page).locator('.explained-picture img').waitFor();
    await look('what you sign, in full');
    await page.setViewportSize({ width: 360, height: 900 });
    await dialogOf(page).getByText('Everything in text').press('Enter');
    await dialogOf(page).locator('pre').waitFor();
    expect(await overflow(page, 'dialog.sign .dialog-body')).toBe(0);
    // Escape is a no
    await page.keyboard.press('Escape');
    expect(await bob.outcome('Buy 1 listing')).toContain('You did not sign, and nothing changed.');
    await page.getByRole('button', { name: 'Wallet: bob' }).click();
    await look('the wallet');
    await page.keyboard.press('Escape');
    expect(bob.troubles).toEqual([]);
    await bob.close();
  });

  test('on a narrow screen the header takes two rows, and a key opens the pages behind its button', async () => {
    const { page, close } = await openTrader(browser, sandbox.url, 'bob', { width: 360 });
    // two rows of buttons, with what is around them
    expect(await page.evaluate("document.querySelector('.top').offsetHeight")).toBeLessThan(3 * 40);
    const pages = page.getByRole('navigation', { name: 'Pages' });
    expect(await pages.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Menu' }).press('Enter');
    await pages.getByRole('link', { name: 'Trades' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Trades' }).waitFor();
    expect(await pages.isVisible()).toBe(false);
    await close();
  });

  test('a whole trade is made from the keyboard alone', async () => {
    const { page, troubles, close } = await visit(browser, `${sandbox.url}/inscription/${listed}`);
    /** Tabs to what has this name, and presses Enter. */
    const press = async (name: string) => {
      for (let tabs = 0; tabs < 100; tabs += 1) {
        await page.keyboard.press('Tab');
        const focused = await page.evaluate(
          '(({ ariaLabel, innerText }) => ariaLabel ?? innerText)(document.activeElement)',
        );
        if (String(focused).trim() === name) return page.keyboard.press('Enter');
      }
      throw new Error(`no Tab leads to ${name}`);
    };
    await press('Connect');
    await page.getByRole('dialog').waitFor();
    await press('carol');
    await page.getByRole('button', { name: 'Buy for 60,000 sats' }).waitFor();
    await press('Buy for 60,000 sats plus fees');
    await dialogOf(page).locator('.what').waitFor();
    await press('Sign');
    await page.getByText('Follow this trade').waitFor();
    await press('Follow this trade');
    await page.getByRole('heading', { level: 1, name: 'Purchase' }).waitFor();
    await page.getByText('This trade, at').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await control(sandbox, 'mine', { blocks: 1 });
    await page.locator('[data-state="confirmed"]').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(troubles).toEqual([]);
    await close();
  });
});
