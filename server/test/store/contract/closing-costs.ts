import type { Insertable } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { insertBinding } from '../../../src/store/account/profiles.ts';
import { inTransaction } from '../../../src/store/database/transaction.ts';
import {
  costsOf,
  lockCosts,
  setRevocationPrice,
  unpaidCosts,
} from '../../../src/store/listing/closing-costs.ts';
import {
  anchorsByIds,
  assignAnchors,
  reserveAnchors,
  retireAnchors,
  spendCoins,
} from '../../../src/store/operator-coins/anchors.ts';
import type { Database } from '../../../src/store/port.ts';
import type { Schema } from '../../../src/store/schema.ts';
import { idOf, later, makeAnchors, makePurchase, makeSeller, NOW, type Seller } from './rows.ts';

export function closingCostRules(db: () => Database): void {
  describe('what closings cost', () => {
    let seller: Seller;
    beforeEach(async () => {
      await setRevocationPrice(db(), 200);
      seller = await makeSeller(db());
    });

    /** Anchors that are assigned to something of the seller. */
    const assigned = async (count: number, unpaidFor: readonly string[] = []) => {
      await makeAnchors(db(), count);
      const anchors = (await reserveAnchors(db(), {
        profileId: seller.profileId,
        purposes: Array.from({ length: count }, () => crypto.randomUUID()),
        most: 24,
        valueSats: 1000,
        now: NOW,
        until: later(1000),
      }))!;
      await assignAnchors(db(), anchors, unpaidFor);
      return anchors.map(({ id }) => id);
    };
    const costs = async (since = NOW) => (await costsOf(db(), seller.profileId, since)).closings;
    const openCount = async (among = db()) => (await costsOf(among, seller.profileId, NOW)).open;
    const purchaseWith = async (anchorId: string, state: 'pending' | 'failed') =>
      makePurchase(db(), seller, { anchorId, state });

    test('is charged to the profile that reserved the anchor, at the price of that moment, once', async () => {
      const [first, second] = await assigned(3);
      expect(await openCount()).toBe(3);
      await retireAnchors(db(), [first!], later(1));
      await setRevocationPrice(db(), 900);
      await retireAnchors(db(), [first!, second!], later(2));
      expect(await costs()).toEqual([
        { at: later(1), sats: 200 },
        { at: later(2), sats: 900 },
      ]);
      expect(await costs(later(1))).toHaveLength(1);
      expect((await costsOf(db(), (await makeSeller(db())).profileId, NOW)).closings).toEqual([]);
      expect(await openCount()).toBe(1);
    });

    test('is nothing for an anchor that a block has spent, as a sale does', async () => {
      const [id] = await assigned(1);
      await spendCoins(db(), [(await anchorsByIds(db(), [id!]))[0]!], 101);
      expect(await openCount()).toBe(0);
      await retireAnchors(db(), [id!], later(1));
      expect(await costs()).toEqual([]);
    });

    test('is nothing for the anchor of a purchase, until that has failed and it served a listing', async () => {
      const [bought, listed] = await assigned(2);
      await purchaseWith(bought!, 'pending');
      await purchaseWith(listed!, 'failed');
      expect(await openCount()).toBe(1);
      await retireAnchors(db(), [bought!, listed!], later(1));
      expect(await costs()).toEqual([{ at: later(1), sats: 200 }]);
    });

    test('is asked for by one at a time, profile by profile', async () => {
      const ids = await makeAnchors(db(), 6);
      const add = (id: string) =>
        inTransaction(db(), async (transaction) => {
          await lockCosts(transaction, seller.profileId);
          if ((await openCount(transaction)) > 0) return false;
          const reservation = JSON.stringify({ profileId: seller.profileId, purpose: id });
          await transaction
            .updateTable('anchors')
            .set({ state: 'assigned', reservation })
            .where('id', '=', id)
            .execute();
          return true;
        });
      expect((await Promise.all(ids.map(add))).filter((isAdded) => isAdded)).toHaveLength(1);
    });

    test('has a price from the follower’s first look on', async () => {
      const price = async () => (await costsOf(db(), seller.profileId, NOW)).priceSats;
      expect(await price()).toBe(200);
      await db().deleteFrom('revocationPrice').execute();
      expect(await price()).toBe(0);
    });

    /** A sale at `soldAt` that paid a seller fee of 1,000 sats. */
    const sold = async (more: Partial<Insertable<Schema['sales']>> = {}) =>
      db()
        .insertInto('sales')
        .values({
          id: crypto.randomUUID(),
          state: 'confirmed',
          saleType: 'internal',
          txid: crypto.randomUUID(),
          inscriptionId: idOf(1),
          sellerAddress: seller.address,
          priceSats: 50_000,
          sellerFeeSats: 1_000,
          soldAt: NOW,
          blockHeight: 100,
          ...more,
        })
        .execute();

    test('stands beside the seller fees of what was sold and confirmed since, once for each sale', async () => {
      const { address, profileId } = seller;
      const binding = { ordinalsAddress: address, paymentAddress: 'another', label: 'wallet', profileId };
      await insertBinding(db(), { id: crypto.randomUUID(), createdAt: NOW, ...binding });
      await sold();
      await sold();
      await sold({ state: 'pending' });
      await sold({ saleType: 'external' });
      await sold({ sellerAddress: 'somebody' });
      const paid = async (of: Seller, since: Date) => (await costsOf(db(), of.profileId, since)).paidSats;
      expect(await paid(seller, later(-1))).toBe(2_000);
      expect(await paid(seller, NOW)).toBe(0);
      expect(await paid(await makeSeller(db()), later(-1))).toBe(0);
    });

    describe('that no sale pays', () => {
      const [one, two] = [idOf(1), idOf(2)];
      const bounds = { oneSats: 400, againSats: 600, allSats: 800 };
      const unpaid = async (since: Date, within: Partial<typeof bounds> = {}) =>
        unpaidCosts(db(), [one, two], since, { ...bounds, ...within });
      /** Closes a listing of each, a millisecond after the one before. */
      const closed = async (ids: readonly string[], paid = false) => {
        const anchors = await assigned(ids.length, paid ? [] : ids);
        for (const [i, id] of anchors.entries()) await retireAnchors(db(), [id], later(i + 1));
      };

      test('are those of an inscription, and all, from the newest on until they reach a bound', async () => {
        await closed([one, one, one, 'other']);
        expect(await unpaid(NOW)).toEqual([
          { inscriptionId: one, isAgain: true, oneReachedAt: later(2), allReachedAt: later(2) },
          { inscriptionId: two, isAgain: false, oneReachedAt: null, allReachedAt: later(1) },
        ]);
        expect(await unpaid(later(2))).toEqual([
          { inscriptionId: one, isAgain: true, oneReachedAt: null, allReachedAt: null },
          { inscriptionId: two, isAgain: false, oneReachedAt: null, allReachedAt: null },
        ]);
      });

      test('have no bound where none is set', async () => {
        await closed([one, one, one, one]);
        const none = { oneSats: null, againSats: null, allSats: null };
        const costs = await unpaidCosts(db(), [one, two], NOW, none);
        expect(costs.flatMap(({ oneReachedAt, allReachedAt }) => [oneReachedAt, allReachedAt])).toEqual(
          Array.from({ length: 4 }, () => null),
        );
      });

      test('leave out what was paid for, and what its inscription cost before it was sold here', async () => {
        await closed([one, one, two], true);
        expect((await unpaid(NOW)).map(({ isAgain }) => isAgain)).toEqual([false, false]);
        await closed([one, one, two]);
        await sold({ soldAt: later(2) });
        await sold({ soldAt: later(10), inscriptionId: two, saleType: 'external' });
        expect(await unpaid(NOW)).toMatchObject([
          { isAgain: false, oneReachedAt: null },
          { isAgain: true, oneReachedAt: null },
        ]);
      });
    });
  });
}
