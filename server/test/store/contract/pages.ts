import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { collectionItems } from '../../../src/store/catalogue/collection-items.ts';
import { addMembers } from '../../../src/store/catalogue/collections.ts';
import { floorsOf, lastSnapshotAt, takeSnapshots } from '../../../src/store/catalogue/floors.ts';
import { recordSpends, watchCoins } from '../../../src/store/chain/coin-spends.ts';
import { inscriptionsByIds, setLastSales, setLocations } from '../../../src/store/chain/inscriptions.ts';
import { deleteReadAbove } from '../../../src/store/chain/source-readings.ts';
import type { PageKey } from '../../../src/store/database/page-key.ts';
import { type ListingSort, listingsPage } from '../../../src/store/listing/listings-page.ts';
import type { Database } from '../../../src/store/port.ts';
import {
  deleteExternalSalesAbove,
  salesInBlocksAbove,
  storeExternalSales,
} from '../../../src/store/sale/external-sales.ts';
import { salesPage } from '../../../src/store/sale/sales.ts';
import {
  confirmFillSale,
  confirmSales,
  insertPendingSales,
  unconfirmFillSale,
  unconfirmSales,
} from '../../../src/store/sale/write-sales.ts';
import {
  idOf,
  later,
  makeAnchors,
  makeCollection,
  makeInscriptions,
  makeListing,
  makePurchase,
  makeSeller,
  NO_INCOME,
  NOW,
  type Seller,
  saleElsewhere,
  txidOf,
} from './rows.ts';

const DAY_MS = 86_400_000;

/** Reads page after page, `limit` rows each, as the API does. */
async function walk<Row>(
  limit: number,
  read: (after: PageKey | null) => Promise<Row[]>,
  keyOf: (row: Row) => PageKey,
): Promise<Row[]> {
  const all: Row[] = [];
  for (let after: PageKey | null = null; ; ) {
    const page: Row[] = await read(after);
    all.push(...page);
    if (page.length < limit) return all;
    after = keyOf(page.at(-1)!);
  }
}

