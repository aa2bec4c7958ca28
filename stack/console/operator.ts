/** What an operator does in the operator's console, by clicks and keys alone. */
import type { Browser, Page } from 'playwright-core';
import { ADMIN_SECRET, type Installation, openInstallation } from './installation.ts';
import { listByClicks, type Trader } from './trader.ts';
import { type Visit, type VisitOptions, visit } from './visit.ts';

export interface Listed {
  readonly listingId: string;
  readonly inscriptionId: string;
  readonly priceSats: number;
}

export interface Market {
  readonly installation: Installation;
  readonly seller: Trader;
  readonly buyer: Trader;
  /** The first is sold. */
  readonly listings: readonly Listed[];
}

const PRICES = [60_000, 70_000, 80_000, 90_000];

/** An installation where something is listed, offered for, and sold. */
export async function openMarket(): Promise<Market> {
  const installation = await openInstallation();
  const seller = await installation.trader('alice', { width: 390 });
  const buyer = await installation.trader('bob', { width: 1440 });
  const ids = await listByClicks(seller, installation.mine, PRICES);
  const listings = await Promise.all(
    ids.map(async (inscriptionId, i) => {
      const answer = await fetch(`${installation.urls.Caddy}/market/inscriptions/${inscriptionId}`);
      const { listing } = (await answer.json()) as { listing: { listingId: string } };
      return { inscriptionId, listingId: listing.listingId, priceSats: PRICES[i]! };
    }),
  );
  await purchase(buyer, listings[0]!);
  await installation.mine();
  await buyer.go(`/inscription/${ids[3]}`);
  await buyer.page.getByRole('spinbutton', { name: 'Your price, sats' }).fill('25000');
  await buyer.page.getByRole('button', { name: 'Make an offer' }).click();
  await buyer.sign();
  await buyer.outcome('Offer on an inscription');
  return { installation, seller, buyer, listings };
}

/** Buys a listing, and throws an Error with what the page says when it is refused. */
export async function purchase(buyer: Trader, { inscriptionId, priceSats }: Listed): Promise<string> {
  await buyer.go(`/inscription/${inscriptionId}`);
  const name = `Buy for ${priceSats.toLocaleString('en')} sats`;
  await buyer.page.getByRole('button', { name }).click();
  await buyer.sign();
  return buyer.outcome('Buy 1 listing');
}

export interface Operator extends Visit {
  /** Goes to a page without loading it again. */
  go(path: string): Promise<void>;
  /** Presses a button that asks, fills the dialog, reads its sentence, confirms, and returns both texts. */
  act(button: string | RegExp, fields?: Readonly<Record<string, string>>): Promise<Acted>;
}

export interface Acted {
  readonly sentence: string;
  /** What it was said to do before; null: it was not rehearsed. */
  readonly foreseen: string | null;
  /** What came of it, or why it was refused. */
  readonly result: string;
}

/** Opens the operator's console and enters the token. */
export async function openOperator(
  browser: Browser,
  address: string,
  options: VisitOptions = {},
): Promise<Operator> {
  const visited = await visit(browser, address, options);
  const { page } = visited;
  await page.getByLabel('Admin token').fill(`ada:${ADMIN_SECRET}`);
  await page.getByRole('button', { name: 'Enter' }).click();
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  return {
    ...visited,
    go: (path) => goTo(page, path),
    async act(button, fields = {}) {
      // begun on a phone, confirmed on a desktop
      const before = page.viewportSize()!;
      await page.setViewportSize({ width: 390, height: 900 });
      await page.getByRole('button', { name: button }).first().click();
      const dialog = page.getByRole('dialog');
      for (const [label, value] of Object.entries(fields)) {
        const field = dialog.getByLabel(label, { exact: true });
        const isSelect = await field.evaluate((element) => element.tagName === 'SELECT');
        await (isSelect ? field.selectOption(value) : field.fill(value));
      }
      const sentence = await dialog.locator('.act-sentence').innerText();
      const notice = page.locator('.act').first();
      const count = await page.locator('.act').count();
      const confirm = dialog.locator('.dialog-foot .button-main');
      await confirm.click({ trial: true });
      await page.setViewportSize({ ...before, width: 1440 });
      await confirm.click();
      const outcome = dialog.getByRole('status');
      // what is rehearsed is confirmed; what needs no rehearsal is done
      await outcome.or(dialog.getByRole('alert')).or(page.locator('.act').nth(count)).first().waitFor();
      const foreseen = (await outcome.isVisible()) ? await outcome.innerText() : null;
      if (foreseen !== null) await dialog.locator('.dialog-foot .button-stop').click();
      await page.locator(`dialog [role=alert], .act >> nth=${count}`).first().waitFor({ timeout: 30_000 });
      await page.setViewportSize(before);
      const alert = dialog.getByRole('alert');
      if (await alert.isVisible()) return { sentence, foreseen, result: await alert.innerText() };
      const result = await notice.innerText();
      await notice.getByRole('button', { name: 'Dismiss' }).click();
      return { sentence, foreseen, result };
    },
  };
}

async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
  );
}
