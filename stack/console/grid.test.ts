import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { listInscriptions } from '../../client/src/index.ts';
import { type Sandbox, startSandbox } from '../../sandbox/src/sandbox.ts';
import { SLUG, trader } from '../../server/test/support/sandbox-trader.ts';
import { startChromium } from '../real/chromium.ts';
import { findChromium } from '../real/parts.ts';
import { control, openTrader } from './trader.ts';
import { seriousFindings, visit } from './visit.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 300_000 });

describe.skipIf(!findChromium())('the grid of a collection, in a real browser', () => {
  let sandbox: Sandbox;
  let browser: Browser;
  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, blockSeconds: 0, settings: { POLL_MS: 200 } });
    browser = await startChromium();
    const seller = await trader(sandbox, 'p2wpkh', 5);
    const items = seller.inscriptionIds.map((inscriptionId, i) => ({
      inscriptionId,
      priceSats: 40_000 + 10_000 * i,
    }));
    await listInscriptions(seller, { collectionSlug: SLUG, items });
    await control(sandbox, 'mine', { blocks: 1 });
  });
  afterAll(async () => {
    await browser?.close();
    await sandbox?.close();
  });

  test('buys from a card, and the cheapest together at the sum that the bar says', async () => {
    const buyer = await openTrader(browser, sandbox.url, 'alice');
    const { page } = buyer;
    await buyer.go(`/collection/${SLUG}`);
    await page
      .getByRole('button', { name: /^Buy Ember/ })
      .first()
      .click();
    await buyer.sign();
    expect(await buyer.outcome('Buy')).not.toContain('failed');
    await control(sandbox, 'mine', { blocks: 1 });
    await page.getByText('4 for sale match').waitFor();
    await page.getByLabel('How many of the cheapest to select').fill('2');
    await page.getByRole('button', { name: 'Select the cheapest' }).click();
    const bar = page.getByRole('region', { name: 'Selected items' });
    await bar.getByText('all in').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    const said = Number(/([\d,]+)\s*sats/.exec(await bar.innerText())![1]!.replaceAll(',', ''));
    expect(said).toBeGreaterThan(50_000 + 60_000);
    await bar.getByRole('button', { name: 'Buy 2' }).click();
    await buyer.sign();
    await buyer.outcome('Buy');
    await expect.poll(() => bar.count()).toBe(0);
    await control(sandbox, 'mine', { blocks: 1 });
    await page.getByText('2 for sale match').waitFor();
    // proofs need six confirmations, and these items are younger
    expect(buyer.troubles.filter((trouble) => !/503/.test(trouble))).toEqual([]);
    await buyer.close();
  });

  test('a range of prices and a search are in the address, and counts follow', async () => {
    const visitor = await openTrader(browser, sandbox.url, 'bob');
    const { page } = visitor;
    await visitor.go(`/collection/${SLUG}`);
    await page.getByLabel('Least sats').fill('80000');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('1 for sale match').waitFor();
    expect(page.url()).toContain('min=80000');
    expect(await page.locator('.card').count()).toBe(1);
    await page.getByLabel('Number or name', { exact: true }).fill('nothing of this name');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('No item matches').waitFor();
    await page.getByRole('link', { name: 'Show all items' }).click();
    await expect.poll(() => page.locator('.card').count()).toBeGreaterThan(1);
    await visitor.close();
  });

  test('on a narrow screen the traits open below their button, above the items', async () => {
    const { page, close } = await visit(browser, `${sandbox.url}/collection/${SLUG}`, { width: 390 });
    const button = page.getByRole('button', { name: 'Traits' });
    await button.click();
    const traits = (await page.getByRole('complementary', { name: 'Traits' }).boundingBox())!.y;
    expect(traits).toBeGreaterThan((await button.boundingBox())!.y);
    expect(traits).toBeLessThan((await page.locator('.card').first().boundingBox())!.y);
    await close();
  });
});