export function pageRules(db: () => Database): void {
  describe('reads', () => {
    let seller: Seller;
    const numbers = [1, 2, 3, 4, 5, 6, 7];

    beforeEach(async () => {
      seller = await makeSeller(db(), 'seller-a');
      await makeCollection(db(), 'embers', { verified: true });
      await makeCollection(db(), 'gallery', { kind: 'gallery' }, later(-1));
      const traits = (number: number) => [{ type: 'Hue', value: number % 2 ? 'red' : 'blue' }];
      await makeInscriptions(
        db(),
        numbers.map((number) => ({ number, traits: traits(number), title: `No ${number}` })),
        'embers',
      );
      await addMembers(db(), 'gallery', [idOf(3)]);
    });

    async function confirmedPurchase(): Promise<string> {
      const [anchorId] = await makeAnchors(db(), 1);
      return makePurchase(db(), seller, {
        anchorId: anchorId!,
        state: 'confirmed',
        settlementTxid: txidOf('s'),
      });
    }

    describe('pages of listings', () => {
      const keyOf = (sort: ListingSort) => (row: { listedAt: Date; priceSats: number; id: string }) => [
        sort === 'recent' ? row.listedAt.toISOString() : row.priceSats,
        row.id,
      ];

      test.each(['recent', 'price'] as const)(
        'sorted by %s they walk every row once, in order',
        async (sort) => {
          for (const number of numbers) {
            const more = { priceSats: 10_000 + (number % 3), listedAt: later(number % 2) };
            await makeListing(db(), seller, 'embers', [number], more);
          }
          for (const collectionSlug of [undefined, 'EMBERS']) {
            const rows = await walk(
              2,
              (after) => listingsPage(db(), { now: NOW, sort, after, limit: 2, collectionSlug }),
              keyOf(sort),
            );
            expect(new Set(rows.map((row) => row.id)).size).toBe(numbers.length);
            const keys = rows.map((row) => (sort === 'recent' ? -row.listedAt.getTime() : row.priceSats));
            expect(keys).toEqual([...keys].sort((a, b) => a - b));
          }
        },
      );
      test('a row has the inscription, where it is, and its collection', async () => {
        const id = await makeListing(db(), seller, 'embers', [3], { expiresAt: later(9) });
        expect(await listingsPage(db(), { now: NOW, sort: 'recent', after: null, limit: 5 })).toEqual([
          {
            id,
            sellerOrdinalsAddress: 'seller-a',
            priceSats: 50_000,
            listedAt: NOW,
            expiresAt: later(9),
            inscriptionId: idOf(3),
            number: 3,
            title: 'No 3',
            sat: 5_000_000_003,
            txid: txidOf(3),
            vout: 0,
            satOffset: 0,
            collectionSlug: 'embers',
            collectionName: 'EMBERS',
            collectionKind: 'parent_child',
            collectionVerified: true,
          },
        ]);
      });
      test('filters narrow them alone and together; a bundle shows the member asked for', async () => {
        const other = await makeSeller(db(), 'seller-b');
        const bundle = await makeListing(db(), seller, 'embers', [1, 3]);
        const single = await makeListing(db(), other, 'embers', [2]);
        const find = async (filter: {
          collectionSlug?: string;
          inscriptionId?: string;
          sellerAddress?: string;
        }) =>
          (await listingsPage(db(), { now: NOW, sort: 'price', after: null, limit: 5, ...filter })).map(
            (row) => [row.id, row.inscriptionId],
          );
        expect(await find({ collectionSlug: 'gallery' })).toEqual([[bundle, idOf(1)]]);
        expect(await find({ inscriptionId: idOf(3) })).toEqual([[bundle, idOf(3)]]);
        expect(await find({ sellerAddress: 'seller-b' })).toEqual([[single, idOf(2)]]);
        expect(await find({ collectionSlug: 'gallery', sellerAddress: 'seller-b' })).toEqual([]);
        expect(await find({ collectionSlug: 'nothing' })).toEqual([]);
      });
    });

    describe('pages of sales', () => {
      test('have confirmed sales only, newest first, each once', async () => {
        const purchaseId = await confirmedPurchase();
        for (const number of numbers) {
          const id = crypto.randomUUID();
          const listingId = await makeListing(db(), seller, 'embers', [number], { state: 'sold' });
          const sale = { id, purchaseId, listingId, txid: txidOf('s'), priceSats: number };
          await insertPendingSales(db(), [
            {
              ...sale,
              ...NO_INCOME,
              inscriptionId: idOf(number),
              collectionSlug: 'embers',
              sellerAddress: 'a',
              buyerAddress: 'b',
            },
          ]);
          if (number === 7) continue;
          const confirmed = { soldAt: later(number % 2), blockHeight: 100 + (number % 2) };
          await confirmSales(db(), [{ id, inscriptionId: idOf(number) }], confirmed);
        }
        for (const collectionSlug of [undefined, 'Embers']) {
          const rows = await walk(
            2,
            (after) => salesPage(db(), { after, limit: 2, collectionSlug }),
            (row) => [row.soldAt.toISOString(), row.blockHeight, row.blockPosition, row.id],
          );
          expect(rows.map((row) => row.priceSats).sort()).toEqual([1, 2, 3, 4, 5, 6]);
          expect(rows.slice(0, 3).map((row) => row.priceSats % 2)).toEqual([1, 1, 1]);
          expect(rows[0]).toMatchObject({ saleType: 'internal', blockHeight: 101, collectionVerified: true });
        }
        expect(await salesPage(db(), { after: null, limit: 2, collectionSlug: 'nothing' })).toEqual([]);
      });
    });

    describe('sales of one second', () => {
      test('come in the reverse order of the chain; the place of our own is that of the transaction that spent the coin', async () => {
        const elsewhere = (number: number, blockHeight: number, blockPosition: number) =>
          saleElsewhere(db(), [number], { blockHeight, blockPosition, priceSats: number });
        const sold = [elsewhere(1, 102, 2), elsewhere(4, 101, 30), elsewhere(2, 101, 7)];
        await storeExternalSales(db(), await Promise.all(sold));
        const coin = { txid: txidOf(3), vout: 0 };
        await watchCoins(db(), [coin]);
        await recordSpends(db(), [{ ...coin, spentBy: txidOf('fill'), height: 101, blockPosition: 20 }]);
        await confirmFillSale(db(), {
          txid: txidOf('fill'),
          inscriptionId: idOf(3),
          collectionSlug: 'embers',
          sellerAddress: 'a',
          buyerAddress: 'b',
          priceSats: 3,
          ...NO_INCOME,
          soldAt: NOW,
          blockHeight: 101,
        });
        const told = async () =>
          (await salesPage(db(), { after: null, limit: 9 })).map((row) => [
            row.priceSats,
            row.blockHeight,
            row.blockPosition,
          ]);
        const chain = [
          [1, 102, 2],
          [4, 101, 30],
          [3, 101, 20],
          [2, 101, 7],
        ];
        expect(await told()).toEqual(chain);
        await unconfirmFillSale(db(), txidOf('fill'), idOf(3));
        expect(await told()).toEqual(chain.filter(([price]) => price !== 3));
      });
    });

    describe('a bundle sold elsewhere', () => {
      test('is a sale of its lowest-numbered inscription, to whom that went', async () => {
        const sale = await saleElsewhere(db(), [4, 3], { blockHeight: 101 });
        const [four, three] = sale.sold;
        const sold = [four!, { ...three!, buyerAddress: 'c' }];
        await storeExternalSales(db(), [{ ...sale, sold }]);
        expect(await salesPage(db(), { after: null, limit: 9 })).toMatchObject([
          { inscriptionId: idOf(3), buyerAddress: 'c', blockHeight: 101 },
        ]);
      });
    });

    // Spec, "GET /sales": `collectionSlug`; "Collection inscription item": `lastSale`
    describe('a sale of a bundle', () => {
      const found = async (collectionSlug: string) =>
        (await salesPage(db(), { after: null, limit: 9, collectionSlug })).map(({ id }) => id);
      const lastSales = async (...of: number[]) =>
        (await inscriptionsByIds(db(), of.map(idOf))).map((one) => one!.lastSaleSats);

      test('settled elsewhere is found in the collections of all its members, and is the last sale of each', async () => {
        await storeExternalSales(db(), [
          await saleElsewhere(db(), [2, 3], { blockHeight: 101, priceSats: 9 }),
        ]);
        const [sale] = await found('embers');
        expect(await found('gallery')).toEqual([sale]);
        expect(await lastSales(2, 3)).toEqual([9, 9]);
        const soldIds = await salesInBlocksAbove(db(), 100);
        expect(soldIds.toSorted()).toEqual([idOf(2), idOf(3)].toSorted());
        await deleteExternalSalesAbove(db(), 100);
        await setLastSales(db(), soldIds);
        expect([await found('embers'), await found('gallery')]).toEqual([[], []]);
        expect(await lastSales(2, 3)).toEqual([null, null]);
      });

      test('settled here is found so while it is confirmed', async () => {
        const listingId = await makeListing(db(), seller, 'embers', [2, 3], { state: 'sold' });
        const id = crypto.randomUUID();
        await insertPendingSales(db(), [
          {
            id,
            purchaseId: await confirmedPurchase(),
            listingId,
            txid: txidOf('s'),
            inscriptionId: idOf(2),
            collectionSlug: 'embers',
            sellerAddress: 'a',
            buyerAddress: 'b',
            priceSats: 8,
            ...NO_INCOME,
          },
        ]);
        expect(await found('gallery')).toEqual([]);
        await confirmSales(db(), [{ id, inscriptionId: idOf(2) }], { soldAt: NOW, blockHeight: 101 });
        expect([await found('embers'), await found('gallery')]).toEqual([[id], [id]]);
        expect(await lastSales(2, 3)).toEqual([8, 8]);
        await unconfirmSales(db(), [{ id }]);
        expect([await found('embers'), await found('gallery')]).toEqual([[], []]);
      });

      test('is found in a collection that gets a member of it later, and no more once that has left', async () => {
        await storeExternalSales(db(), [await saleElsewhere(db(), [2, 4], { blockHeight: 101 })]);
        expect(await found('gallery')).toEqual([]);
        await addMembers(db(), 'gallery', [idOf(4)]);
        expect(await found('gallery')).toHaveLength(1);
        await sql`delete from collection_members where slug = 'gallery'
          and inscription_key = (select key from inscriptions where id = ${idOf(4)})`.execute(db());
        expect(await found('gallery')).toEqual([]);
        expect(await found('embers')).toHaveLength(1);
      });
    });

    describe('what listings and sales show of an inscription', () => {
      const shown = async () => {
        const [listing] = await listingsPage(db(), { now: NOW, sort: 'recent', after: null, limit: 1 });
        const [sale] = await salesPage(db(), { after: null, limit: 1 });
        return {
          listing: [listing!.number, listing!.title, listing!.sat, listing!.txid],
          sale: [sale!.number, sale!.title],
        };
      };
      beforeEach(async () => {
        await makeListing(db(), seller, 'embers', [3, 4]);
        await storeExternalSales(db(), [await saleElsewhere(db(), [3], { blockHeight: 101 })]);
      });

      test('is what was read last, and where it is now', async () => {
        expect(await shown()).toEqual({ listing: [3, 'No 3', 5_000_000_003, txidOf(3)], sale: [3, 'No 3'] });
        await makeInscriptions(db(), [{ number: 3, title: 'Renamed' }]);
        await makeInscriptions(db(), [{ number: 4, title: 'Not the one shown' }]);
        const { key } = (await inscriptionsByIds(db(), [idOf(3)]))[0]!;
        const after = { txid: txidOf('elsewhere'), vout: 1, offset: 0, valueSats: 546, ownerAddress: null };
        await setLocations(db(), [{ key, after }]);
        expect(await shown()).toEqual({
          listing: [3, 'Renamed', 5_000_000_003, txidOf('elsewhere')],
          sale: [3, 'Renamed'],
        });
      });
      test('is nothing once a reorg took it, and there again when it is read again', async () => {
        await deleteReadAbove(db(), 99);
        expect(await shown()).toEqual({ listing: [null, null, null, null], sale: [null, null] });
        await makeInscriptions(db(), [{ number: 3, title: 'Born again' }]);
        expect(await shown()).toEqual({
          listing: [3, 'Born again', 5_000_000_003, txidOf(3)],
          sale: [3, 'Born again'],
        });
      });
    });

    describe('pages of a collection', () => {
      test.each(['oldest', 'newest'] as const)('%s first, they walk every member once', async (sort) => {
        const rows = await walk(
          3,
          async (after) => collectionItems(db(), { now: NOW, slug: 'embers', sort, after, limit: 3 }),
          (row) => [row.position, row.key],
        );
        const expected = sort === 'oldest' ? numbers : [...numbers].reverse();
        expect(rows.map((row) => row.number)).toEqual(expected);
      });
      test('an item has its live listing, memberships, counted traits and last sale', async () => {
        const listingId = await makeListing(db(), seller, 'embers', [3], { state: 'hidden_locked' });
        await makeListing(db(), seller, 'embers', [4], { state: 'sold' });
        await db().updateTable('inscriptions').set({ lastSaleSats: 77 }).where('id', '=', idOf(4)).execute();
        const wanted = {
          slug: 'embers',
          sort: 'oldest',
          now: NOW,
          after: [3 * 2 ** 20 - 1, Number.MAX_SAFE_INTEGER],
          limit: 2,
        } as const;
        const [third, fourth] = await collectionItems(db(), wanted);
        expect(third).toMatchObject({
          listingId,
          listingState: 'hidden_locked',
          priceSats: 50_000,
          collections: ['embers', 'gallery'],
          traits: [{ type: 'Hue', value: 'red', count: 4, percentage: 57.14 }],
          satributes: ['uncommon', 'vintage'],
          lastSaleSats: null,
        });
        expect(fourth).toMatchObject({ listingId: null, collections: ['embers'], lastSaleSats: 77 });
      });
    });

    describe('floors', () => {
      test('have floor, listed and owner counts in the order asked, unknown slugs left out', async () => {
        await makeListing(db(), seller, 'embers', [1], { priceSats: 30_000 });
        await makeListing(db(), seller, 'embers', [3], { priceSats: 20_000 });
        await makeListing(db(), seller, 'embers', [4], { priceSats: 10_000, state: 'hidden_locked' });
        await makeInscriptions(db(), [{ number: 1, address: 'someone else' }]);
        const changes = { oneDayChange: null, sevenDayChange: null, expiresAt: null };
        expect(await floorsOf(db(), ['gallery', 'nothing', 'Embers'], NOW)).toEqual([
          { slug: 'gallery', floorSats: 20_000, listedCount: 1, ownerCount: 1, ...changes },
          { slug: 'embers', floorSats: 20_000, listedCount: 2, ownerCount: 2, ...changes },
        ]);
      });
      test('change in percent against the snapshots of one and seven days ago', async () => {
        await makeListing(db(), seller, 'embers', [1], { priceSats: 40_000 });
        expect(await lastSnapshotAt(db())).toBeNull();
        await takeSnapshots(db(), later(-7 * DAY_MS));
        await makeListing(db(), seller, 'embers', [2], { priceSats: 20_000 });
        await takeSnapshots(db(), later(-DAY_MS));
        await takeSnapshots(db(), later(-DAY_MS));
        expect(await lastSnapshotAt(db())).toEqual(later(-DAY_MS));
        await makeListing(db(), seller, 'embers', [3], { priceSats: 10_000 });
        const change = async (now: Date) => {
          const [floor] = await floorsOf(db(), ['embers'], now);
          return [floor!.oneDayChange, floor!.sevenDayChange];
        };
        expect(await change(NOW)).toEqual([-50, -75]);
        expect(await change(later(7 * 3_600_000))).toEqual([null, null]);
      });
      test('are null where nothing is buyable', async () => {
        await takeSnapshots(db(), later(-DAY_MS));
        const [floor] = await floorsOf(db(), ['embers'], NOW);
        expect(floor).toMatchObject({ floorSats: null, listedCount: 0, oneDayChange: null });
      });
    });
  });
}
