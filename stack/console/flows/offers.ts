import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Installation } from '../installation.ts';
import { dialogOf, type Trader } from '../trader.ts';
import { seriousFindings } from '../visit.ts';

/** Offers, counters and collection offers, between a desktop behind one proxy and a phone behind the other. */
export const offers = (at: () => Installation) =>
  describe('offers between two browsers, by clicks alone', () => {
    let erin: Trader;
    let bob: Trader;
    let ids: string[];
    beforeAll(async () => {
      erin = await at().trader('erin', { width: 1440, proxy: 'nginx' });
      bob = await at().trader('bob', { width: 390, proxy: 'Caddy' });
      await erin.go('/sell');
      const rows = erin.page.locator('[data-inscription]');
      await rows.first().waitFor();
      ids = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-inscription')!));
    });
    afterAll(async () => {
      await erin?.close();
      await bob?.close();
    });

    const mine = () => at().mine();
    const holds = async (trader: Trader, id: string) => {
      await trader.go('/sell');
      await trader.page.locator(`[data-inscription="${id}"]`).waitFor();
    };

    async function offer(id: string, price: number): Promise<void> {
      await bob.go(`/inscription/${id}`);
      await bob.page.getByRole('spinbutton', { name: 'Your price, sats' }).fill(String(price));
      await bob.page.getByRole('button', { name: 'Make an offer' }).click();
      expect(await bob.sign()).toMatch(
        /^If the owner accepts, you pay \d\d,\d{3} sats and receive “Ember #\d+”\./,
      );
      expect(await bob.outcome('Offer on an inscription')).toContain('Offered.');
    }

    test('an offer arrives in the inbox by itself, is accepted, and settles', async () => {
      await erin.go('/inbox');
      await erin.page.getByText('Nothing to answer.').waitFor();
      await offer(ids[0]!, 50_000);
      const row = erin.page.locator('[data-offer]').first();
      await row.getByRole('button', { name: 'Accept' }).click();
      expect(await erin.sign()).toMatch(/^Acceptance of an offer: it is broadcast at once\.$/);
      expect(await erin.outcome('Accept an offer')).toContain('Accepted.');
      await mine();
      await holds(bob, ids[0]!);
      expect([...erin.troubles, ...bob.troubles]).toEqual([]);
    });

    test('an offer is rejected, another cancelled', async () => {
      await erin.go('/inbox');
      await offer(ids[1]!, 40_000);
      await erin.page.locator('[data-offer]').getByRole('button', { name: 'Reject' }).click();
      expect(await erin.outcome('Reject an offer')).toContain('Rejected.');
      await erin.page.getByText('Nothing to answer.').waitFor();
      await offer(ids[1]!, 41_000);
      await bob.go('/inbox');
      await bob.page.locator('[data-offer]').getByRole('button', { name: 'Cancel' }).click();
      expect(await bob.outcome('Cancel an offer')).toContain('Cancelled.');
      await bob.page.getByText('Nothing to answer.').waitFor();
    });

    test('an offer of an ord wallet says in its row, and before it is accepted, that it cannot be cancelled', async () => {
      const { page } = erin;
      await page.route('**/me/offers*', async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replaceAll('"isFile":false', '"isFile":true');
        await route.fulfill({ response, body });
      });
      await erin.go('/inbox');
      await offer(ids[1]!, 42_000);
      const row = page.locator('[data-offer]');
      const sentence = 'An ord wallet made this offer. Its buyer cannot cancel it here';
      await row.getByText(sentence).waitFor();
      await row.getByRole('button', { name: 'Accept' }).click();
      const dialog = dialogOf(page);
      await dialog.getByText(sentence).waitFor();
      expect(await dialog.locator('.dialog-foot .button-main').isDisabled()).toBe(true);
      await dialog.getByRole('button', { name: 'Do not sign' }).click();
      await erin.outcome('Accept an offer');
      await page.unrouteAll({ behavior: 'wait' });
      await row.getByRole('button', { name: 'Reject' }).click();
      expect(await erin.outcome('Reject an offer')).toContain('Rejected.');
    });

    test('a counter is made, accepted, and settles', async () => {
      await erin.go('/inbox');
      await offer(ids[2]!, 45_000);
      const row = erin.page.locator('[data-offer]').first();
      const price = row.getByRole('spinbutton');
      expect(await price.getAttribute('placeholder')).toBe('From 46,000 sats');
      await price.fill('45500');
      expect(await row.getByRole('button', { name: 'Counter' }).isDisabled()).toBe(true);
      await price.fill('55000');
      await row.getByRole('button', { name: 'Counter' }).click();
      await erin.sign();
      expect(await erin.outcome('Counter an offer')).toContain('Countered.');
      await mine();
      await bob.go('/inbox');
      await bob.page
        .locator('section', { hasText: 'Counters to your offers' })
        .locator('[data-offer]')
        .getByRole('button', { name: 'Accept' })
        .first()
        .click();
      await bob.sign();
      expect(await bob.outcome('Accept a counter')).toContain('Accepted.');
      await mine();
      await holds(bob, ids[2]!);
    });

    test('a price that looks like a mistake is said, and signed after a second click alone', async () => {
      await offer(ids[4]!, 50_000);
      await erin.go('/sell');
      const row = erin.page.locator(`[data-inscription="${ids[4]}"]`);
      await row.getByRole('checkbox').check();
      await row.getByRole('spinbutton').fill('40000');
      await erin.page.getByRole('button', { name: 'List it' }).first().click();
      const dialog = dialogOf(erin.page);
      await dialog.getByText(/an offer of 50,000 sats stands; sell to it for 10,000 sats more/).waitFor();
      const sign = dialog.locator('.dialog-foot .button-main');
      expect(await sign.isDisabled()).toBe(true);
      expect(await seriousFindings(erin.page)).toEqual([]);
      await dialog.getByLabel('Sign at this price anyway').press('Space');
      await sign.press('Enter');
      expect(await erin.outcome('List 1 inscription')).toContain('Listed.');
      await mine();
      for (const [path, button] of [
        [`/inscription/${ids[4]}`, 'Make an offer'],
        ['/collection/embers/bids', 'Offer on the collection'],
      ] as const) {
        await bob.go(path);
        await bob.page.getByRole('spinbutton', { name: /Your price|Price of the first/ }).fill('65000');
        await bob.page.getByRole('button', { name: button }).click();
        const asked = dialogOf(bob.page);
        await asked.getByText(/Your offer is above a listing at \d\d,\d{3} sats; buy that one for/).waitFor();
        expect(await asked.locator('.dialog-foot .button-main').isDisabled()).toBe(true);
        await asked.getByRole('button', { name: 'Do not sign' }).click();
        await bob.outcome('Offer on');
      }
      expect([...erin.troubles, ...bob.troubles]).toEqual([]);
    });

    test('a ladder of collection offers shows what qualifies, is filled, and its rest is cancelled', async () => {
      await bob.go('/collection/embers/bids');
      const { page } = bob;
      await page
        .getByText(/\d+ inscriptions qualify/)
        .first()
        .waitFor();
      await page.getByLabel('Price of the first, sats').fill('60000');
      await page.getByLabel('Number of offers').fill('3');
      await page.getByLabel('Each next one lower by, sats').fill('5000');
      expect(await page.locator('[data-ladder] li').allInnerTexts()).toEqual([
        '60,000 sats',
        '55,000 sats',
        '50,000 sats',
      ]);
      await page.getByRole('button', { name: 'Offer on the collection' }).click();
      expect(await bob.sign()).toMatch(/^3 collection offers: nothing moves before an owner sells/);
      expect(await bob.outcome('Offer on a collection')).toContain('Offered.');
      await erin.go('/collection/embers/bids');
      const best = erin.page.locator('[data-offer]', { hasText: '60,000 sats' });
      await best.getByRole('combobox').selectOption(ids[3]!);
      await best.getByRole('button', { name: 'Sell to this offer' }).click();
      expect(await erin.sign()).toMatch(/^You give “Ember #\d+” and receive 5\d,\d{3} sats\./);
      expect(await erin.outcome('Sell to a collection offer')).toContain('Submitted.');
      await mine();
      await holds(bob, ids[3]!);
      await bob.go('/collection/embers/bids');
      const own = page.locator('[data-offer]', { hasText: 'yours' });
      // offers of a ladder share coins, so that one may end with another
      await page
        .locator('.rows, p', { hasText: /yours|There are no open offers/ })
        .first()
        .waitFor();
      while ((await own.count()) > 0) {
        const left = await own.count();
        await own.first().getByRole('button', { name: 'Cancel' }).click();
        await bob.outcome('Cancel a collection offer');
        await expect.poll(() => own.count(), { timeout: 30_000 }).toBeLessThan(left);
      }
      await page.getByText('There are no open offers.').waitFor();
      expect([...erin.troubles, ...bob.troubles]).toEqual([]);
    });

    test('an offer on traits counts what qualifies as the traits are ticked, and is filled', async () => {
      await bob.go('/collection/tidepools/bids');
      const { page } = bob;
      const count = async () => Number.parseInt(await page.locator('.qualifying').innerText(), 10);
      await expect.poll(count, { timeout: 30_000 }).toBe(25);
      await page.getByLabel('For', { exact: true }).selectOption('traits');
      const choose = page.locator('.bid-traits');
      const carry = async (value: string) =>
        Number(await choose.locator('.trait', { hasText: value }).locator('.muted').innerText());
      await choose.getByLabel(/^dusk/).check();
      await expect.poll(count, { timeout: 30_000 }).toBe(await carry('dusk'));
      await choose.getByLabel(/^ember/).check();
      const both = (await carry('dusk')) + (await carry('ember'));
      await expect.poll(count, { timeout: 30_000 }).toBe(both);
      await choose.getByLabel(/^star/).check();
      await expect.poll(count, { timeout: 30_000 }).toBeLessThan(both);
      await page.getByLabel('Price of the first, sats').fill('30000');
      await page.getByRole('button', { name: 'Offer on the collection' }).click();
      await bob.sign();
      expect(await bob.outcome('Offer on a collection')).toContain('Offered.');
      await erin.go('/collection/tidepools/bids');
      const made = erin.page.locator('[data-offer]', { hasText: '30,000 sats' });
      const sold = await made.getByRole('combobox').inputValue();
      await made.getByRole('button', { name: 'Sell to this offer' }).click();
      await erin.sign();
      expect(await erin.outcome('Sell to a collection offer')).toContain('Submitted.');
      await mine();
      await holds(bob, sold);
      expect([...erin.troubles, ...bob.troubles]).toEqual([]);
    });
  });
