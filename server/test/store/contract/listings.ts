import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import type { Outpoint } from '@ordbook/protocol/outpoint';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { addMembers } from '../../../src/store/catalogue/collections.ts';
import { watchedCoinsAt } from '../../../src/store/chain/coin-spends.ts';
import { withMoves } from '../../../src/store/database/machine.ts';
import { inTransaction } from '../../../src/store/database/transaction.ts';
import {
  closeListings,
  deleteListingSignatures,
  listingsByIds,
  listingsDue,
  listingsInState,
  listingsToRecover,
  liveListingsOn,
  lockingForPurchase,
  setRecovery,
} from '../../../src/store/listing/listings.ts';
import { listingsPage } from '../../../src/store/listing/listings-page.ts';
import { anchorsByIds } from '../../../src/store/operator-coins/anchors.ts';
import type { Database } from '../../../src/store/port.ts';
import { purchaseMachine } from '../../../src/store/purchase/machine.ts';
import {
  insertPurchase,
  lockedPayments,
  openPurchases,
  purchaseByAnchor,
  purchaseById,
  purchasesConfirmedAbove,
  unlockPayments,
} from '../../../src/store/purchase/purchases.ts';
import { salesOfPurchase } from '../../../src/store/sale/sales.ts';
import {
  anyListing,
  idOf,
  later,
  makeAnchors,
  makeCollection,
  makeInscriptions,
  makeListing,
  makeSeller,
  NO_INCOME,
  NOW,
  type Seller,
  txidOf,
} from './rows.ts';

/** A transaction, raw hex. */
const RAW = `0200000001${'11'.repeat(32)}${'00'.repeat(5)}ffffffff01${'00'.repeat(9)}${'00'.repeat(4)}`;

