import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buy, listInscriptions, makeCollectionOffers, makeOffers } from '../../client/src/index.ts';
import { type Sandbox, startSandbox } from '../../sandbox/src/sandbox.ts';
import { type SandboxTrader, SLUG, trader } from '../../server/test/support/sandbox-trader.ts';
import { startChromium } from '../real/chromium.ts';
import { findChromium } from '../real/parts.ts';
import { control, openTrader } from './trader.ts';
import { overflow, seriousFindings, visit } from './visit.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 300_000 });

describe.skipIf(!findChromium())('wallets, items and charts in a real browser', () => {
  let sandbox: Sandbox;
  let browser: Browser;
  let seller: SandboxTrader;
  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, blockSeconds: 0, settings: { POLL_MS: 200 } });
    browser = await startChromium();
    seller = await trader(sandbox, 'p2wpkh', 4);
    const [buyer, bidder, collector] = [
      await trader(sandbox, 'p2tr'),
      await trader(sandbox, 'p2tr'),
      await trader(sandbox, 'p2tr'),
    ];
    const esploraUrl = `${sandbox.url}/sandbox/esplora`;
    const items = seller.inscriptionIds.slice(0, 3).map((inscriptionId, i) => ({
      inscriptionId,
      priceSats: 40_000 + 10_000 * i,
    }));
    const [first] = await listInscriptions(seller, { collectionSlug: SLUG, items });
    await buy(buyer, { collectionSlug: SLUG, listings: [{ ...first!, priceSats: 40_000 }], esploraUrl });
    await makeOffers(bidder, {
      collectionSlug: SLUG,
      inscriptionIds: [seller.inscriptionIds[1]!],
      priceSats: 25_000,
      esploraUrl,
    });
    await makeCollectionOffers(collector, {
      collectionSlug: SLUG,
      target: { kind: 'all' },
      priceSats: 30_000,
      esploraUrl,
    });
    await control(sandbox, 'mine', { blocks: 1 });
  });
  afterAll(async () => {
    await browser?.close();
    await sandbox?.close();
  });

  test('anybody sees what an address holds and lists, the offers for it, and its sales with their transactions', async () => {
    const path = `/wallet/${seller.wallet.ordinalsAddress}`;
    const { page, troubles, close } = await visit(browser, `${sandbox.url}${path}`, { width: 390 });
    await page.getByText('50,000').waitFor();
    expect(await page.locator('.card').count()).toBe(3);
    await page.getByRole('link', { name: 'Offers', exact: true }).click();
    await page.getByText('25,000').waitFor();
    await page.getByRole('link', { name: 'Listings and sales' }).click();
    await page.locator('.line', { hasText: 'Sold' }).waitFor();
    expect(await page.locator('.line', { hasText: 'Listed' }).count()).toBe(2);
    await page.getByRole('radio', { name: 'Sales' }).check();
    await expect.poll(() => page.locator('.line', { hasText: 'Listed' }).count()).toBe(0);
    expect([await seriousFindings(page), await overflow(page), troubles]).toEqual([[], 0, []]);
    await close();
  });

  test('only the owner sees what can pay', async () => {
    const alice = await openTrader(browser, sandbox.url, 'alice');
    const { page } = alice;
    await page.getByRole('button', { name: 'Wallet: alice' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Your wallet' }).click();
    await page.getByText('Can pay now').waitFor();
    await page.getByText(/in \d+ coins?/).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await alice.go(`/wallet/${seller.wallet.ordinalsAddress}`);
    await page.getByText('50,000').waitFor();
    expect(await page.getByText('Can pay now').count()).toBe(0);
    await alice.close();
  });

  test('an item leads to the next one, to its parent, and to the transaction that moved it', async () => {
    const { page, close } = await visit(browser, `${sandbox.url}/inscription/${seller.inscriptionIds[0]}`);
    await page.getByRole('heading', { name: 'Parents' }).waitFor();
    const explorer = page.locator('.history a[target="_blank"]').first();
    const told = await page.request.get((await explorer.getAttribute('href'))!);
    expect([told.status(), await told.text()]).toEqual([200, expect.stringContaining('In block')]);
    const name = await page.getByRole('heading', { level: 1 }).innerText();
    await page.getByRole('link', { name: /^Next/ }).click();
    await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).not.toBe(name);
    await page.getByRole('link', { name: /^Previous/ }).click();
    await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe(name);
    await close();
  });

  test('charts say in a sentence what they show, and have every value in a table', async () => {
    const at = `${sandbox.url}/collection/${SLUG}`;
    const { page, troubles, close } = await visit(browser, `${at}?tab=activity`, {
      width: 900,
      scheme: 'dark',
    });
    await page.getByRole('img', { name: 'One sale at 40,000 sats. The floor is 50,000 sats now.' }).waitFor();
    await page.getByText('Show the values').click();
    await page.getByRole('cell', { name: '40,000 sats' }).waitFor();
    expect([await seriousFindings(page), await overflow(page)]).toEqual([[], 0]);
    await page.goto(`${at}?tab=offers`);
    await page.getByRole('img', { name: /2 for sale, 1 offer for/ }).waitFor();
    await page.getByText('Show the values').click();
    expect(await page.locator('.chart tbody tr').allInnerTexts()).toHaveLength(3);
    expect([await seriousFindings(page), await overflow(page), troubles]).toEqual([[], 0, []]);
    await close();
  });

  test('the back button closes a dialog with the page below it', async () => {
    const { page, close } = await visit(browser, `${sandbox.url}/activity`);
    await page.getByRole('link', { name: 'Inspect', exact: true }).click();
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'alice' }).waitFor();
    await page.goBack();
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/activity');
    await close();
  });
});
