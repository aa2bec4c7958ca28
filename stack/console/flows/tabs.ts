import { describe, expect, test } from 'vitest';
import type { Installation } from '../installation.ts';
import { listByClicks } from '../trader.ts';
import { seriousFindings } from '../visit.ts';

const WHERE = [
  // by HTTP/1.1, where a browser has six connections
  ['Caddy', 390],
  ['nginx', 1440],
] as const;

/** Tabs that share a stream and a session, and what is left when they are loaded again. */
export const tabs = (at: () => Installation) =>
  describe('tabs of one browser:', () => {
    test.each(WHERE)(
      'twelve of a trader behind %s share one stream, %i px wide: each has its content, and each sees the next block',
      async (proxy, width) => {
        const trader = await at().trader('carol', { proxy, width });
        const context = trader.page.context();
        const url = at().urls[proxy];
        expect((await trader.page.request.get(`${url}/sandbox/world`)).status()).toBe(404);
        const streams = new Set<object>();
        context.on('request', (request) => request.url().endsWith('/events') && streams.add(request));
        const gone = (request: object) => streams.delete(request);
        context.on('requestfinished', gone);
        context.on('requestfailed', gone);
        const tabs = [trader.page];
        const opened: number[] = [];
        for (let count = tabs.length; count < 12; count += 1) {
          const tab = await context.newPage();
          tabs.push(tab);
          const started = performance.now();
          await tab.goto(`${url}/collection/embers`);
          // a seventh connection would wait for ever
          await tab.locator('main a[href*="/inscription/"]').first().waitFor({ timeout: 20_000 });
          opened.push(Math.round(performance.now() - started));
          await tab.locator('.tip-live').waitFor();
          // the session of the first tab
          await tab.getByRole('button', { name: 'Wallet: Xverse' }).waitFor();
        }
        process.stdout.write(`\n${proxy}: content of tabs 2 to 12 after ms: ${opened.join(', ')}\n`);
        await at().mine();
        const height = (await at().call('getblockcount')) as number;
        for (const tab of tabs)
          await tab.locator('.tip', { hasText: `block ${height.toLocaleString('en-GB')}` }).waitFor();
        expect(streams.size).toBeLessThanOrEqual(2);
        expect(trader.troubles).toEqual([]);
        await trader.close();
      },
    );

    test.each(WHERE)(
      'a reload signs nobody out: the trader lists and signs as before, behind %s, %i px wide',
      async (proxy, width) => {
        const trader = await at().trader('carol', { proxy, width });
        await trader.page.reload();
        await trader.page.getByRole('button', { name: 'Wallet: Xverse' }).waitFor();
        await listByClicks(trader, at().mine, [70_000]);
        expect(trader.troubles).toEqual([]);
        await trader.close();
      },
    );

    test.each(WHERE)(
      'a session that expired is renewed on its page, behind %s, %i px wide: what was typed is still there',
      async (proxy, width) => {
        const trader = await at().trader('carol', { proxy, width });
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
      },
    );

    test('a purchase whose answer is lost is found in Trades after a reload, and sent again', async () => {
      const carol = await at().trader('carol', { width: 390 });
      const [id] = await listByClicks(carol, at().mine, [72_000]);
      const bob = await at().trader('bob', { width: 1440, proxy: 'nginx' });
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
      await bob.page.getByRole('button', { name: 'Wallet: Xverse' }).waitFor();
      await bob.go('/trades');
      await bob.page.locator('[data-sent]').getByRole('button', { name: 'Send it again' }).click();
      expect(await bob.outcome('Buy 1 listing')).toContain('Submitted.');
      await bob.page.locator('[data-sent]').waitFor({ state: 'detached' });
      await at().mine();
      await bob.page.locator('[data-trade]').first().getByText('1 confirmation').waitFor();
      for (const one of [carol, bob]) await one.close();
    });

    test('who disconnects in one tab is signed out in all, and who wants it keeps no token', async () => {
      const trader = await at().trader('carol', { width: 390 });
      const { page } = trader;
      const other = await page.context().newPage();
      await other.goto(`${at().urls.Caddy}/trades`);
      await other.getByRole('button', { name: 'Wallet: Xverse' }).click();
      await other.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
      await page.getByRole('button', { name: 'Connect', exact: true }).click();
      await page.getByRole('checkbox', { name: 'Stay signed in' }).uncheck();
      await page.getByRole('dialog').getByRole('button', { name: 'Xverse', exact: true }).click();
      await page.getByRole('button', { name: 'Wallet: Xverse' }).waitFor();
      expect(await page.evaluate('JSON.stringify(sessionStorage)')).toBe('{}');
      await page.reload();
      await page.getByRole('button', { name: 'Connect', exact: true }).waitFor();
      await trader.close();
    });
  });