export function listingRules(db: () => Database): void {
  let seller: Seller;
  const make = (numbers: number[], more = {}) => makeListing(db(), seller, 'embers', numbers, more);
  const lock = async (wanted: string[], now: Date) => {
    const { rows } = await sql<{ id: string }>`
      with ${withMoves(lockingForPurchase(wanted, now))} select id from moved`.execute(db());
    return new Set(rows.map(({ id }) => id));
  };
  const ids = (rows: readonly ({ id: string } | null)[]) => rows.map((row) => row?.id ?? null);

  describe('listings', () => {
    beforeEach(async () => {
      seller = await makeSeller(db());
      await makeCollection(db(), 'embers');
      await makeInscriptions(
        db(),
        [1, 2, 3, 4].map((number) => ({ number })),
        'embers',
      );
    });

    test('come with their items, the canonical one first, and their anchor', async () => {
      const id = await make([2, 1]);
      const [listing, unknown] = await listingsByIds(db(), [id, crypto.randomUUID()]);
      expect(unknown).toBeNull();
      expect(listing).toMatchObject({
        id,
        state: 'buyable',
        items: [
          { id: idOf(2), offset: 0 },
          { id: idOf(1), offset: 600 },
        ],
        anchor: { vout: 1, valueSats: 1000, confirmedHeight: 100 },
        priceSats: 50_000,
        listedAt: NOW,
      });
    });
    test('one output has one live listing', async () => {
      const id = await make([1]);
      await expect(make([1])).rejects.toThrow('not stored');
      await anyListing.mustTransition(db(), id, 'buyable', 'cancelled');
      expect(await make([1])).not.toBe(id);
    });
    test('wait for the chain while pending, or invalidated and not closed', async () => {
      const pending = await make([1], { state: 'pending_public' });
      const invalid = await make([2], { state: 'invalidated' });
      const closed = await make([3], { state: 'invalidated' });
      await anyListing.mustTransition(db(), closed, 'invalidated', 'invalidated', { closedAt: NOW });
      expect(ids(await listingsInState(db(), 'pending_public', null, 10))).toEqual([pending]);
      expect(ids(await listingsInState(db(), 'invalidated', null, 10))).toEqual([invalid]);
    });
    test('are due at the moment they expire, unless locked', async () => {
      const due = await make([1], { expiresAt: later(10) });
      await make([2], { expiresAt: later(11) });
      await make([3], { expiresAt: later(1), state: 'hidden_locked' });
      await make([4]);
      expect(await listingsDue(db(), later(10), 10)).toEqual([due]);
    });
    test('are found on the output they sell, on their passthrough and on their anchor', async () => {
      const own = await make([1]);
      const sent = await make([2]);
      await make([3], { state: 'hidden_locked' });
      await make([4], { state: 'cancelled' });
      const [first, listing] = await listingsByIds(db(), [own, sent]);
      const outpoints = [1, 3, 4, 99].map((number) => ({ txid: txidOf(number), vout: 0 }));
      expect(ids(await liveListingsOn(db(), outpoints))).toEqual([own]);
      expect(ids(await liveListingsOn(db(), [{ txid: listing!.transferTxid, vout: 0 }]))).toEqual([sent]);
      expect(await liveListingsOn(db(), [{ txid: listing!.transferTxid, vout: 1 }])).toEqual([]);
      const { txid, vout } = first!.anchor;
      const onAnchors = await liveListingsOn(db(), [first!.anchor, { ...listing!.anchor, vout: 77 }]);
      expect(onAnchors).toMatchObject([{ id: own, anchor: { txid, vout } }]);
    });
    test('are locked for a purchase while they are buyable, by one purchase each, and are sent from then on', async () => {
      const buyable = [await make([1]), await make([2])];
      const expired = await make([3], { state: 'expired' });
      expect(await lock([...buyable, expired], NOW)).toEqual(new Set(buyable));
      expect(await lock(buyable, later(5))).toEqual(new Set());
      const [first, , other] = await listingsByIds(db(), [...buyable, expired]);
      expect(first).toMatchObject({ state: 'hidden_locked', transferSentAt: NOW });
      expect(other).toMatchObject({ state: 'expired', transferSentAt: null });
    });
    test('that were sent before keep the time of it when another purchase locks them', async () => {
      const id = await make([1]);
      await db().updateTable('listings').set({ transferSentAt: NOW }).where('id', '=', id).execute();
      await lock([id], later(5));
      expect((await listingsByIds(db(), [id]))[0]).toMatchObject({ transferSentAt: NOW });
    });
    test('close all or none, and lose signatures and anchor unless their transfer was sent', async () => {
      const [open, pending] = [await make([1]), await make([2], { state: 'pending_public' })];
      const [sent, locked] = [await make([3]), await make([4], { state: 'hidden_locked' })];
      await db().updateTable('listings').set({ transferSentAt: NOW }).where('id', '=', sent).execute();
      await db().updateTable('anchors').set({ state: 'assigned' }).execute();
      const close = async (...asked: string[]) =>
        closeListings(db(), asked, 'cancelled', { closedAt: later(1), closeReason: 'no more' });
      const seen = async (...asked: string[]) => {
        const listings = await listingsByIds(db(), asked);
        const anchors = await anchorsByIds(
          db(),
          listings.map((listing) => listing!.anchorId),
        );
        return listings.map((listing, i) => [
          listing!.state,
          listing!.transferSignature + listing!.saleSignature + listing!.recoverySignature,
          anchors[i]!.state,
        ]);
      };
      expect(await close(open, locked)).toEqual([open]);
      expect(await seen(open, locked)).toEqual([
        ['buyable', 'aabbcc', 'assigned'],
        ['hidden_locked', 'aabbcc', 'assigned'],
      ]);
      expect((await close(open, pending, sent, open)).sort()).toEqual([open, pending, sent].sort());
      expect(await seen(open, pending, sent)).toEqual([
        ['cancelled', '', 'retired'],
        ['cancelled', '', 'retired'],
        ['cancelled', 'aabbcc', 'assigned'],
      ]);
      expect((await listingsByIds(db(), [open]))[0]).toMatchObject({
        closedAt: later(1),
        closeReason: 'no more',
      });
      expect(await close(open)).toEqual([]);
    });
    test('closed ones whose transfer was sent need recovery until their signatures are forgotten', async () => {
      const sent = await make([1], { state: 'cancelled' });
      const live = await make([2]);
      await make([3], { state: 'expired' });
      const sentNow = { transferSentAt: NOW };
      await db().updateTable('listings').set(sentNow).where('id', 'in', [sent, live]).execute();
      const [listing] = await listingsToRecover(db());
      expect(listing).toMatchObject({ id: sent, transferSentAt: NOW });
      const stored = { hex: '0200', bumpHex: null };
      expect(await setRecovery(db(), [sent], { txid: 'aa', ...stored })).toBe(true);
      expect(await setRecovery(db(), [sent], { txid: 'bb', ...stored })).toBe(false);
      await deleteListingSignatures(db(), sent);
      expect(await listingsToRecover(db())).toEqual([]);
    });
  });

  describe('shelves', () => {
    const shown = async (collectionSlug: string) =>
      ids(await listingsPage(db(), { now: NOW, sort: 'recent', after: null, limit: 10, collectionSlug }));

    beforeEach(async () => {
      seller = await makeSeller(db());
      for (const slug of ['embers', 'gallery', 'late']) await makeCollection(db(), slug);
      await makeInscriptions(db(), [{ number: 1 }, { number: 2 }], 'embers');
      await addMembers(db(), 'gallery', [idOf(2)]);
    });

    test('a listing is offered in its own collection and in those of its items, while it is buyable', async () => {
      const id = await make([1, 2]);
      expect([await shown('embers'), await shown('gallery'), await shown('late')]).toEqual([[id], [id], []]);
      await anyListing.mustTransition(db(), id, 'buyable', 'hidden_locked');
      expect([await shown('embers'), await shown('gallery')]).toEqual([[], []]);
      await anyListing.mustTransition(db(), id, 'hidden_locked', 'buyable');
      expect([await shown('embers'), await shown('gallery')]).toEqual([[id], [id]]);
    });
    test('an inscription that joins a collection brings its listing', async () => {
      const id = await make([1]);
      await addMembers(db(), 'late', [idOf(1)]);
      await addMembers(db(), 'late', [idOf(1), idOf(2)]);
      expect(await shown('late')).toEqual([id]);
    });
    test('a new time of listing moves the listing to the front', async () => {
      const first = await make([1]);
      const second = await make([2], { listedAt: later(1) });
      expect(await shown('embers')).toEqual([second, first]);
      await anyListing.mustTransition(db(), first, 'buyable', 'pending_public');
      await anyListing.mustTransition(db(), first, 'pending_public', 'buyable', { listedAt: later(2) });
      expect(await shown('embers')).toEqual([first, second]);
    });
  });

  describe('purchases', () => {
    let anchorId: string;
    let listingId: string;
    const unstored = () => ({
      id: crypto.randomUUID(),
      state: 'broadcasting' as const,
      buyerProfileId: seller.profileId,
      buyerBindingId: seller.bindingId,
      buyerOrdinalsAddress: seller.address,
      anchorId,
      settlementTxid: txidOf(crypto.randomUUID()),
      package: [RAW, RAW],
      totalCostSats: 70_000,
      createdAt: NOW,
    });
    const anchorNow = async (id = anchorId) => (await anchorsByIds(db(), [id]))[0]!;
    const taking = async (payments: Outpoint[] = [], listings: string[] = []) => {
      return { listings, anchor: await anchorNow(), payments };
    };
    const buy = async (payments: Outpoint[] = []) => {
      const { purchase } = await insertPurchase(db(), unstored(), await taking(payments), []);
      return purchase!;
    };
    const saleOf = ({ id: purchaseId, settlementTxid }: { id: string; settlementTxid: string }) => ({
      id: crypto.randomUUID(),
      purchaseId,
      listingId,
      txid: settlementTxid,
      inscriptionId: idOf(1),
      collectionSlug: 'embers',
      sellerAddress: 's',
      buyerAddress: 'b',
      priceSats: 50_000,
      ...NO_INCOME,
    });

    beforeEach(async () => {
      seller = await makeSeller(db());
      await makeCollection(db(), 'embers');
      await makeInscriptions(
        db(),
        [1, 2, 3].map((number) => ({ number })),
        'embers',
      );
      anchorId = (await makeAnchors(db(), 1))[0]!;
      listingId = await make([1], { state: 'hidden_locked' });
    });

    test('are open until confirmed or failed, and found by their anchor unless failed', async () => {
      const purchase = await buy();
      expect(purchase).toMatchObject({ package: [RAW, RAW], confirmedHeight: null, createdAt: NOW });
      expect(await openPurchases(db())).toEqual([purchase]);
      expect(await purchaseByAnchor(db(), anchorId)).toEqual(purchase);
      await purchaseMachine.mustTransition(db(), purchase.id, 'broadcasting', 'failed', { failure: 'gone' });
      expect(await openPurchases(db())).toEqual([]);
      expect(await purchaseByAnchor(db(), anchorId)).toBeNull();
      expect((await purchaseById(db(), purchase.id))!.failure).toBe('gone');
    });
    test('take their payment coins, and watch what their package spends', async () => {
      const coins = [0, 1, 2].map((vout) => ({ txid: txidOf('coin'), vout }));
      const { id } = await buy([coins[0]!, coins[1]!]);
      expect(await lockedPayments(db(), coins)).toEqual([coins[0], coins[1]]);
      expect(await watchedCoinsAt(db(), readTransaction(RAW).inputs)).not.toContain(null);
      await unlockPayments(db(), id);
      expect(await lockedPayments(db(), coins)).toEqual([]);
    });
    test('are not stored with a payment coin of another open purchase', async () => {
      const coins = [0, 1].map((vout) => ({ txid: txidOf('coin'), vout }));
      const first = await buy([coins[1]!]);
      const [other] = await makeAnchors(db(), 1);
      const second = inTransaction(db(), async (transaction) => {
        const [anchor] = await anchorsByIds(transaction, [other!]);
        const taken = { listings: [], anchor: anchor!, payments: coins };
        const { purchase } = await insertPurchase(
          transaction,
          { ...unstored(), anchorId: other! },
          taken,
          [],
        );
        expect(purchase).toBeNull();
        throw new Error('rolled back');
      });
      await expect(second).rejects.toThrow('rolled back');
      expect(await lockedPayments(db(), coins)).toEqual([coins[1]]);
      expect(await openPurchases(db())).toEqual([first]);
    });
    test('lock what they buy and assign their anchor', async () => {
      const buyable = [await make([2]), await make([3])];
      const inserted = await insertPurchase(db(), unstored(), await taking([], buyable), []);
      expect(inserted).toMatchObject({ purchase: { anchorId }, isAnchorAssigned: true });
      expect(new Set(inserted.locked)).toEqual(new Set(buyable));
      const locked = await listingsByIds(db(), buyable);
      expect(locked.map((listing) => listing!.state)).toEqual(['hidden_locked', 'hidden_locked']);
      expect((await anchorNow()).state).toBe('assigned');
    });
    test('store nothing, and take neither anchor nor coin, when one of the listings is not buyable', async () => {
      const buyable = await make([2]);
      const coin = { txid: txidOf('coin'), vout: 0 };
      const first = await buy();
      // as the same submit a second time: its settlement is stored
      const { settlementTxid } = first;
      anchorId = (await makeAnchors(db(), 1))[0]!;
      const taken = await taking([coin], [listingId, buyable]);
      const inserted = await insertPurchase(db(), { ...unstored(), settlementTxid }, taken, [saleOf(first)]);
      expect(inserted).toEqual({ purchase: null, locked: [buyable], isAnchorAssigned: false });
      expect(await openPurchases(db())).toEqual([first]);
      expect(await salesOfPurchase(db(), first.id)).toEqual([]);
      expect(await lockedPayments(db(), [coin])).toEqual([]);
      expect((await anchorNow()).state).toBe('free');
    });
    test('store nothing, and take no coin, when the anchor is not as it was read', async () => {
      const coin = { txid: txidOf('coin'), vout: 0 };
      const taken = await taking([coin]);
      const until = { reservation: null, reservedUntil: null };
      const reserved = { ...until, id: anchorId, state: 'reserved' };
      expect(await insertPurchase(db(), unstored(), { ...taken, anchor: reserved }, [])).toMatchObject({
        purchase: null,
        isAnchorAssigned: false,
      });
      expect(await openPurchases(db())).toEqual([]);
      expect(await lockedPayments(db(), [coin])).toEqual([]);
      expect((await anchorNow()).state).toBe('free');
    });
    test('are not stored twice with one settlement', async () => {
      const { settlementTxid } = await buy();
      anchorId = (await makeAnchors(db(), 1))[0]!;
      const again = insertPurchase(db(), { ...unstored(), settlementTxid }, await taking(), []);
      await expect(again).rejects.toMatchObject({ code: '23505' });
    });
    test('confirmed above a height are those that a rollback to it takes back', async () => {
      const { id } = await buy();
      await purchaseMachine.mustTransition(db(), id, 'broadcasting', 'pending');
      await purchaseMachine.mustTransition(db(), id, 'pending', 'confirmed', { confirmedHeight: 101 });
      expect(ids(await purchasesConfirmedAbove(db(), 100))).toEqual([id]);
      expect(await purchasesConfirmedAbove(db(), 101)).toEqual([]);
    });
    test('have a sale for each listing, with its transfer', async () => {
      const stored = { ...unstored(), feeRate: 2, partnerId: null };
      const sale = saleOf(stored);
      const { purchase } = await insertPurchase(db(), stored, await taking(), [sale]);
      expect(purchase).toMatchObject(stored);
      const [listing] = await listingsByIds(db(), [listingId]);
      expect(await salesOfPurchase(db(), stored.id)).toEqual([
        {
          id: sale.id,
          listingId,
          inscriptionId: idOf(1),
          priceSats: 50_000,
          transferTxid: listing!.transferTxid,
          sellerFeeSats: 0,
          buyerFeeSats: 0,
        },
      ]);
    });
  });
}
