import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rounds } from '../../../../stack/rounds.ts';
import type { ListingState } from '../../../src/store/listing/schema.ts';
import { deleteExternalSalesAbove, storeExternalSales } from '../../../src/store/sale/external-sales.ts';
import {
  anyListing,
  later,
  makeCollection,
  makeInscriptions,
  makeListing,
  makeSeller,
  type Seller,
  saleElsewhere,
  txidOf,
} from '../../store/contract/rows.ts';
import { type TestApi, testApi, testWallet } from '../../support/api.ts';
import { emptyDatabase, openTestDatabase, type TestDatabase } from '../../support/database.ts';

/** What happens to the book between two pages. */
interface Change {
  readonly kind: 'add' | 'buy' | 'cancel' | 'relist';
  readonly pick: number;
  readonly priceSats: number;
}

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('add', 'buy', 'cancel', 'relist'),
  pick: fc.nat(1_000),
  // Few prices, so that many listings are equal in the order of prices.
  priceSats: fc.integer({ min: 10, max: 14 }).map((thousands) => thousands * 1_000),
});

describe('walking a list while the book changes', () => {
  let database: TestDatabase;
  let api: TestApi;
  beforeAll(async () => {
    database = await openTestDatabase();
    api = await testApi(database.db);
  });
  afterAll(async () => {
    await api.app.close();
    await database.close();
  });

  test.each<[string, 'listings' | 'items' | 'sales', string]>([
    ['/listings?sort=recent', 'listings', 'listingId'],
    ['/listings?sort=price', 'listings', 'listingId'],
    ['/listings?sort=recent&collectionSlug=EMBERS', 'listings', 'listingId'],
    ['/listings?sort=price&collectionSlug=embers', 'listings', 'listingId'],
    ['/sales?sort=newest', 'sales', 'saleId'],
    ['/sales?collectionSlug=EMBERS', 'sales', 'saleId'],
    ['/collection/embers/inscriptions?sort=oldest', 'items', 'inscriptionId'],
    ['/collection/embers/inscriptions?sort=newest', 'items', 'inscriptionId'],
  ])(
    '%s shows nothing twice and misses nothing that was there throughout',
    { timeout: 120_000 },
    async (path, list, id) => {
      const history = fc.array(fc.array(change, { maxLength: 4 }), { minLength: 1, maxLength: 5 });
      await fc.assert(
        fc.asyncProperty(history, fc.integer({ min: 1, max: 5 }), async (between, limit) => {
          await emptyDatabase(database.db);
          const { token } = await api.signIn(testWallet('reader'));
          const book = await openBook();
          const there = book[list];
          const throughout = new Set(await there());
          const seen: string[] = [];
          let cursor: string | null = null;
          for (let page = 0; page === 0 || cursor; page += 1) {
            const next: string = cursor ? `&cursor=${cursor}` : '';
            const { status, body } = await api.get(`${path}&limit=${limit}${next}`, token);
            expect(status).toBe(200);
            seen.push(...body[list].map((row: Record<string, string>) => row[id]!));
            cursor = body.pagination.nextCursor;
            for (const step of between[page] ?? []) await book.apply(step);
            const left = new Set(await there());
            for (const known of [...throughout]) if (!left.has(known)) throughout.delete(known);
          }
          expect(new Set(seen).size).toBe(seen.length);
          expect([...throughout].filter((known) => !seen.includes(known))).toEqual([]);
        }),
        { numRuns: Number(process.env['PAGING_RUNS'] ?? rounds(5)), endOnFailure: true },
      );
    },
  );

  /** Eight listings of ten members, some sales of them, and what may happen to both. */
  async function openBook() {
    await makeCollection(database.db, 'embers');
    const seller: Seller = await makeSeller(database.db);
    let number = 0;
    let minute = 0;
    const members: string[] = [];
    const live = new Map<string, { number: number }>();

    async function add(priceSats: number): Promise<void> {
      number += 1;
      members.push(...(await makeInscriptions(database.db, [{ number }], 'embers')));
      await list(number, priceSats);
    }
    async function list(of: number, priceSats: number): Promise<void> {
      // Pairs of listings share a minute, and so their place in the order of time but for the id.
      minute += 1;
      const listedAt = later(Math.floor(minute / 2) * 60_000);
      live.set(await makeListing(database.db, seller, 'embers', [of], { priceSats, listedAt }), {
        number: of,
      });
    }
    async function close(id: string, to: ListingState): Promise<void> {
      live.delete(id);
      await anyListing.mustTransition(database.db, id, 'buyable', to);
    }

    let height = 100;
    /** A block with one to three sales; some blocks share a second with the one before. */
    async function sell(pick: number): Promise<void> {
      height += 1;
      const sales = Array.from({ length: 1 + (pick % 3) }, (_, i) =>
        saleElsewhere(database.db, [1 + ((pick + i) % members.length)], {
          txid: txidOf(`sale ${height} ${i}`),
          blockHeight: height,
          blockPosition: 1 + ((pick + i) % 3),
          soldAt: later(Math.floor(height / 3) * 1_000),
        }),
      );
      await storeExternalSales(database.db, await Promise.all(sales));
    }
    async function undoSales(depth: number): Promise<void> {
      height = Math.max(100, height - depth);
      await deleteExternalSalesAbove(database.db, height);
    }

    for (let i = 0; i < 8; i += 1) await add(10_000 + (i % 3) * 1_000);
    for (let i = 0; i < 6; i += 1) await sell(i);
    return {
      // Rows of /listings are there while they are buyable, members of a collection always, sales until a reorg.
      items: () => members,
      listings: () => [...live.keys()],
      sales: async () =>
        (await database.db.selectFrom('sales').select('id').execute()).map((sale) => sale.id),
      async apply({ kind, pick, priceSats }: Change): Promise<void> {
        const ids = [...live.keys()];
        const id = ids[pick % Math.max(1, ids.length)];
        await (kind === 'cancel' ? undoSales(1 + (pick % 2)) : sell(pick));
        if (kind === 'add' || id === undefined) return add(priceSats);
        const { number: of } = live.get(id)!;
        await close(id, kind === 'buy' ? 'hidden_locked' : 'cancelled');
        if (kind === 'relist') await list(of, priceSats);
      },
    };
  }
});
