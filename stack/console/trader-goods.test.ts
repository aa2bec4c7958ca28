import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { GOODS_LIES, type GoodsLie } from '../../client/test/custody/lies.ts';
import { toldAbout } from '../../client/test/custody/lying-service.ts';
import { type Sandbox, startSandbox } from '../../sandbox/src/sandbox.ts';
import { startChromium } from '../real/chromium.ts';
import { findChromium } from '../real/parts.ts';
import { control, dialogOf, listByClicks, openTrader, type Trader } from './trader.ts';
import { overflow, seriousFindings, visit } from './visit.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 240_000 });

describe.skipIf(!findChromium())('goods in the console', () => {
  let sandbox: Sandbox;
  let browser: Browser;
  let carol: Trader;
  let submits = 0;
  let sold: string;
  let lie: GoodsLie | null = null;

  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, blockSeconds: 0 });
    browser = await startChromium();
    const alice = await openTrader(browser, sandbox.url, 'alice');
    [sold] = (await listByClicks(alice, () => control(sandbox, 'mine', { blocks: 1 }), [50_000])) as [string];
    const bob = await openTrader(browser, sandbox.url, 'bob');
    await bob.go(`/inscription/${sold}`);
    await bob.page.getByRole('button', { name: 'Buy for 50,000 sats' }).click();
    await bob.sign();
    expect(await bob.outcome('Buy 1 listing')).toContain('Submitted.');
    await control(sandbox, 'mine', { blocks: 2 });
    // what is sold has moved: its proof has hops
    await bob.go('/sell');
    const row = bob.page.locator(`[data-inscription="${sold}"]`);
    await row.getByRole('checkbox').check();
    await row.getByRole('spinbutton').fill('70000');
    await bob.page.getByRole('button', { name: 'List it' }).first().click();
    await bob.sign();
    expect(await bob.outcome('List 1 inscription')).toContain('Listed.');
    await control(sandbox, 'mine', { blocks: 2 });

    const page = await fetch(`${sandbox.url}/market/collections/tidepools/items?sort=oldest&limit=1`);
    const { items } = (await page.json()) as { items: { inscriptionId: string }[] };
    carol = await openTrader(browser, sandbox.url, 'carol');
    carol.page.on('request', (request) => {
      if (/\/submit$/.test(new URL(request.url()).pathname)) submits += 1;
    });
    await carol.page.route(/\/custody$/, async (route) => {
      const { pathname } = new URL(route.request().url());
      const about = [sold, items[0]!.inscriptionId] as const;
      const told = lie && (await toldAbout(sandbox.url, pathname, lie, about));
      await (told ? route.fulfill({ json: told }) : route.continue());
    });
    await carol.go(`/inscription/${sold}`);
  });
  afterAll(async () => {
    await browser?.close();
    await sandbox?.close();
  });

  test.each(GOODS_LIES)('are not bought on a lie: $name', async (told) => {
    lie = told;
    submits = 0;
    await carol.page.getByRole('button', { name: 'Buy for 70,000 sats' }).click();
    const said = await carol.outcome('Buy 1 listing');
    expect(said).toMatch(/Refused, and nothing was signed: /);
    expect(said).toMatch(told.refusal);
    expect({ submits, dialogs: await dialogOf(carol.page).count() }).toEqual({ submits: 0, dialogs: 0 });
    lie = null;
  });

  test('are not offered for on a lie', async () => {
    const { page } = carol;
    lie = GOODS_LIES[0]!;
    submits = 0;
    await page.getByRole('spinbutton', { name: 'Your price, sats' }).fill('50000');
    await page.getByRole('button', { name: 'Make an offer' }).click();
    expect(await carol.outcome('Offer on an inscription')).toMatch(/Refused, and nothing was signed: /);
    expect(submits).toBe(0);
    lie = null;
  });

  test.each([
    [390, 'light'],
    [390, 'dark'],
    [1440, 'light'],
    [1440, 'dark'],
  ] as const)('are shown before the signature with their walk, %i px wide and %s', async (width, scheme) => {
    const trader = await openTrader(browser, sandbox.url, 'carol', { width, scheme });
    const { page } = trader;
    await trader.go(`/inscription/${sold}`);
    await page.getByRole('button', { name: 'Buy for 70,000 sats' }).press('Enter');
    const shown = dialogOf(page).locator('.goods');
    await shown.getByText('Its walk from').press('Enter');
    const text = await shown.innerText();
    expect(text).toContain('Checked in this browser: 2 hops since its reveal in block ');
    expect(text).toContain('Its membership of embers is shown: it is a child of the collection’s parent.');
    expect(await dialogOf(page).locator('.findings').allInnerTexts()).toContainEqual(
      expect.stringMatching(/^Not shown: that embers is made by .*: only the service says so\./),
    );
    const picture = shown.getByRole('img', { name: /The outputs that it was on: 2 hops/ });
    await expect.poll(() => picture.locator('circle').count()).toBe(3);
    expect(await shown.getByRole('row').count()).toBe(4);
    expect(await seriousFindings(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Do not sign' }).click();
    expect(trader.troubles).toEqual([]);
    await trader.close();
  });

  test('are checked on their page for a visitor who asks', async () => {
    const { page, troubles, close } = await visit(browser, `${sandbox.url}/inscription/${sold}`);
    await page.getByRole('button', { name: 'Check its proof in this browser' }).press('Enter');
    await page.getByText(/Checked in this browser: 2 hops since its reveal in block/).waitFor();
    expect(troubles).toEqual([]);
    await close();
  });
});
