/**
 * The console as an installation serves it: the compiled program with three signers behind the shipped Caddy file,
 * without anything of the sandbox. Needs `npm run build`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anchorAddress } from '@ordbook/protocol/bitcoin/keys';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { keysOf } from '../../client/test/wallets/fakes.ts';
import { createMiner, type Miner } from '../../sandbox/src/miner.ts';
import { startCaddy } from '../real/caddy.ts';
import { type Child, freePort } from '../real/child.ts';
import { startChromium } from '../real/chromium.ts';
import { makeDemoWorld } from '../real/demo-world.ts';
import { findChromium, findDeployTools } from '../real/parts.ts';
import { isBuilt, type Shipped, startShipped } from '../real/shipped-service.ts';
import { type Secrets, walletScript, XVERSE } from './fake-wallets.ts';
import { type Trader, traderOf } from './trader.ts';
import { visit } from './visit.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const tools = findDeployTools();
const canRun = findChromium() !== undefined && tools !== undefined && isBuilt();
if (!canRun)
  process.stdout.write('\nthe shipped console is not tested: npm run build, chromium, deploy-tools\n');

const [SELLER, BUYER]: readonly [Secrets, Secrets] = [
  ['4a'.repeat(32), '4b'.repeat(32)],
  ['4c'.repeat(32), '4d'.repeat(32)],
];
const FUNDED_SATS = 2_000_000;

describe.runIf(canRun)('the console of an installation', () => {
  let folder: string;
  let shipped: Shipped;
  let caddy: { readonly url: string; readonly child: Child };
  let browser: Browser;
  let miner: Miner;
  let inscriptionId: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ordbook-shipped-console-'));
    const port = await freePort();
    shipped = await startShipped({
      env: { PUBLIC_URL: `http://127.0.0.1:${port}` },
      async prepare(found) {
        miner = createMiner(found.call);
        const world = await makeDemoWorld(found, miner);
        const own = { collectionSlug: 'embers', count: 1, postageSats: 10_000 };
        const { address } = keysOf(SELLER, 'p2wpkh').ordinals;
        [inscriptionId] = (await world.inscribeAt({ ...own, address })) as [string];
        const payments = [SELLER, BUYER].map((secrets) => keysOf(secrets, 'p2wpkh').payment.address);
        await miner.pay([
          ...payments.map((to) => ({ address: to, sats: FUNDED_SATS })),
          ...Array.from({ length: 20 }, () => ({
            address: anchorAddress(found.keySet, 'regtest'),
            sats: 1_000,
          })),
        ]);
        // custody proofs need as many
        await miner.mine(6);
      },
    });
    caddy = await startCaddy(join(tools!, 'bin', 'caddy'), folder, [shipped.port], port);
    await vi.waitFor(async () => expect((await fetch(`${caddy.url}/readyz`)).status).toBe(200), 30_000);
    browser = await startChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await caddy?.child.stop();
    await shipped?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  async function connected(secrets: Secrets): Promise<Trader> {
    const visited = await visit(browser, `${caddy.url}/inspect`);
    const { page } = visited;
    await page.addInitScript(await walletScript(secrets, XVERSE));
    await page.reload();
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Xverse', exact: true }).click();
    await page.getByRole('button', { name: 'Wallet: Xverse' }).waitFor();
    return traderOf(visited);
  }

  test('sells and buys behind the proxy, where nothing of the sandbox answers', async () => {
    expect((await fetch(`${caddy.url}/sandbox/world`)).status).toBe(404);
    const seller = await connected(SELLER);
    await seller.go('/sell');
    const row = seller.page.locator(`[data-inscription="${inscriptionId}"]`);
    await row.getByRole('checkbox').check();
    await row.getByRole('spinbutton').fill('60000');
    await seller.page.getByRole('button', { name: 'List it', exact: true }).click();
    await seller.sign();
    expect(await seller.outcome('List')).toContain('Listed.');
    await miner.mine(1);

    const buyer = await connected(BUYER);
    await buyer.go(`/inscription/${inscriptionId}`);
    await buyer.page.getByRole('button', { name: 'Buy for 60,000 sats' }).click();
    expect(await buyer.sign()).toMatch(/^You pay 7\d,\d{3} sats and receive “Embers 1 #1”/);
    expect(await buyer.outcome('Buy 1 listing')).toContain('Submitted.');
    await miner.mine(1);
    await buyer.go('/trades');
    await buyer.page.locator('[data-trade]').first().getByText('1 confirmation').waitFor();
    // the only thing that is asked in vain is whether it is a sandbox
    const isExpected = (trouble: string) => trouble.includes('status of 404');
    expect([...seller.troubles, ...buyer.troubles].filter((trouble) => !isExpected(trouble))).toEqual([]);
  });

  test('fills twelve tabs of a trader, over HTTP/1.1', async () => {
    const trader = await connected(BUYER);
    const opened: number[] = [];
    for (let count = 1; count < 12; count += 1) {
      const tab = await trader.page.context().newPage();
      const started = performance.now();
      await tab.goto(`${caddy.url}/collection/embers`);
      await tab.locator('main a[href*="/inscription/"]').first().waitFor();
      opened.push(Math.round(performance.now() - started));
      await tab.getByRole('button', { name: 'Wallet: Xverse' }).waitFor();
    }
    process.stdout.write(`\ncontent of tabs 2 to 12 of a trader after ms: ${opened.join(', ')}\n`);
    await trader.close();
  });
});
