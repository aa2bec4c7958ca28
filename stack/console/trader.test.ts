import { readFileSync } from 'node:fs';
import { readCustody } from '@ordbook/protocol/custody/read';
import { WIF } from '@scure/btc-signer';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { confirmedCoins, movePayment } from '../../client/src/index.ts';
import { keyOf, REGTEST } from '../../sandbox/src/keys.ts';
import { realNode } from '../../sandbox/src/real-node.ts';
import { type Sandbox, startSandbox } from '../../sandbox/src/sandbox.ts';
import { startChromium } from '../real/chromium.ts';
import { findChromium } from '../real/parts.ts';
import { hostileTo } from './hostile-service.ts';
import { control, dialogOf, listByClicks, openTrader, type Trader } from './trader.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

describe.skipIf(!findChromium())('two browsers that trade with each other, by clicks alone', () => {
  let sandbox: Sandbox;
  let browser: Browser;
  let alice: Trader;
  let bob: Trader;
  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, blockSeconds: 0 });
    browser = await startChromium();
    alice = await openTrader(browser, sandbox.url, 'alice');
    bob = await openTrader(browser, sandbox.url, 'bob');
  });
  afterAll(async () => {
    await browser?.close();
    await sandbox?.close();
  });

  const mine = (blocks = 1) => control(sandbox, 'mine', { blocks });
  const list = (...prices: number[]) => listByClicks(alice, sandbox, prices);

  test('one lists, the other buys and sees it confirmed live, and a reorg takes the confirmation back', async () => {
    const [id] = await list(60_000);
    await bob.go(`/inscription/${id}`);
    await bob.page.getByRole('button', { name: 'Buy for 60,000 sats' }).click();
    expect(await bob.sign()).toMatch(
      /^You pay 7\d,\d{3} sats and receive “Ember #\d+”\. Nothing else of yours moves\.$/,
    );
    expect(await bob.outcome('Buy 1 listing')).toContain('Submitted.');
    await bob.go('/trades');
    const trade = bob.page.locator('[data-trade]').first();
    await trade.getByText('unconfirmed').waitFor();
    await trade.getByRole('link').click();
    await bob.page.getByRole('img', { name: 'Sale spends one transaction' }).waitFor();
    const place = bob.page.getByRole('listitem').filter({ hasText: /Next block.*This trade, at \d/ });
    await place.waitFor();
    await mine();
    await place.waitFor({ state: 'detached' });
    const downloading = bob.page.waitForEvent('download');
    await bob.page.getByRole('button', { name: 'Download its proof' }).click();
    const file = await (await downloading).path();
    const inscriptionId = id!;
    const bytes = Buffer.from(readFileSync(file, 'utf8'), 'base64');
    expect(readCustody(bytes, { inscriptionId, outpoint: null, network: 'regtest' }).holds).toBe(true);
    await bob.page.goBack();
    await trade.getByText('1 confirmation').waitFor();
    await mine();
    await trade.getByText('2 confirmations').waitFor();
    await control(sandbox, 'reorg', { depth: 2 });
    await trade.getByText('unconfirmed').waitFor();
    await mine();
    await trade.getByText('1 confirmation').waitFor();
    await trade.getByRole('link').click();
    await bob.page.locator('[data-state="confirmed"]').waitFor();
    await bob.go('/sell');
    await bob.page.locator(`[data-inscription="${id}"]`).waitFor();
    expect([...alice.troubles, ...bob.troubles]).toEqual([]);
  });

  test('a cart of three is bought in one transaction, and a refused signature changes nothing', async () => {
    const ids = await list(61_000, 62_000, 63_000);
    for (const id of ids) {
      await bob.go(`/inscription/${id}`);
      await bob.page.getByRole('button', { name: 'Add to cart' }).click();
    }
    await bob.go('/cart');
    await bob.page.getByRole('button', { name: 'Buy all 3' }).click();
    await dialogOf(bob.page).getByRole('button', { name: 'Do not sign' }).click();
    expect(await bob.outcome('Buy 3 listings')).toContain('You did not sign, and nothing changed.');
    await bob.page.getByRole('button', { name: 'Buy all 3' }).click();
    expect(await bob.sign()).toMatch(
      /^You pay 2\d\d,\d{3} sats and receive “Ember #\d+”, “Ember #\d+” and “Ember #\d+”\./,
    );
    expect(await bob.outcome('Buy 3 listings')).toContain('Submitted.');
    await bob.page.getByText('The cart is empty').waitFor();
    await mine();
    await bob.go('/sell');
    for (const id of ids) await bob.page.locator(`[data-inscription="${id}"]`).waitFor();
    expect(bob.troubles).toEqual([]);
  });

  test('a price is changed, a listing is delisted, and the chain proves it', async () => {
    const [id] = await list(70_000);
    const row = alice.page.locator(`[data-inscription="${id}"]`);
    await row.getByText('listed for 70,000 sats').waitFor();
    // a price that is refused ends nothing
    await row.getByRole('spinbutton').fill('1');
    await row.getByRole('button', { name: 'Change price' }).click();
    expect(await alice.outcome('Change the price')).toMatch(
      /The price 1 is below the minimum of \d+\. The listing stays as it was\./,
    );
    await row.getByText('listed for 70,000 sats').waitFor();
    // a no leaves it unlisted, and says so
    await row.getByRole('spinbutton').fill('75000');
    await row.getByRole('button', { name: 'Change price' }).click();
    await dialogOf(alice.page).getByRole('button', { name: 'Do not sign' }).click();
    expect(await alice.outcome('Change the price')).toContain(
      'You did not sign the new price. The listing at the old price has ended',
    );
    await row.getByRole('checkbox').check();
    await row.getByRole('spinbutton').fill('70000');
    await alice.page.getByRole('button', { name: 'List it' }).click();
    await alice.sign();
    await alice.outcome('List 1 inscription');
    await mine();
    await row.getByText('listed for 70,000 sats').waitFor();
    await row.getByRole('spinbutton').fill('75000');
    await row.getByRole('button', { name: 'Change price' }).click();
    expect(await alice.sign()).toMatch(/^Listing of one inscription: nothing moves before somebody buys\./);
    expect(await alice.outcome('Change the price')).toContain('Listed.');
    await mine();
    await row.getByText('listed for 75,000 sats').waitFor();
    await row.getByRole('button', { name: 'Take down' }).click();
    expect(await alice.outcome('Take a listing down')).toContain('Taken down.');
    await row.getByRole('checkbox').waitFor();
    const proofs = alice.page.locator('[data-listing]');
    await expect.poll(() => proofs.count(), { timeout: 30_000 }).toBe(3);
    await expect
      .poll(
        async () => {
          await mine();
          return alice.page.locator('.proven').count();
        },
        { timeout: 90_000, interval: 2_000 },
      )
      .toBeGreaterThan(0);
    expect(await alice.page.locator('.proven').first().innerText()).toMatch(
      /^Proven: transaction [0-9a-f]{64} in block \d+ spent what the listing needs\./,
    );
    // the browser notes each preflight that is refused, since the price is wrong or the item is listed
    expect(alice.troubles).toEqual(Array(3).fill(expect.stringMatching(/status of 400/)));
  });

  test('an inscription that a failed purchase left on its passthrough is taken back, not by a wrong PSBT', async () => {
    const [id] = await list(66_000);
    const world = (await (await fetch(`${sandbox.url}/sandbox/world`)).json()) as {
      wallets: {
        name: string;
        ordinals: { address: string };
        payment: { address: string; wif: string; type: 'p2wpkh' };
      }[];
    };
    const walletOf = (owner: string) => world.wallets.find(({ name }) => name === owner)!;
    const { payment } = walletOf('carol');
    const coins = await confirmedCoins(`${sandbox.url}/sandbox/esplora`, payment.address);
    const carol = await openTrader(browser, sandbox.url, 'carol');
    await carol.go(`/inscription/${id}`);
    await carol.page.getByRole('button', { name: 'Buy for 66,000 sats' }).click();
    await carol.sign();
    await carol.outcome('Buy 1 listing');
    // a block takes the transfer, and the buyer's coins are spent elsewhere
    const call = realNode(sandbox.node);
    const kept = await alice.page.evaluate(
      `Object.entries(localStorage).filter(([key]) => key.startsWith('ordbook.listings.')).map(([, text]) => text)[0]`,
    );
    const { transferTxid } = (
      JSON.parse(kept as string) as { inscriptionId: string; transferTxid: string }[]
    ).find(({ inscriptionId }) => inscriptionId === id)!;
    const { transaction } = movePayment({
      ...{ coins, type: payment.type, secret: WIF(REGTEST).decode(payment.wif) },
      ...{ toAddress: payment.address, network: 'regtest', feeRate: 2 },
    });
    const transfer = await call('getrawtransaction', [transferTxid]);
    await call('generateblock', [keyOf('another miner', 'p2wpkh').address, [transfer, transaction]]);
    await mine(3);
    await alice.go('/inbox');
    await alice.go('/sell');
    const stranded = alice.page.locator(`[data-stranded="${id}"]`);
    const takeBack = stranded.getByRole('button', { name: 'Take back from the passthrough' });
    const own = walletOf('alice');
    const service = await hostileTo(alice.page, [own.ordinals.address, own.payment.address]);
    for (const lie of ['another address', 'another amount'] as const) {
      Object.assign(service, { lie, lies: 0, submits: 0 });
      await takeBack.click();
      const said = await alice.outcome('Take back from the passthrough');
      expect(said, lie).toMatch(/Refused, and nothing was signed: .{20}/);
      expect({ lies: service.lies, submits: service.submits }, lie).toEqual({ lies: 1, submits: 0 });
      expect(await dialogOf(alice.page).count()).toBe(0);
    }
    service.lie = null;
    await takeBack.click();
    expect(await alice.sign()).toMatch(/^“Ember #\d+” goes to an address of yours; you pay nothing\./);
    expect(await alice.outcome('Take back from the passthrough')).toContain('On its way back');
    await mine();
    await alice.page.locator(`[data-inscription="${id}"]`).waitFor();
    await carol.close();
  });

  test('a listing that is gone is refused with what to do next', async () => {
    const [id] = await list(80_000);
    await bob.go(`/inscription/${id}`);
    const buy = bob.page.getByRole('button', { name: 'Buy for 80,000 sats' });
    await buy.waitFor();
    await bob.page.route('**/events**', (route) => route.abort());
    await alice.page.locator(`[data-inscription="${id}"]`).getByRole('button', { name: 'Take down' }).click();
    await alice.outcome('Take a listing down');
    if (await buy.isVisible()) {
      await buy.click();
      expect(await bob.outcome('Buy 1 listing')).toMatch(/“Ember #\d+” was .*; /);
      expect(await dialogOf(bob.page).count()).toBe(0);
    }
  });

  test('a cart marks what changed in it, and buys what is left', async () => {
    const { ordinals } = sandbox.world.wallets[0]!;
    await control(sandbox, 'inscribe', { address: ordinals.address, collectionSlug: 'embers', count: 3 });
    // custody proofs need as many
    await mine(6);
    const before = bob.troubles.length;
    const [kept, dearer, gone] = await list(61_000, 62_000, 63_000);
    for (const id of [kept, dearer, gone]) {
      await bob.go(`/inscription/${id}`);
      await bob.page.getByRole('button', { name: 'Add to cart' }).click();
    }
    await bob.go('/cart');
    await bob.page.getByRole('button', { name: 'Buy all 3' }).waitFor();
    await alice.go('/sell');
    const row = (id: string | undefined) => alice.page.locator(`[data-inscription="${id}"]`);
    await row(dearer).getByRole('spinbutton').fill('72000');
    await row(dearer).getByRole('button', { name: 'Change price' }).click();
    await alice.sign();
    await alice.outcome('Change the price');
    await mine();
    await row(gone).getByRole('button', { name: 'Take down' }).click();
    await alice.outcome('Take a listing down');
    await bob.page.getByText('Now 72,000 sats').waitFor();
    await bob.page.getByText('Not for sale now').waitFor();
    await bob.page.getByRole('button', { name: 'Take the new price' }).click();
    await bob.page.getByRole('button', { name: 'Buy what is left, 2 of 3' }).click();
    await bob.sign();
    expect(await bob.outcome('Buy 2 listings')).toContain('Submitted.');
    await bob.page.getByRole('button', { name: 'Remove' }).click();
    await bob.page.getByText('The cart is empty').waitFor();
    await mine();
    expect(bob.troubles.slice(before)).toEqual([]);
  });
});
