import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  idOf,
  later,
  makeCollection,
  makeInscriptions,
  makeListing,
  makeSeller,
  NOW,
  type Seller,
  txidOf,
} from '../../store/contract/rows.ts';
import { type TestApi, testApi, testWallet } from '../../support/api.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
let api: TestApi;
let token: string;
let seller: Seller;
const ids: string[] = [];
const tomorrow = () => new Date(api.clock.now().getTime() + 86_400_000);

/** Seven listings of mice, a minute apart, each cheaper than the one before; a bundle of moss; one that is not buyable. */
beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  api = await testApi(db);
  ({ token } = await api.signIn(testWallet('reader')));
  seller = await makeSeller(db, 'bcrt1pseller');
  await makeCollection(db, 'mice', { verified: true });
  await makeCollection(db, 'moss', { kind: 'gallery' });
  const mice = Array.from({ length: 8 }, (_, i) => ({ number: i, title: i === 0 ? 'First mouse' : null }));
  await makeInscriptions(db, mice, 'mice');
  const bundle = { txid: txidOf(20), vout: 0 };
  await makeInscriptions(
    db,
    [20, 21].map((number) => ({ number, location: bundle })),
    'moss',
  );
  for (let i = 0; i < 7; i++) {
    const more = { priceSats: 100_000 - i * 1000, listedAt: later(i * 60_000) };
    ids.push(await makeListing(db, seller, 'mice', [i], { state: 'buyable', ...more }));
  }
  const other = await makeSeller(db, 'bcrt1pother');
  const expiresAt = tomorrow();
  ids.push(
    await makeListing(db, other, 'moss', [20, 21], { state: 'buyable', listedAt: later(-1), expiresAt }),
  );
  await makeListing(db, seller, 'mice', [7], { state: 'pending_public' });
});
afterAll(async () => {
  await api.app.close();
  await database.close();
});

const idsIn = (body: { listings: { listingId: string }[] }) =>
  body.listings.map(({ listingId }) => listingId);

describe('GET /listings', () => {
  test('a row has every field of a listing', async () => {
    const { status, body } = await api.get(`/listings?inscriptionId=${idOf(0)}`, token);
    expect(status).toBe(200);
    expect(body).toEqual({
      listings: [
        {
          listingId: ids[0],
          inscriptionId: idOf(0),
          inscriptionNumber: '0',
          inscriptionName: 'First mouse',
          image: `http://market.test/content/${idOf(0)}`,
          collection: { slug: 'mice', name: 'MICE', kind: 'parent_child', verificationStatus: 'verified' },
          sellerAddress: 'bcrt1pseller',
          priceSats: 100_000,
          listedAt: NOW.toISOString(),
          listingExpiresAt: null,
          sat: 5_000_000_000,
          locationTxid: txidOf(0),
          locationVout: 0,
          locationSatpoint: `${txidOf(0)}:0:0`,
        },
      ],
      pagination: { pageSize: 1, hasNext: false, nextCursor: null },
    });
  });

  test('only buyable listings are shown, the newest first', async () => {
    const [bundle] = ids.slice(7);
    expect(idsIn((await api.get('/listings', token)).body)).toEqual([...ids.slice(0, 7).reverse(), bundle]);
  });

  test('a bundle is found by any member and shows the one asked for, else the canonical one', async () => {
    const shown = async (query: string) => {
      const { body } = await api.get(`/listings?${query}`, token);
      return body.listings.map((listing: Record<string, unknown>) => [
        listing['listingId'],
        listing['inscriptionId'],
      ]);
    };
    expect(await shown(`inscriptionId=${idOf(21)}`)).toEqual([[ids[7], idOf(21)]]);
    expect(await shown('collectionSlug=MOSS')).toEqual([[ids[7], idOf(20)]]);
  });

  test('an end is shown where there is one', async () => {
    const { body } = await api.get('/listings?collectionSlug=moss', token);
    expect(body.listings[0]).toMatchObject({
      listingExpiresAt: tomorrow().toISOString(),
      inscriptionName: 'Inscription 20',
    });
  });

  test.each([
    ['sort=cheapest', 'sort must be one of recent, price, but is "cheapest"'],
    ['limit=0', 'limit must be at least 1, but is 0'],
    ['limit=101', 'limit must be at most 100, but is 101'],
    ['limit=ten', 'limit must be an integer, but is "ten"'],
    [
      'collectionSlug=a%20b',
      'collectionSlug must be a slug of letters, digits, hyphens and underscores, but is "a b"',
    ],
    ['inscriptionId=x', 'inscriptionId must be an inscription id, `<txid>i<n>` in lowercase, but is "x"'],
    ['sort=recent&sort=price', 'sort is given twice; send it once'],
  ])('%s is refused', async (query, sentence) => {
    const { status, body } = await api.get(`/listings?${query}`, token);
    expect([status, body.error]).toEqual([400, sentence]);
  });
});
