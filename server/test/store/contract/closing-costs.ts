import { beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../src/store/database/transaction.ts';
import { costsOf, lockCosts, setRevocationPrice } from '../../../src/store/listing/closing-costs.ts';
import {
  anchorsByIds,
  assignAnchors,
  reserveAnchors,
  retireAnchors,
  spendCoins,
} from '../../../src/store/operator-coins/anchors.ts';
import type { Database } from '../../../src/store/port.ts';
import {
  later,
  makeAnchors,
  makeCollection,
  makeInscriptions,
  makeListing,
  makePurchase,
  makeSeller,
  NOW,
  type Seller,
} from './rows.ts';

export function closingCostRules(db: () => Database): void {
  describe('what closings cost', () => {
    let seller: Seller;
    beforeEach(async () => {
      await setRevocationPrice(db(), 200);
      seller = await makeSeller(db());
    });

    /** Anchors that are assigned to something of the seller. */
    const assigned = async (count: number) => {
      await makeAnchors(db(), count);
      const anchors = (await reserveAnchors(db(), {
        profileId: seller.profileId,
        purposes: Array.from({ length: count }, () => crypto.randomUUID()),
        most: 24,
        valueSats: 1000,
        now: NOW,
        until: later(1000),
      }))!;
      await assignAnchors(db(), anchors);
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

    test('stands beside the seller fees of what was sold since', async () => {
      await makeCollection(db(), 'mice');
      await makeInscriptions(db(), [{ number: 1 }, { number: 2 }, { number: 3 }], 'mice');
      const listed = { sold: [1, 2], buyable: [3] } as const;
      for (const [state, numbers] of Object.entries(listed))
        for (const number of numbers)
          await makeListing(db(), seller, 'mice', [number], { state: state as keyof typeof listed });
      await db().updateTable('listings').set({ closedAt: NOW }).where('state', '=', 'sold').execute();
      const paid = async ({ profileId }: Seller, since: Date) =>
        (await costsOf(db(), profileId, since)).paidSats;
      expect(await paid(seller, later(-1))).toBe(2_000);
      expect(await paid(seller, NOW)).toBe(0);
      expect(await paid(await makeSeller(db()), later(-1))).toBe(0);
    });
  });
}
