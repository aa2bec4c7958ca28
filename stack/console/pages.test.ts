import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sandboxAt } from '../../client/src/demo/sandbox.ts';
import {
  buy,
  listInscriptions,
  makeCollectionOffers,
  makeOffers,
  preparePurchase,
} from '../../client/src/index.ts';
import { type Sandbox, startSandbox } from '../../sandbox/src/sandbox.ts';
import { type SandboxTrader, SLUG, trader } from '../../server/test/support/sandbox-trader.ts';
import { startChromium } from '../real/chromium.ts';
import { findChromium } from '../real/parts.ts';
import { overflow, seriousFindings, type Visit, visit } from './visit.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 300_000 });

const SCHEMES = ['light', 'dark'] as const;
const WIDTHS = [360, 820, 1440];
/** More than two pages of the grid. */
const MANY = 130;

describe.skipIf(!findChromium())('the console of a sandbox, in a real browser', () => {
  let sandbox: Sandbox;
  let browser: Browser;
  let seller: SandboxTrader;
  let buyer: SandboxTrader;
  let listings: { readonly listingId: string; readonly inscriptionId: string; readonly priceSats: number }[];
  const open = (path: string, options = {}): Promise<Visit> =>
    visit(browser, `${sandbox.url}${path}`, options);

  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, blockSeconds: 0, settings: { POLL_MS: 200 } });
    browser = await startChromium();
    seller = await trader(sandbox, 'p2wpkh', 4);
    buyer = await trader(sandbox, 'p2tr');
    const items = seller.inscriptionIds.map((inscriptionId, i) => ({
      inscriptionId,
      priceSats: 40_000 + 10_000 * i,
    }));
    const listed = await listInscriptions(seller, { collectionSlug: SLUG, items });
    listings = listed.map((listing, i) => ({ ...listing, priceSats: items[i]!.priceSats }));
    await makeOffers(buyer, {
      collectionSlug: SLUG,
      inscriptionIds: [seller.inscriptionIds[0]!],
      priceSats: 25_000,
      esploraUrl: `${sandbox.url}/sandbox/esplora`,
    });
    await makeCollectionOffers(buyer, {
      collectionSlug: SLUG,
      target: { kind: 'all' },
      priceSats: 30_000,
      esploraUrl: `${sandbox.url}/sandbox/esplora`,
    });
  });
  afterAll(async () => {
    await browser?.close();
    await sandbox?.close();
  });

  const pages = () =>
    [
      ['/', 'Trade inscriptions. You see what you sign.'],
      [`/collection/${SLUG}`, 'Embers'],
      [`/collection/${SLUG}?tab=offers`, 'Embers'],
      [`/collection/${SLUG}?tab=activity`, 'Embers'],
      [`/inscription/${listings[0]!.inscriptionId}`, /Ember/],
      ['/about', 'How it works'],
      ['/activity', 'Activity'],
      [`/wallet/${seller.wallet.ordinalsAddress}`, 'Wallet'],
      [`/wallet/${seller.wallet.ordinalsAddress}?tab=offers`, 'Wallet'],
      [`/wallet/${seller.wallet.ordinalsAddress}?tab=activity`, 'Wallet'],
      ['/search?q=ember', /Results for/],
      ['/collection/none', 'Nothing here'],
    ] as const;

  for (const scheme of SCHEMES)
    test(`every page is there at each width, without a serious finding of axe, a part beside the screen, a request elsewhere or a violated policy: ${scheme}`, async () => {
      for (const [path, heading] of pages()) {
        const { page, troubles, close } = await open(path, { scheme });
        await page.getByRole('heading', { level: 1, name: heading }).waitFor();
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          await settled(page);
          expect([path, width, await overflow(page)]).toEqual([path, width, 0]);
          expect([path, width, await seriousFindings(page)]).toEqual([path, width, []]);
        }
        expect([path, troubles.filter((trouble) => !/status of 404/.test(trouble))]).toEqual([path, []]);
        await close();
      }
    });

  test('a violated policy and a request elsewhere would be seen', async () => {
    const { page, troubles, close } = await open('/');
    await page.evaluate(
      `document.body.insertAdjacentElement('beforeend', Object.assign(new Image(), { src: 'http://127.0.0.1:9/x.png' }))`,
    );
    await expect.poll(() => troubles.join()).toMatch(/policy: img-src/);
    await close();
  });

  test('the first load of the first page is at most 150 kB, with its data, without inscriptions', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    const addresses = new Map<string, string>();
    let bytes = 0;
    session.on('Network.responseReceived', ({ requestId, response }) =>
      addresses.set(requestId, response.url),
    );
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (!addresses.get(requestId)?.includes('/content/')) bytes += encodedDataLength;
    });
    await page.goto(sandbox.url);
    await page.getByRole('heading', { name: 'Trade inscriptions. You see what you sign.' }).waitFor();
    await settled(page);
    expect(bytes).toBeGreaterThan(5_000);
    expect(bytes).toBeLessThan(150_000);
    await context.close();
  });

  test('an inscription shows to the sat what its purchase costs a buyer with one coin', async () => {
    const listing = listings[1]!;
    const request = {
      collectionSlug: SLUG,
      listings: [listing],
      esploraUrl: `${sandbox.url}/sandbox/esplora`,
    };
    const { preflight } = await preparePurchase(buyer, request);
    const { page, close } = await open(`/inscription/${listing.inscriptionId}`);
    const sum = page.locator('.price-sum');
    await sum.waitFor();
    expect((await sum.innerText()).replace(/[^\d]/g, '')).toBe(String(preflight.totalBuyerCostSats));
    await close();
  });

  test('an inscription shows its offers, and the best one for its collection', async () => {
    const { page, close } = await open(`/inscription/${listings[0]!.inscriptionId}`);
    await page.locator('.open-offers li').first().waitFor();
    expect(await page.locator('.open-offers').innerText()).toMatch(/30,000[\s\S]*25,000/);
    await close();
  });

  test('filters by traits and orders are in the address, and going back shows what was there', async () => {
    const { page, troubles, close } = await open(`/collection/${SLUG}`);
    await page.getByRole('combobox', { name: 'Order' }).selectOption({ label: 'All, oldest first' });
    await expect.poll(() => page.url()).toContain('sort=oldest');
    await page.getByLabel(/^dusk/).check();
    await expect.poll(() => page.url()).toContain('trait=palette%3Adusk');
    await expect.poll(() => page.locator('.long-list .card-link').count()).toBeGreaterThan(3);
    await page.locator('.long-list .card-link').first().click();
    await page.getByRole('heading', { level: 1, name: /Ember/ }).waitFor();
    expect(await page.locator('.trait-cards').innerText()).toContain('dusk');
    await page.goBack();
    await page.getByRole('button', { name: 'Remove palette: dusk' }).click();
    await expect.poll(() => page.url()).not.toContain('trait');
    expect(troubles).toEqual([]);
    await close();
  });

  test('search finds a collection, a number and an id, from the keyboard alone', async () => {
    const { page, close } = await open('/');
    await page.getByRole('heading', { name: 'Trade inscriptions. You see what you sign.' }).waitFor();
    for (const [asked, name] of [
      ['emb', /^Embers/],
      ['12', /Ember #12/],
      [listings[0]!.inscriptionId, /Ember/],
    ] as const) {
      await page.keyboard.press('/');
      await page.keyboard.press('Control+a');
      await page.keyboard.type(asked);
      await page.keyboard.press('Enter');
      await page.locator('.found').getByRole('link', { name }).first().waitFor();
      await page.evaluate('document.activeElement.blur()');
    }
    await close();
  });

  test('the keyboard reaches the page past the header, and the scheme is kept', async () => {
    const { page, close } = await open('/');
    await page.getByRole('heading', { name: 'Trade inscriptions. You see what you sign.' }).waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the page');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    await page.getByRole('button', { name: /as your system/ }).click();
    await page.getByRole('button', { name: /Colours: light/ }).click();
    await page.reload();
    await page.getByRole('button', { name: /Colours: dark/ }).waitFor();
    expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('dark');
    await close();
  });

  test('a sale appears by itself, and a reorg takes it away', async () => {
    const { page, close } = await open('/activity');
    await page.locator('.tip-live').waitFor();
    const line = page.locator('.line', { hasText: 'Sold' });
    expect(await line.count()).toBe(0);
    await buy(buyer, {
      collectionSlug: SLUG,
      listings: [listings[3]!],
      esploraUrl: `${sandbox.url}/sandbox/esplora`,
    });
    await sandboxAt(sandbox.url).mine();
    await line.waitFor();
    expect(await line.innerText()).toContain('70,000');
    await fetch(`${sandbox.url}/sandbox/reorg`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ depth: 1 }),
    });
    await expect.poll(() => line.count(), { timeout: 20_000 }).toBe(0);
    await close();
  });

  test('a collection is loaded page by page as it is scrolled, each item once, and few are in the document', async () => {
    const control = sandboxAt(sandbox.url);
    const { ordinals } = await control.addWallet('p2tr', 0);
    await control.inscribe(ordinals.address, SLUG, MANY);
    const { page, troubles, close } = await open(`/collection/${SLUG}?sort=oldest`);
    await page.locator('.long-list .card-link').first().waitFor();
    const cursors = new Set<string>();
    page.on('request', (request) => {
      const cursor = new URL(request.url()).searchParams.get('cursor');
      if (cursor !== null) cursors.add(cursor);
    });
    const seen = new Set<string>();
    for (let step = 0; step < 100; step += 1) {
      const shown = (await page.evaluate(
        `[...document.querySelectorAll('.long-list .card-link')].map((card) => card.getAttribute('href'))`,
      )) as string[];
      expect(new Set(shown).size).toBe(shown.length);
      expect(shown.length).toBeLessThan(70);
      for (const link of shown) seen.add(link);
      const isAtEnd = await page.evaluate(
        'innerHeight + scrollY >= document.documentElement.scrollHeight - 2',
      );
      if (isAtEnd && seen.size >= MANY) break;
      await page.mouse.wheel(0, 700);
      await page.waitForTimeout(60);
    }
    const answer = await fetch(`${sandbox.url}/market/collections/${SLUG}`);
    const { itemCount } = (await answer.json()) as { itemCount: number };
    expect(seen.size).toBe(itemCount);
    expect(cursors.size).toBeGreaterThanOrEqual(2);
    expect(troubles).toEqual([]);
    await close();
  });
});

/** Waits until the page has what it asked for. Its stream of events stays open: the network is never idle. */
async function settled(page: Page): Promise<void> {
  await expect.poll(() => page.locator('.waiting').count()).toBe(0);
  await page.waitForTimeout(300);
}
