/** What an operator does in the operator's console, by clicks and keys alone. */
import type { Browser, Page } from 'playwright-core';
import { buy, createClient, listInscriptions, makeOffers } from '../../client/src/index.ts';
import { type Sandbox, startSandbox } from '../../sandbox/src/sandbox.ts';
import { type SandboxTrader, SLUG, trader } from '../../server/test/support/sandbox-trader.ts';
import { control } from './trader.ts';
import { type Visit, type VisitOptions, visit } from './visit.ts';

/** Of the operator `ada`. */
export const SECRET = 'c'.repeat(40);

export interface Listed {
  readonly listingId: string;
  readonly inscriptionId: string;
  readonly priceSats: number;
}

export interface Market {
  readonly sandbox: Sandbox;
  /** Of the operator's console. */
  readonly address: string;
  readonly seller: SandboxTrader;
  readonly buyer: SandboxTrader;
  /** The first is sold. */
  readonly listings: readonly Listed[];
  readonly settlementTxid: string;
}

/** A sandbox with an admin listener on a port, where something is listed, offered for, and sold. */
export async function openMarket(): Promise<Market> {
  const settings = { POLL_MS: 200, ADMIN_TOKEN: `ada:${SECRET}` };
  const sandbox = await startSandbox({ port: 0, blockSeconds: 0, adminListen: '0', settings });
  const seller = await trader(sandbox, 'p2wpkh', 4);
  const buyer = await trader(sandbox, 'p2tr');
  const items = seller.inscriptionIds.map((inscriptionId, i) => ({
    inscriptionId,
    priceSats: 60_000 + 10_000 * i,
  }));
  const listed = await listInscriptions(seller, { collectionSlug: SLUG, items });
  const listings = listed.map((listing, i) => ({ ...listing, priceSats: items[i]!.priceSats }));
  await control(sandbox, 'mine', { blocks: 1 });
  const { settlementTxid } = await purchase(buyer, listings[0]!, sandbox);
  await control(sandbox, 'mine', { blocks: 1 });
  await makeOffers(buyer, {
    collectionSlug: SLUG,
    inscriptionIds: [seller.inscriptionIds[3]!],
    priceSats: 25_000,
    esploraUrl: `${sandbox.url}/sandbox/esplora`,
  });
  return { sandbox, address: `http://${sandbox.admin}/`, seller, buyer, listings, settlementTxid };
}

/** Buys a listing; throws the client's error when the service refuses. */
export async function purchase(
  buyer: SandboxTrader,
  listing: Listed,
  { url }: Pick<Sandbox, 'url'>,
): Promise<{ readonly settlementTxid: string }> {
  // a 503 is the answer here: nothing waits for another one
  const client = createClient({ ...buyer.client.options, retries: 0 });
  return buy(
    { ...buyer, client },
    { collectionSlug: SLUG, listings: [listing], esploraUrl: `${url}/sandbox/esplora` },
  );
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
  await page.getByLabel('Admin token').fill(`ada:${SECRET}`);
  await page.getByRole('button', { name: 'Enter' }).click();
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  return {
    ...visited,
    go: (path) => goTo(page, path),
    async act(button, fields = {}) {
      await page.getByRole('button', { name: button }).first().click();
      const dialog = page.getByRole('dialog');
      for (const [label, value] of Object.entries(fields)) {
        const field = dialog.getByLabel(label, { exact: true });
        const isSelect = await field.evaluate((element) => element.tagName === 'SELECT');
        await (isSelect ? field.selectOption(value) : field.fill(value));
      }
      const sentence = await dialog.locator('.act-sentence').innerText();
      const notice = page.locator('.act').first();
      const before = await page.locator('.act').count();
      await dialog.locator('.dialog-foot .button-main').click();
      const outcome = dialog.getByRole('status');
      // what is rehearsed is confirmed; what needs no rehearsal is done
      await outcome.or(dialog.getByRole('alert')).or(page.locator('.act').nth(before)).first().waitFor();
      const foreseen = (await outcome.isVisible()) ? await outcome.innerText() : null;
      if (foreseen !== null) await dialog.locator('.dialog-foot .button-stop').click();
      await page.locator(`dialog [role=alert], .act >> nth=${before}`).first().waitFor({ timeout: 30_000 });
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
