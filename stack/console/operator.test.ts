import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { stateText } from '../../console/src/format/state-text.ts';
import { dayInFull } from '../../console/src/format/time.ts';
import { OPERATOR_PATHS } from '../../console/src/operator/paths.ts';
import { hasInstallation, ADMIN_SECRET as SECRET } from './installation.ts';
import { type Market, type Operator, openMarket, openOperator, purchase } from './operator.ts';
import { LOOKS, overflow, seriousFindings, visit } from './visit.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 300_000 });

/** The page asks once without a token, which browsers report. */
const others = (troubles: readonly string[]) => troubles.filter((trouble) => !/status of 401/.test(trouble));

/** Rows of a table by its label, each as one text. */
async function rowsOf(page: Page, label: string): Promise<string[]> {
  const rows = page.getByRole('table', { name: label }).locator('tbody tr');
  await rows.first().waitFor();
  return (await rows.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
}

describe.runIf(hasInstallation)("the operator's console of an installation, in a real browser", () => {
  let market: Market;
  let address: string;
  let purchaseId: string;
  let settlementTxid: string;
  /** Ids of profiles. */
  let [seller, buyer] = ['', ''];
  const open = (options = {}): Promise<Operator> =>
    openOperator(market.installation.browser, address, options);
  const opened = (at: string) => visit(market.installation.browser, at);
  const inStore = async (statement: string) => {
    const store = new pg.Client({ connectionString: market.installation.database });
    await store.connect();
    await store.query(statement);
    await store.end();
  };
  const admin = async (path: string) =>
    (
      await fetch(`${address}v1/${path}`, { headers: { authorization: `Bearer ${SECRET}` } })
    ).json() as Promise<{ rows: Record<string, string>[] }>;

  beforeAll(async () => {
    market = await openMarket();
    address = market.installation.adminUrl;
    const [sale] = (await admin('trades?flow=purchase')).rows;
    [purchaseId, settlementTxid] = [sale!['id']!, sale!['settlementTxid']!];
    const profiles = await Promise.all(
      ['alice', 'bob'].map(async (name) => {
        const holder = market.installation.wallet(name).ordinals.address;
        return (await admin(`profiles?find=${holder}`)).rows[0]!['profileId']!;
      }),
    );
    [seller, buyer] = profiles as [string, string];
  });
  afterAll(async () => {
    await market?.installation.close();
  });

  test('a wrong token is refused in words, and nothing is shown before the right one', async () => {
    const { page, troubles, close } = await opened(address);
    for (const wrong of ['x'.repeat(40), `ada:${'x'.repeat(40)}`, 'ünknown']) {
      await page.getByLabel('Admin token').fill(wrong);
      await page.getByRole('button', { name: 'Enter' }).click();
      await page.getByRole('alert').waitFor();
      expect(await page.getByRole('alert').innerText()).toMatch(/ADMIN_TOKEN_FILE/);
      expect(await page.getByRole('navigation').count()).toBe(0);
    }
    await page.getByLabel('Admin token').fill(`  ${SECRET} `);
    await page.getByRole('button', { name: 'Enter' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(others(troubles)).toEqual([]);
    await close();
  });

  test('the token is in the storage of the tab alone, and is sent as a header alone', async () => {
    const { page, close } = await open();
    const sent: { url: string; token: string | undefined; cookie: string | undefined }[] = [];
    page.on('request', (request) => {
      const { authorization, cookie } = request.headers();
      if (request.url().includes('/v1/')) sent.push({ url: request.url(), token: authorization, cookie });
    });
    await page.reload();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(sent.length).toBeGreaterThan(0);
    for (const { url, token, cookie } of sent) {
      expect([token, cookie]).toEqual([`Bearer ${SECRET}`, undefined]);
      expect(url).not.toContain(SECRET);
    }
    expect(await page.evaluate('[localStorage.length, document.cookie]')).toEqual([0, '']);
    const second = await page.context().newPage();
    await second.goto(address);
    await second.getByLabel('Admin token').waitFor();
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.getByLabel('Admin token').waitFor();
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    await close();
  });

  test('its policy lets it load its own files alone, and no page may frame it', async () => {
    const answer = await fetch(address);
    const policy = answer.headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|https?:/);
    expect(answer.headers.get('set-cookie')).toBeNull();
    const { page, troubles, close } = await open();
    await page.evaluate(
      `document.body.insertAdjacentElement('beforeend', Object.assign(new Image(), { src: 'http://127.0.0.1:9/x.png' }))`,
    );
    await expect.poll(() => troubles.join()).toMatch(/policy: img-src/);
    await close();
  });

  test('a request that a page of another origin makes is refused, whatever it sends', async () => {
    const other = createServer((_, response) => response.end('<!doctype html><title>other</title>'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const { page, close } = await opened(`http://127.0.0.1:${port}/`);
    const ask = async (init: object) => {
      const [answer] = await Promise.all([
        page.waitForResponse((response) => response.url().startsWith(address)),
        page.evaluate(
          `fetch('${address}v1/pauses', ${JSON.stringify(init)}).then(() => 'read', () => 'hidden')`,
        ),
      ]);
      // without the check it would be 401: the page has no token
      return answer.status();
    };
    expect(await ask({ mode: 'no-cors' })).toBe(403);
    const body = JSON.stringify({ scope: 'everything', reason: 'evil' });
    expect(await ask({ mode: 'no-cors', method: 'POST', body })).toBe(403);
    expect((await admin('pauses')).rows).toEqual([]);
    await close();
    other.close();
  });

  test('nothing of it is on the public port', async () => {
    const url = market.installation.urls.Caddy;
    const page = await (await fetch(`${address}`)).text();
    for (const [, asset] of page.matchAll(/(assets\/[^"]+)/g)) {
      expect((await fetch(`${address}${asset}`)).status).toBe(200);
      if (!asset!.includes('favicon')) expect((await fetch(`${url}/${asset}`)).status).toBe(404);
    }
    for (const path of ['trades', 'stops', 'acts', 'audit', 'parts', 'v1/overview', 'operator', 'admin'])
      expect([path, (await fetch(`${url}/${path}`)).status]).toEqual([path, path === 'trades' ? 200 : 404]);
    const home = await (await fetch(url)).text();
    const scripts = [...home.matchAll(/(assets\/[^"]+\.js)/g)].map(([, name]) => name!);
    for (const script of scripts)
      expect(await (await fetch(`${url}/${script}`)).text()).not.toMatch(
        /admin-token|v1\/overview|\/v1\/pause/,
      );
  });

  test('a pause of purchases refuses a buyer with 503 and the reason, until it is resumed', async () => {
    const { page, act, go, troubles, close } = await open();
    await go('/stops');
    const paused = await act('Pause', { What: 'flow:purchase', Reason: 'the index is being rebuilt' });
    expect(paused.sentence).toMatch(/^Every purchase stops for every trader: .*503 with your reason/);
    expect(paused.result).toContain('Every purchase is paused.');
    expect(await rowsOf(page, 'Paused')).toEqual([
      expect.stringContaining('Every purchase the index is being rebuilt ada'),
    ]);
    await expect(purchase(market.buyer, market.listings[1]!)).rejects.toThrow(/the index is being rebuilt/);
    await go('/');
    await page.getByRole('link', { name: 'Every purchase is paused.' }).click();
    const resumed = await act(/^Resume/, { Reason: 'it is rebuilt' });
    expect(resumed.result).toContain('Every purchase is no longer paused.');
    await page.getByText('Nothing is paused.').waitFor();
    expect(await purchase(market.buyer, market.listings[1]!)).toContain('Submitted.');
    expect(others(troubles)).toEqual([]);
    await close();
  });

  test('an act that is refused says why, and the dialog stays; Escape is a no', async () => {
    const { page, act, go, close } = await open();
    await go('/stops');
    const refused = await act('Pause', {
      What: 'collection',
      'Slug of the collection': 'nowhere',
      Reason: 'a drill',
    });
    expect(refused.result).toBe('No collection nowhere.');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Pause');
    expect((await admin('pauses')).rows).toEqual([]);
    await close();
  });

  test('a trade has its whole story: moves, transactions, who signed, fees, and what happens next', async () => {
    const { page, go, troubles, close } = await open();
    await go(`/trades?find=${settlementTxid}`);
    await page.getByRole('link', { name: /^purchase/ }).click();
    await page.getByRole('heading', { name: 'Trade: purchase' }).waitFor();
    const told = (await page.locator('main').innerText()).replace(/\s+/g, ' ');
    const story = (await admin(`trades/${purchaseId}`)) as unknown as {
      moves: { kind: string; from: string | null; to: string }[];
      transactions: { txid: string }[];
      signed: string;
      fees: Record<string, number>;
    };
    expect(story.moves.length).toBeGreaterThan(4);
    for (const { kind, from, to } of story.moves)
      expect(told).toContain(`${kind}: ${from === null ? '' : `${stateText(from)} → `}${stateText(to)}`);
    for (const { txid } of story.transactions) expect(told).toContain(txid);
    expect(told).toContain(story.signed.slice(1));
    expect(told).toContain('Nothing, unless a reorg takes its block.');
    expect(told).toMatch(/Marketplace fee 2,000 sats/);
    expect(others(troubles)).toEqual([]);
    await close();
  });

  test('revenue has the fees of a sale by day, collection and partner, and the file has the same', async () => {
    const { page, go, troubles, close } = await open();
    const { rows } = await admin('revenue?by=collection');
    const fees = Number(rows[0]!['sellerFeeSats']) + Number(rows[0]!['buyerFeeSats']);
    const shown = fees.toLocaleString('en-GB');
    await go('/revenue');
    const today = new Date().toISOString().slice(0, 10);
    const said = dayInFull(today);
    expect((await rowsOf(page, 'Revenue'))[0]).toMatch(new RegExp(`^${said}.* ${shown} `));
    expect(await page.getByRole('img').getAttribute('aria-label')).toContain(
      `Most: ${shown} sats on ${said}.`,
    );
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'As CSV', exact: true }).click(),
    ]);
    const lines = (await readFile(await file.path(), 'utf8')).split(/\r?\n/);
    expect(lines[0]).toMatch(/^group,sales,price_sats,seller_fee_sats,buyer_fee_sats,/);
    expect(lines[1]).toContain(`${today},`);
    const [sales] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Every sale as CSV' }).click(),
    ]);
    expect(await readFile(await sales.path(), 'utf8')).toContain(settlementTxid);
    await page.getByLabel('By').selectOption('collection');
    await page.getByRole('rowheader', { name: 'embers' }).waitFor();
    expect((await rowsOf(page, 'Revenue'))[0]).toContain(`embers`);
    expect(new URL(page.url()).searchParams.get('by')).toBe('collection');
    expect(others(troubles)).toEqual([]);
    await close();
  });

  test('revenue is in dollars too, where sales have a price in dollars', async () => {
    await inStore("update sales set price_usd = 36.5 where state = 'confirmed'");
    const { page, go, close } = await open();
    const [day] = (await admin('revenue?by=day')).rows;
    const shown = Number(day!['feeUsd']).toFixed(2);
    await page
      .getByText(new RegExp(`^\\$${shown}, \\d sale`))
      .first()
      .waitFor();
    await go('/revenue');
    await page.locator('.facts').getByText(`$${shown}`).waitFor();
    expect((await rowsOf(page, 'Revenue'))[0]).toContain(` $${shown} `);
    await close();
  });

  test('a listing is found and delisted with a reason that its story keeps', async () => {
    const { page, act, go, close } = await open();
    const { inscriptionId, listingId } = market.listings[2]!;
    await go('/books');
    await page.getByLabel('Find').fill(inscriptionId);
    await page.keyboard.press('Enter');
    await expect.poll(() => rowsOf(page, 'Listings')).toHaveLength(1);
    const { sentence, result } = await act(/^Delist/, { Reason: 'reported as stolen' });
    expect(sentence).toMatch(/^The listing of .* by .* ends, and its seller reads your reason/);
    expect(result).toContain('It is delisted by the operator: reported as stolen.');
    await page.getByText('Nothing matches.').waitFor();
    await go(`/trade/${listingId}`);
    await page.getByText('What happened').waitFor();
    expect(await page.locator('main').innerText()).toContain('reported as stolen');
    expect((await rowsOf(page, 'Acts on it'))[0]).toContain('delist');
    await close();
  });

  test('a ban ends what somebody has open, and refuses them; an unban lets them in again', async () => {
    const { page, act, go, close } = await open();
    const id = seller;
    await go('/stops');
    const { sentence, foreseen, result } = await act('Ban', {
      'Id of a profile, or an address': id,
      Reason: 'stolen inscriptions',
    });
    expect(sentence).toContain(`${id} may trade no more`);
    expect(foreseen).toContain('Ended: 1 listings');
    expect(result).toContain('Ended: 1 listings');
    expect((await rowsOf(page, 'Banned'))[0]).toContain('stolen inscriptions');
    await go('/acts');
    expect((await rowsOf(page, 'Acts'))[0]).toMatch(/^ban .* ada stolen inscriptions/);
    await go('/stops');
    await act(/^Unban/, { Reason: 'the owner took it back' });
    await page.getByText('Nobody is banned.').waitFor();
    await close();
  });

  test('a collection is featured, unverified and given fees of its own, and says so at once', async () => {
    const { page, act, go, close } = await open();
    await go('/collection/embers');
    expect((await act('Feature', { 'Place, from 1': '2', Reason: 'of the week' })).result).toContain(
      'at place 2',
    );
    await page.getByText('Place 2').waitFor();
    await act('Verify no longer', { Reason: 'its artist asked for it' });
    await page.getByRole('button', { name: 'Verify', exact: true }).waitFor();
    const { sentence, foreseen } = await act('Change fees', {
      'Buyer, bps': '250',
      Reason: 'a new agreement',
    });
    expect(foreseen).toMatch(
      /The \d sales of the last 30 days that they concern paid [\d,]+ sats; with these fees, [\d,]+\./,
    );
    expect(sentence).toMatch(/^From now on every trade in Embers pays these fees/);
    await page.getByRole('heading', { name: 'Own fees' }).waitFor();
    expect(
      await (await fetch(`${market.installation.urls.Caddy}/market/collections/embers`)).json(),
    ).toMatchObject({
      verified: false,
    });
    await act('Reset fees', { Reason: 'the agreement ended' });
    await page.getByRole('heading', { name: 'Fees: those of every collection' }).waitFor();
    await close();
  });

  test('a rehearsal changes nothing, and what is entered anew is rehearsed anew', async () => {
    const { page, go, close } = await open();
    await go('/stops');
    await page.getByRole('button', { name: 'Pause everything' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('a drill');
    await dialog.getByRole('button', { name: 'Show what it does' }).click();
    await dialog.getByText('Everything is paused.').waitFor();
    expect((await admin('pauses')).rows).toEqual([]);
    await dialog.getByRole('button', { name: 'Pause everything' }).waitFor();
    await dialog.getByLabel('Reason').fill('another drill');
    await dialog.getByRole('button', { name: 'Show what it does' }).waitFor();
    await page.keyboard.press('Escape');
    await close();
  });

  test('a collection is described, looked up and added; a description that is wrong says what', async () => {
    const { page, act, go, close } = await open();
    await go('/collections');
    const describe = (described: string) =>
      act('Add collections', { 'Descriptions, as JSON': described, Reason: 'new this week' });
    expect((await describe('[{')).result).toContain('The descriptions are no JSON');
    await page.keyboard.press('Escape');
    const unknown = { slug: 'lost', name: 'Lost', kind: 'parent_child', sources: [`${'0'.repeat(64)}i0`] };
    expect((await describe(JSON.stringify([unknown]))).result).toMatch(/index does not know/);
    await page.keyboard.press('Escape');
    const sources = [market.listings[1]!.inscriptionId];
    const { foreseen, result } = await describe(JSON.stringify({ ...unknown, slug: 'found', sources }));
    expect([foreseen, result]).toEqual([
      expect.stringContaining('found is added.'),
      expect.stringContaining('found is added.'),
    ]);
    await page.getByRole('link', { name: /found/ }).waitFor();
    await close();
  });

  test('a webhook is added, shows its secret once, and is removed', async () => {
    const { page, act, go, close } = await open();
    await go('/webhooks');
    const added = await act('Add a webhook', {
      URL: 'https://partner.example/hooks',
      Topics: 'sale, listing',
      Reason: 'a partner',
    });
    expect(added.result).toMatch(/secret, which is not shown again: \S{20,}/);
    expect((await rowsOf(page, 'Webhooks'))[0]).toContain('https://partner.example/hooks sale, listing All');
    await act(/^Remove/, { Reason: 'a drill' });
    await page.getByText('There are no webhooks.').waitFor();
    await close();
  });

  test('traders are shown with what they sold and bought; settings without a secret', async () => {
    const { page, go, close } = await open();
    await go('/traders');
    const rows = await rowsOf(page, 'Traders');
    expect(rows.some((row) => row.includes(seller))).toBe(true);
    await page.getByLabel('Find').fill(buyer);
    await page.keyboard.press('Enter');
    await expect.poll(() => rowsOf(page, 'Traders')).toHaveLength(1);
    await go('/settings');
    await page.getByRole('rowheader', { name: 'SELLER_FEE_BPS' }).waitFor();
    expect(await rowsOf(page, 'Admin API')).toContainEqual(
      expect.stringMatching(/^ADMIN_TOKEN Set; it may hold a secret /),
    );
    expect(await page.locator('main').innerText()).not.toContain(SECRET);
    await close();
  });

  test('an audit is started, and each finding says how to fix it', async () => {
    const { page, act, go, close } = await open();
    await inStore(`update anchors set state = 'assigned'
      where id = (select min(id::text)::uuid from anchors where state = 'free')`);
    await go('/audit');
    expect((await act('Start an audit', { Reason: 'a look' })).result).toContain('The audit runs');
    const finding = page.locator('.finding', { hasText: 'stranded_coin' });
    await finding.waitFor({ timeout: 60_000 });
    expect(await finding.innerText()).toMatch(/FIX\s+If it waits for the index, .* report it with the coin/i);
    await go('/');
    await page.getByRole('link', { name: 'The last audit has 1 finding.' }).waitFor();
    await close();
  });

  const pages = () =>
    Object.values(OPERATOR_PATHS).map((path) => path.replace(':id', purchaseId).replace(':slug', 'embers'));

  test.each(LOOKS)(
    'every page has no serious finding of axe, and nothing beside the screen: %s, %i px',
    async (scheme, width) => {
      const { page, go, troubles, close } = await open({ scheme, width });
      for (const path of pages()) {
        await go(path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await expect.poll(() => page.locator('.waiting').count()).toBe(0);
        expect([path, await seriousFindings(page)]).toEqual([path, []]);
        expect([path, await overflow(page)]).toEqual([path, 0]);
      }
      await go('/collections');
      await page.getByRole('button', { name: 'Change fees' }).click();
      await page.getByRole('dialog').waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      expect(others(troubles)).toEqual([]);
      await close();
    },
  );

  test('the table of trades is no wider than the screen, at any width', async () => {
    const { page, go, close } = await open({ width: 1440 });
    await go('/trades');
    await page.locator('.operator-table tbody tr').first().waitFor();
    const wider: number[] = [];
    for (const width of [1280, 1100, 1025, 1024, 900, 800, 721, 720]) {
      await page.setViewportSize({ width, height: 900 });
      if ((await overflow(page)) > 0) wider.push(width);
    }
    expect(wider).toEqual([]);
    await close();
  });

  test('a keyboard reaches every page and act: skip link, navigation, dialog', async () => {
    const { page, close } = await open({ width: 1440 });
    await page.reload();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the page');
    await page.getByRole('link', { name: 'Stops', exact: true }).first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Stops' }).waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('main');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    expect(await page.evaluate('document.activeElement.closest("dialog") !== null')).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await close();
  });
});
