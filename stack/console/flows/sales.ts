import { readFileSync } from 'node:fs';
import { readCustody } from '@ordbook/protocol/custody/read';
import { WIF } from '@scure/btc-signer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { movePayment } from '../../../client/src/index.ts';
import { REGTEST } from '../../../sandbox/src/keys.ts';
import type { Installation } from '../installation.ts';
import { dialogOf, keptListings, listByClicks, type Trader } from '../trader.ts';

/** Listings, purchases and carts, between a phone behind one proxy and a desktop behind the other. */
export const sales = (at: () => Installation) =>
  describe('two browsers that trade with each other, by clicks alone', () => {
    let alice: Trader;
    let bob: Trader;
    beforeAll(async () => {
      alice = await at().trader('alice', { width: 390, proxy: 'Caddy' });
      bob = await at().trader('bob', { width: 1440, proxy: 'nginx' });
    });
    afterAll(async () => {
      await alice?.close();
      await bob?.close();
    });

    const mine = (blocks?: number) => at().mine(blocks);
    const coinsAt = async (address: string) => {
      const scan = await at().call('scantxoutset', ['start', [`addr(${address})`]]);
      const { unspents } = scan as { unspents: { txid: string; vout: number; amount: number }[] };
      return unspents.map(({ txid, vout, amount }) => ({ txid, vout, valueSats: Math.round(amount * 1e8) }));
    };
    /** Chain proofs are not the service's to give. */
    async function namesEsplora({ page }: Trader): Promise<void> {
      await page.getByRole('button', { name: 'Wallet: Xverse' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
      await page.getByRole('button', { name: 'Connect', exact: true }).click();
      await page.getByText('Your own servers').click();
      await page.getByLabel('Esplora server').fill(at().esploraUrl);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Xverse', exact: true }).click();
      await page.getByRole('button', { name: 'Wallet: Xverse' }).waitFor();
    }
    const list = (...prices: number[]) => listByClicks(alice, mine, prices);

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
      await mine();
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
      await at().reorg(2);
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

    test('an inscription that a failed purchase left on its passthrough is shown, and returns once its listing is taken down', async () => {
      const [id] = await list(66_000);
      const { payment } = at().wallet('carol');
      const coins = await coinsAt(payment.address);
      const carol = await at().trader('carol');
      await carol.go(`/inscription/${id}`);
      await carol.page.getByRole('button', { name: 'Buy for 66,000 sats' }).click();
      await carol.sign();
      await carol.outcome('Buy 1 listing');
      // a block takes the transfer, and the buyer's coins are spent elsewhere
      const { transferTxid } = (await keptListings(alice)).find(({ inscriptionId }) => inscriptionId === id)!;
      const { transaction } = movePayment({
        ...{ coins, type: payment.type, secret: WIF(REGTEST).decode(payment.wif) },
        ...{ toAddress: payment.address, network: 'regtest', feeRate: 2 },
      });
      const transfer = (await at().call('getrawtransaction', [transferTxid])) as string;
      await at().miner.mineOnly([transfer, transaction]);
      await mine(4);
      await alice.go('/inbox');
      await alice.go('/sell');
      const stranded = alice.page.locator(`[data-stranded="${id}"]`);
      await stranded.getByRole('button', { name: 'Take back from the passthrough' }).click();
      await alice.sign();
      expect(await alice.outcome('Take back from the passthrough')).toContain(
        'Xverse cannot sign the key path of a passthrough, so nothing was signed. Take down what you listed',
      );
      await stranded.getByRole('button', { name: 'Take down' }).click();
      expect(await alice.outcome('Take a listing down')).toContain('Taken down.');
      await expect
        .poll(
          async () => {
            await mine();
            return alice.page.locator(`[data-inscription="${id}"]`).count();
          },
          { timeout: 60_000, interval: 1_000 },
        )
        .toBe(1);
      await carol.close();
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
      await alice.page.locator('form.holdings').first().getByLabel('Valid for').selectOption('7 days');
      await alice.page.getByRole('button', { name: 'List it' }).click();
      await dialogOf(alice.page).getByText('Expires in 7 days').waitFor();
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
      await expect.poll(() => proofs.count(), { timeout: 30_000 }).toBe(4);
      await proofs.first().getByText('Name an Esplora server under “Connect”').waitFor();
      await namesEsplora(alice);
      await alice.go('/sell');
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

    test('a listing that is gone is refused with what to do next', async () => {
      const [id] = await list(80_000);
      await bob.go(`/inscription/${id}`);
      const buy = bob.page.getByRole('button', { name: 'Buy for 80,000 sats' });
      // a page that hears of nothing: its stream is cut
      await bob.page.route('**/events**', (route) => route.abort());
      await bob.page.reload();
      await bob.page.getByRole('button', { name: 'Wallet: Xverse' }).waitFor();
      await buy.waitFor();
      await alice.page
        .locator(`[data-inscription="${id}"]`)
        .getByRole('button', { name: 'Take down' })
        .click();
      await alice.outcome('Take a listing down');
      await buy.click();
      expect(await bob.outcome('Buy 1 listing')).toMatch(/“.*” was .*; /);
      expect(await dialogOf(bob.page).count()).toBe(0);
      await bob.page.unroute('**/events**');
      await bob.page.reload();
    });

    test('a cart marks what changed in it, and buys what is left', async () => {
      await at().inscribe('alice', 3);
      // the page of sales is read again when it is opened
      await alice.go('/inbox');
      await alice.page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
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
      await alice.go('/trades');
      await alice.page.locator('[data-trade]').first().getByRole('link').click();
      const place = alice.page.getByRole('listitem').filter({ hasText: /Next block.*This trade, at \d/ });
      await place.waitFor();
      await bob.page.getByRole('button', { name: 'Remove' }).click();
      await bob.page.getByText('The cart is empty').waitFor();
      await mine();
      await place.waitFor({ state: 'detached' });
      expect(bob.troubles.slice(before)).toEqual([]);
    });
  });
