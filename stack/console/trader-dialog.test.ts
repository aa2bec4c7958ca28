import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/src/sandbox.ts';
import { startChromium } from '../real/chromium.ts';
import { findChromium } from '../real/parts.ts';
import { control, dialogOf, openTrader, type Trader } from './trader.ts';
import { overflow, seriousFindings } from './visit.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const LOOKS = [
  [390, 'light'],
  [1440, 'dark'],
  [390, 'dark'],
  [1440, 'light'],
] as const;

describe.skipIf(!findChromium())('what a trader signs, in the words of the page,', () => {
  let sandbox: Sandbox;
  let browser: Browser;
  let alice: Trader;
  let bob: Trader;
  let ids: string[];
  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, blockSeconds: 0 });
    browser = await startChromium();
    alice = await openTrader(browser, sandbox.url, 'alice');
    bob = await openTrader(browser, sandbox.url, 'bob');
    await alice.go('/sell');
    const rows = alice.page.locator('[data-inscription]');
    await rows.first().waitFor();
    ids = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-inscription')!));
  });
  afterAll(async () => {
    await browser?.close();
    await sandbox?.close();
  });

  const mine = () => control(sandbox, 'mine', { blocks: 1 });

  /**
   * The rows and the sum of the dialog, in sats, which add up; looked at on each screen. Opens the fold last.
   */
  async function shownTo({ page }: Trader, name: string) {
    const dialog = dialogOf(page);
    const pictures = dialog.locator('.what .row-preview > *');
    await dialog.locator('.what').waitFor();
    await expect
      .poll(async () => (await pictures.count()) === (await dialog.locator('.what .row-preview').count()))
      .toBe(true);
    const satsIn = async (cells: string) =>
      (await dialog.locator(cells).allInnerTexts()).map((text) =>
        Number(
          text
            .split('sats')[0]!
            .replace('−', '-')
            .replace(/[^0-9-]/g, ''),
        ),
      );
    const look = async () => {
      for (const [width, colorScheme] of LOOKS) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        expect(await seriousFindings(page), `${name} ${width} ${colorScheme}`).toEqual([]);
        expect(await overflow(page, '.dialog-body'), `${name} ${width} ${colorScheme}`).toBeLessThanOrEqual(
          0,
        );
      }
    };
    await look();
    const shown = {
      prices: await satsIn('.what tbody td:nth-of-type(1)'),
      nets: await satsIn('.what tbody td:nth-of-type(2)'),
      lines: await satsIn('.dialog-body > .sum tbody td'),
      total: (await satsIn('.dialog-body > .sum tfoot td'))[0]!,
    };
    if (shown.lines.length > 0) expect(shown.lines.reduce((sum, sats) => sum + sats, 0)).toBe(shown.total);
    await dialog.getByText(/^Outputs/).press('Enter');
    await dialog.locator('.explained-picture img').waitFor();
    await look();
    await dialog.getByText(/^Outputs/).press('Enter');
    return shown;
  }

  const typed = async ({ page }: Trader, field: string, value: number, button: string) => {
    await page.getByRole('spinbutton', { name: field }).fill(String(value));
    await page.getByRole('button', { name: button }).first().press('Enter');
  };
  const sign = async (trader: Trader, title: string, done: string) => {
    const lead = await trader.sign();
    expect(await trader.outcome(title)).toContain(done);
    return lead;
  };

  test('a listing of three is three rows with their nets, and their sum', async () => {
    const group = alice.page.locator('form.holdings').first();
    const prices = [150_000, 160_000, 170_000];
    for (const [index, price] of prices.entries()) {
      const row = group.locator(`[data-inscription="${ids[index]}"]`);
      await row.getByRole('checkbox').check();
      await row.getByRole('spinbutton').fill(String(price));
    }
    await group.getByLabel('Valid for').selectOption('7 days');
    await group.getByRole('button', { name: 'List 3' }).press('Enter');
    const shown = await shownTo(alice, 'list three');
    expect(shown.prices).toEqual(prices);
    expect(await dialogOf(alice.page).getByText('Expires in 7 days').count()).toBe(3);
    expect(shown.lines[0]).toBe(480_000);
    expect(shown.nets.reduce((sum, net) => sum + net, 0)).toBe(shown.total);
    expect(shown.nets.every((net, index) => net < prices[index]!)).toBe(true);
    expect(await sign(alice, 'List 3', 'Listed.')).toMatch(
      /^Listing of 3 inscriptions: nothing moves before/,
    );
    await mine();
  });

  test('one listing says what is bought and paid, as three do', async () => {
    await bob.go(`/inscription/${ids[0]}`);
    const { page } = bob;
    // a moment after it was listed
    await page.getByText(/^Expires in [67] days$/).waitFor();
    await page.getByRole('button', { name: 'Buy for 150,000 sats' }).press('Enter');
    const one = await shownTo(bob, 'buy one');
    expect([one.prices, one.nets]).toEqual([[150_000], [one.total]]);
    await page.keyboard.press('Escape');
    await bob.outcome('Buy 1 listing');
    for (const id of ids.slice(0, 3)) {
      await bob.go(`/inscription/${id}`);
      await page.getByRole('button', { name: 'Add to cart' }).press('Enter');
    }
    await bob.go('/cart');
    await page.getByRole('button', { name: 'Buy all 3' }).press('Enter');
    const three = await shownTo(bob, 'buy three');
    expect(three.prices).toEqual([150_000, 160_000, 170_000]);
    expect([three.lines[0], three.lines.length]).toEqual([480_000, 4]);
    await sign(bob, 'Buy 3 listings', 'Submitted.');
    await mine();
  });

  test('who offers, and who accepts, sees what it costs and brings', async () => {
    await bob.go(`/inscription/${ids[3]}`);
    await typed(bob, 'Your price, sats', 50_000, 'Make an offer');
    const offered = await shownTo(bob, 'offer');
    expect(offered.prices).toEqual([50_000]);
    expect(offered.total).toBeGreaterThan(50_000);
    await sign(bob, 'Offer on an inscription', 'Offered.');
    await alice.go('/inbox');
    await alice.page.locator('[data-offer]').getByRole('button', { name: 'Accept' }).press('Enter');
    const accepted = await shownTo(alice, 'accept');
    expect(accepted.total).toBeLessThan(50_000);
    expect(accepted.nets).toEqual([accepted.total]);
    await sign(alice, 'Accept an offer', 'Accepted.');
    await mine();
  });

  test('a counter and its acceptance show both sides of one price', async () => {
    await bob.go(`/inscription/${ids[4]}`);
    await typed(bob, 'Your price, sats', 45_000, 'Make an offer');
    await sign(bob, 'Offer on an inscription', 'Offered.');
    await alice.go('/inbox');
    const row = alice.page.locator('[data-offer]').first();
    await row.getByRole('spinbutton').fill('155000');
    await row.getByRole('button', { name: 'Counter' }).press('Enter');
    const countered = await shownTo(alice, 'counter');
    expect(countered.prices).toEqual([155_000]);
    await sign(alice, 'Counter an offer', 'Countered.');
    await mine();
    await bob.go('/inbox');
    await bob.page.locator('[data-offer]').getByRole('button', { name: 'Accept' }).first().press('Enter');
    const paid = await shownTo(bob, 'accept counter');
    expect(paid.prices).toEqual([155_000]);
    expect(paid.total).toBeGreaterThan(countered.total);
    await sign(bob, 'Accept a counter', 'Accepted.');
    await mine();
  });

  test('a ladder of collection offers says its most, and who sells to one what is left', async () => {
    await bob.go('/collection/tidepools/bids');
    await bob.page.getByLabel('Number of offers').fill('2');
    await bob.page.getByLabel('Each next one lower by, sats').fill('5000');
    await typed(bob, 'Price of the first, sats', 60_000, 'Offer on the collection');
    const ladder = await shownTo(bob, 'collection offer');
    expect([ladder.prices, ladder.lines]).toEqual([[60_000, 55_000], []]);
    await sign(bob, 'Offer on a collection', 'Offered.');
    await alice.go('/collection/tidepools/bids');
    const best = alice.page.locator('[data-offer]', { hasText: '60,000 sats' });
    await best.getByRole('combobox').selectOption(ids[5]!);
    await best.getByRole('button', { name: 'Sell to this offer' }).press('Enter');
    const sold = await shownTo(alice, 'fill');
    expect(sold.prices).toEqual([60_000]);
    expect(sold.total).toBeLessThan(60_000);
    await sign(alice, 'Sell to a collection offer', 'Submitted.');
    expect([...alice.troubles, ...bob.troubles]).toEqual([]);
  });
});
