import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { confirmedCoins } from '../../client/src/index.ts';
import { keysOf } from '../../client/test/wallets/fakes.ts';
import { type Sandbox, startSandbox } from '../../sandbox/src/sandbox.ts';
import { startChromium } from '../real/chromium.ts';
import { findChromium } from '../real/parts.ts';
import { walletScript, XVERSE } from './fake-wallets.ts';
import { control, dialogOf, listByClicks, openTrader, type Trader, traderOf } from './trader.ts';
import { visit } from './visit.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const SECRETS = ['3a'.repeat(32), '3b'.repeat(32)] as const;
const ESPLORA = 'https://esplora.test/api';
const LENT = /unspent, and without inscriptions, is the service’s word/;

const UNISAT = `const unisat = injectedUnisat(keysOf(secrets, 'same'));`;

describe.skipIf(!findChromium())('where the service is no sandbox,', () => {
  let sandbox: Sandbox;
  let browser: Browser;
  let alice: Trader;
  const shared = keysOf(SECRETS, 'same').ordinals.address;
  const paying = keysOf(SECRETS, 'p2wpkh').payment.address;

  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, blockSeconds: 0 });
    browser = await startChromium();
    alice = await openTrader(browser, sandbox.url, 'alice');
    for (const address of [shared, paying])
      for (const sats of [900_000, 400_000]) await control(sandbox, 'faucet', { address, sats });
  });
  afterAll(async () => {
    await browser?.close();
    await sandbox?.close();
  });

  const coinsAt = (address: string) => confirmedCoins(`${sandbox.url}/sandbox/esplora`, address);

  /** A trader with a browser wallet; `esplora`: the server that they name. Nothing of the sandbox answers. */
  async function connected(name: string, script: string, esplora = ''): Promise<Trader> {
    const visited = await visit(browser, `${sandbox.url}/inspect`);
    const { page } = visited;
    await page.route(`${sandbox.url}/sandbox/**`, (route) => route.fulfill({ status: 404, body: '{}' }));
    await page.route(`${ESPLORA}/**`, async (route) => {
      const path = route.request().url().slice(ESPLORA.length);
      const response = await fetch(`${sandbox.url}/sandbox/esplora${path}`);
      const headers = { 'access-control-allow-origin': '*' };
      await route.fulfill({ status: response.status, headers, body: await response.text() });
    });
    await page.exposeFunction('coinsOfWallet', async () =>
      (await coinsAt(shared)).map(({ txid, vout, valueSats }) => ({ txid, vout, satoshis: valueSats })),
    );
    await page.addInitScript(await walletScript(SECRETS, script));
    await page.reload();
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    if (esplora !== '') {
      await page.getByText('Your own servers').click();
      await page.getByLabel('Esplora server').fill(esplora);
      await page.getByRole('button', { name: 'Save' }).click();
    }
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
    await page.getByRole('button', { name: `Wallet: ${name}` }).waitFor();
    return traderOf(visited);
  }

  /** Buys a listing by clicks, and returns what is said before signing and at the end. */
  async function buys(trader: Trader, price: number): Promise<string> {
    const [id] = await listByClicks(alice, () => control(sandbox, 'mine', { blocks: 1 }), [price]);
    await trader.go(`/inscription/${id}`);
    await trader.page.getByRole('button', { name: `Buy for ${price.toLocaleString('en')} sats` }).click();
    await Promise.race([dialogOf(trader.page).waitFor(), trader.page.locator('.act-failed').waitFor()]);
    let asked = '';
    if (await dialogOf(trader.page).isVisible()) {
      asked = await dialogOf(trader.page).innerText();
      await trader.sign();
    }
    return `${asked}\n${await trader.outcome('Buy 1 listing')}`;
  }

  test('a wallet with two addresses buys without a server of its own', async () => {
    const trader = await connected('Xverse', XVERSE);
    const said = await buys(trader, 60_000);
    expect(said).toContain('Submitted.');
    expect(said).toMatch(LENT);
    await control(sandbox, 'mine', { blocks: 1 });
    await trader.go('/trades');
    await trader.page.locator('[data-trade]').first().getByText('1 confirmation').waitFor();
    expect(trader.troubles).toEqual([]);
    await trader.close();
  });

  test('a wallet with one address buys with coins of its own list', async () => {
    const script = `${UNISAT} window.unisat = { ...unisat, getBitcoinUtxos: () => window.coinsOfWallet() };`;
    const trader = await connected('UniSat', script);
    expect(await buys(trader, 61_000)).toContain('Submitted.');
    await control(sandbox, 'mine', { blocks: 1 });
    await trader.close();
  });

  test('with one address, and a wallet that lists no coins, the trader is told what to do and nothing is signed', async () => {
    const trader = await connected('UniSat', `${UNISAT} window.unisat = unisat;`);
    expect(await buys(trader, 62_000)).toMatch(/does not say which coins are plain; name an ord server/);
    await trader.close();
  });

  test('the Esplora server that a trader names is asked, on another host, and the service is not', async () => {
    const trader = await connected('Xverse', XVERSE, ESPLORA);
    const asked: string[] = [];
    trader.page.on('request', (request) => asked.push(request.url()));
    const said = await buys(trader, 63_000);
    expect(said).toContain('Submitted.');
    expect(said).not.toMatch(LENT);
    expect(asked).toContain(`${ESPLORA}/address/${paying}/utxo`);
    expect(asked.filter((url) => url.includes('/my/coins'))).toEqual([]);
    expect(trader.troubles.filter((trouble) => trouble.startsWith('policy'))).toEqual([]);
    await trader.close();
  });
});
