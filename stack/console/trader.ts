/** What traders do in the console, by clicks and keys alone. */
import type { Browser, Locator, Page } from 'playwright-core';
import type { Sandbox } from '../../sandbox/src/sandbox.ts';
import { type Visit, type VisitOptions, visit } from './visit.ts';

export interface Trader extends Visit {
  /** Goes to a page of the console without loading it again: the session stays. */
  go(path: string): Promise<void>;
  /**
   * Reads what the dialog says, and signs, at a price that it cautions against too. Throws an Error when the
   * act fails before.
   */
  sign(): Promise<string>;
  /** Waits for the end of the newest act with this title, and returns what it says. */
  outcome(title: string): Promise<string>;
}

/** Opens the console and connects a wallet of the sandbox. */
export async function openTrader(
  browser: Browser,
  url: string,
  wallet: string,
  options: VisitOptions = {},
): Promise<Trader> {
  const visited = await visit(browser, `${url}/inspect`, options);
  const { page } = visited;
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: wallet, exact: true }).click();
  await page.getByRole('button', { name: `Wallet: ${wallet}` }).waitFor();
  return traderOf(visited);
}

/** What a connected trader does on a page. */
export function traderOf(visited: Visit): Trader {
  const { page } = visited;
  return {
    ...visited,
    async go(path) {
      await page.evaluate(
        `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
      );
    },
    async sign() {
      const dialog = dialogOf(page);
      const failed = page.locator('.act-failed');
      await dialog.locator('.explained-sentence').or(failed).first().waitFor();
      if (await failed.isVisible()) {
        const why = await failed.innerText();
        await failed.getByRole('button', { name: 'Dismiss' }).click();
        throw new Error(why);
      }
      const sentence = await dialog.locator('.explained-sentence').innerText();
      const anyway = dialog.getByRole('checkbox');
      if (await anyway.isVisible()) await anyway.check();
      await dialog.locator('.dialog-foot .button-main').click();
      return sentence;
    },
    async outcome(title) {
      const act = page.locator('.act', { hasText: title }).first();
      await page.locator('.act:not(.act-running)', { hasText: title }).first().waitFor({ timeout: 60_000 });
      const text = await act.innerText();
      await act.getByRole('button', { name: 'Dismiss' }).click();
      return text;
    },
  };
}

/** The dialog “What you sign”. */
export function dialogOf(page: Page): Locator {
  return page.locator('dialog.sign');
}

/** What the browser keeps of the listings of the one trader that used it. */
export async function keptListings({
  page,
}: Trader): Promise<readonly { readonly inscriptionId: string; readonly transferTxid: string }[]> {
  const kept = await page.evaluate(
    `Object.entries(localStorage).filter(([key]) => key.startsWith('ordbook.listings.')).map(([, text]) => text)[0]`,
  );
  return JSON.parse(kept as string);
}

/** A control route of a sandbox. Throws unless it answers 200. */
export async function control(sandbox: Sandbox, path: string, body: object = {}): Promise<unknown> {
  const response = await fetch(`${sandbox.url}/sandbox/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (response.status !== 200) throw new Error(`/sandbox/${path}: ${await response.text()}`);
  return response.json();
}

/**
 * Lists the first items of a trader that are not listed, at these prices, by clicks, and mines a block.
 * Returns their ids.
 */
export async function listByClicks(
  trader: Trader,
  mine: () => Promise<unknown>,
  prices: readonly number[],
): Promise<string[]> {
  const { page } = trader;
  await trader.go('/sell');
  const group = page.locator('form.holdings').first();
  const rows = group.locator('.row', { has: page.getByRole('checkbox') });
  await rows.first().waitFor();
  const ids: string[] = [];
  for (const [index, price] of prices.entries()) {
    const row = rows.nth(index);
    ids.push((await row.getAttribute('data-inscription'))!);
    await row.getByRole('checkbox').check();
    await row.getByRole('spinbutton').fill(String(price));
  }
  await group.getByRole('button', { name: /^List/ }).click();
  await trader.sign();
  const outcome = await trader.outcome('List');
  if (!outcome.includes('Listed.')) throw new Error(outcome);
  await mine();
  return ids;
}
