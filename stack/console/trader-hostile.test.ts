import { WIF } from '@scure/btc-signer';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { confirmedCoins, movePayment } from '../../client/src/index.ts';
import { keyOf, REGTEST } from '../../sandbox/src/keys.ts';
import { realNode } from '../../sandbox/src/real-node.ts';
import { type Sandbox, startSandbox } from '../../sandbox/src/sandbox.ts';
import { startChromium } from '../real/chromium.ts';
import { findChromium } from '../real/parts.ts';
import { type HostileService, hostileTo, type LieKind } from './hostile-service.ts';
import { control, dialogOf, keptListings, openTrader, type Trader } from './trader.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const LIES: readonly LieKind[] = ['another address', 'another amount'];

describe.skipIf(!findChromium())(
  'a service that returns a wrong PSBT is refused by the console, with the reason:',
  () => {
    let sandbox: Sandbox;
    let browser: Browser;
    let alice: Trader & { service: HostileService };
    let bob: Trader & { service: HostileService };
    let ids: string[];

    async function hostileTrader(name: string) {
      const trader = await openTrader(browser, sandbox.url, name);
      const { page } = trader;
      await page.getByRole('button', { name: `Wallet: ${name}` }).click();
      const addresses = await page.locator('dialog .mono').allInnerTexts();
      await page.getByRole('button', { name: 'Close' }).click();
      return { ...trader, service: await hostileTo(page, addresses) };
    }

    beforeAll(async () => {
      sandbox = await startSandbox({ port: 0, blockSeconds: 0 });
      browser = await startChromium();
      alice = await hostileTrader('alice');
      bob = await hostileTrader('bob');
      await alice.go('/sell');
      const rows = alice.page.locator('form.holdings').first().locator('[data-inscription]');
      await rows.first().waitFor();
      ids = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-inscription')!));
    });
    afterAll(async () => {
      await browser?.close();
      await sandbox?.close();
    });

    /** Plays a flow up to its signature for each lie: the console says why it refuses, and shows no dialog. */
    async function expectRefused(
      { page, service, outcome }: Trader & { service: HostileService },
      title: string,
      start: () => Promise<void>,
    ): Promise<void> {
      for (const lie of LIES) {
        Object.assign(service, { lie, lies: 0, submits: 0 });
        await start();
        const said = await outcome(title);
        expect(said, lie).toMatch(/Refused, and nothing was signed: .{20}/);
        expect({ lies: service.lies, submits: service.submits }, lie).toEqual({ lies: 1, submits: 0 });
        expect(await dialogOf(page).count()).toBe(0);
      }
      service.lie = null;
    }

    const inbox = async (trader: Trader) => {
      await trader.go('/inbox');
      return trader.page.locator('[data-offer]');
    };

    test('a listing, and a price change', async () => {
      const { page } = alice;
      const row = page.locator(`[data-inscription="${ids[0]}"]`);
      await row.getByRole('checkbox').check();
      await row.getByRole('spinbutton').fill('60000');
      const list = page.getByRole('button', { name: 'List it' });
      await expectRefused(alice, 'List 1 inscription', () => list.click());
      await list.click();
      await alice.sign();
      expect(await alice.outcome('List 1 inscription')).toContain('Listed.');
      await control(sandbox, 'mine', { blocks: 1 });
      // the old listing ends before the new one is signed: the refusal says so
      await row.getByText('listed for 60,000 sats').waitFor();
      Object.assign(alice.service, { lie: 'another amount', lies: 0, submits: 0 });
      await row.getByRole('spinbutton').fill('70000');
      await row.getByRole('button', { name: 'Change price' }).click();
      const said = await alice.outcome('Change the price');
      expect(said).toMatch(/Refused, and nothing was signed: .{20}/);
      expect(said).toContain('The listing at the old price has ended: list it again');
      expect({ lies: alice.service.lies, submits: alice.service.submits }).toEqual({ lies: 1, submits: 0 });
      alice.service.lie = null;
      await row.getByRole('checkbox').check();
      await row.getByRole('spinbutton').fill('60000');
      await list.click();
      await alice.sign();
      expect(await alice.outcome('List 1 inscription')).toContain('Listed.');
      await control(sandbox, 'mine', { blocks: 1 });
    });

    test('a purchase, and one of a cart', async () => {
      await bob.go(`/inscription/${ids[0]}`);
      const { page } = bob;
      const buy = page.getByRole('button', { name: 'Buy for 60,000 sats' });
      await expectRefused(bob, 'Buy 1 listing', () => buy.click());
      await page.getByRole('button', { name: 'Add to cart' }).click();
      await bob.go('/cart');
      await expectRefused(bob, 'Buy 1 listing', () => page.getByRole('button', { name: 'Buy it' }).click());
    });

    test('an inscription offer', async () => {
      const { page } = bob;
      for (const id of [ids[1], ids[2]]) {
        await bob.go(`/inscription/${id}`);
        await page.getByRole('spinbutton', { name: 'Your price, sats' }).fill('50000');
        const make = page.getByRole('button', { name: 'Make an offer' });
        if (id === ids[1]) await expectRefused(bob, 'Offer on an inscription', () => make.click());
        await make.click();
        await bob.sign();
        expect(await bob.outcome('Offer on an inscription')).toContain('Offered.');
      }
    });

    test('a collection offer', async () => {
      const { page } = bob;
      await bob.go('/collection/embers/bids');
      await page.getByLabel('Price of the first, sats').fill('60000');
      const make = page.getByRole('button', { name: 'Offer on the collection' });
      await expectRefused(bob, 'Offer on a collection', () => make.click());
      await make.click();
      await bob.sign();
      expect(await bob.outcome('Offer on a collection')).toContain('Offered.');
    });

    test('the acceptance of an offer, and a counter', async () => {
      const rows = await inbox(alice);
      await expect.poll(() => rows.count(), { timeout: 30_000 }).toBe(2);
      const row = rows.first();
      await expectRefused(alice, 'Accept an offer', () =>
        row.getByRole('button', { name: 'Accept' }).click(),
      );
      await row.getByRole('spinbutton').fill('55000');
      const counter = row.getByRole('button', { name: 'Counter' });
      await expectRefused(alice, 'Counter an offer', () => counter.click());
      await counter.click();
      await alice.sign();
      expect(await alice.outcome('Counter an offer')).toContain('Countered.');
      await control(sandbox, 'mine', { blocks: 1 });
    });

    test('a fill', async () => {
      await alice.go('/collection/embers/bids');
      const offer = alice.page.locator('[data-offer]').first();
      await offer.getByRole('combobox').selectOption(ids[3]!);
      const fill = offer.getByRole('button', { name: 'Sell to this offer' });
      await expectRefused(alice, 'Sell to a collection offer', () => fill.click());
    });

    test('a take-back, which the right PSBT makes', async () => {
      const { page } = alice;
      await alice.go('/sell');
      const row = page.locator('form.holdings .row', { has: page.getByRole('checkbox') }).last();
      const id = (await row.getAttribute('data-inscription'))!;
      await row.getByRole('checkbox').check();
      await row.getByRole('spinbutton').fill('66000');
      await page.getByRole('button', { name: 'List it' }).click();
      await alice.sign();
      expect(await alice.outcome('List 1 inscription')).toContain('Listed.');
      await control(sandbox, 'mine', { blocks: 1 });
      const { ordinals, payment } = sandbox.world.wallets.find(({ name }) => name === 'carol')!;
      const coins = await confirmedCoins(`${sandbox.url}/sandbox/esplora`, payment.address);
      const carol = await openTrader(browser, sandbox.url, 'carol');
      await carol.go(`/inscription/${id}`);
      await carol.page.getByRole('button', { name: 'Buy for 66,000 sats' }).click();
      await carol.sign();
      await carol.outcome('Buy 1 listing');
      await carol.close();
      // a block takes the transfer, and the buyer's coins are spent elsewhere
      const { transferTxid } = (await keptListings(alice)).find(({ inscriptionId }) => inscriptionId === id)!;
      const { transaction } = movePayment({
        ...{ coins, type: payment.type, secret: WIF(REGTEST).decode(payment.wif) },
        ...{ toAddress: ordinals.address, network: 'regtest', feeRate: 2 },
      });
      const call = realNode(sandbox.node);
      const transfer = await call('getrawtransaction', [transferTxid]);
      await call('generateblock', [keyOf('another miner', 'p2wpkh').address, [transfer, transaction]]);
      await control(sandbox, 'mine', { blocks: 3 });
      await alice.go('/inbox');
      await alice.go('/sell');
      const takeBack = page
        .locator(`[data-stranded="${id}"]`)
        .getByRole('button', { name: 'Take back from the passthrough' });
      await expectRefused(alice, 'Take back from the passthrough', () => takeBack.click());
      await takeBack.click();
      expect(await alice.sign()).toMatch(/^“.*” goes to an address of yours; you pay nothing\./);
      expect(await alice.outcome('Take back from the passthrough')).toContain('On its way back');
      await control(sandbox, 'mine', { blocks: 1 });
      await page.locator(`[data-inscription="${id}"]`).waitFor();
    });

    test('the acceptance of a counter', async () => {
      await inbox(bob);
      const counters = bob.page.locator('section', { hasText: 'Counters to your offers' }).last();
      const accept = counters.locator('[data-offer]').getByRole('button', { name: 'Accept' }).first();
      await expectRefused(bob, 'Accept a counter', () => accept.click());
    });
  },
);
