import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeCollection, makeInscriptions, makeListing, makeSeller, NOW } from '../../store/contract/rows.ts';
import { type TestApi, testApi, testWallet } from '../../support/api.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
let api: TestApi;
let token: string;
beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  api = await testApi(db);
  ({ token } = await api.signIn(testWallet('reader')));
  await makeCollection(db, 'mice');
  await makeCollection(db, 'empty');
  await makeInscriptions(
    db,
    [
      { number: 1, address: 'a' },
      { number: 2, address: 'b' },
      { number: 3, address: 'b' },
    ],
    'mice',
  );
  const seller = await makeSeller(db);
  for (const [number, priceSats] of [
    [1, 90_000],
    [2, 70_000],
  ] as const) {
    await makeListing(db, seller, 'mice', [number], { state: 'buyable', listedAt: NOW, priceSats });
  }
});
afterAll(async () => {
  await api.app.close();
  await database.close();
});

const floors = (slugs: string) => api.get(`/collection-stats/floors?slugs=${slugs}`, token);

describe('GET /collection-stats/floors', () => {
  test('rows come in the order asked, each collection once, unknown ones left out', async () => {
    const { status, body } = await floors('empty,nowhere,MICE,mice');
    expect(status).toBe(200);
    const changes = { oneDayChange: null, sevenDayChange: null, timestamp: '2026-11-20T12:00:00.000Z' };
    expect(body).toEqual({
      success: true,
      data: [
        { slug: 'empty', floor: null, listedCount: 0, ownerCount: 0, ...changes },
        { slug: 'mice', floor: 70_000, listedCount: 2, ownerCount: 2, ...changes },
      ],
    });
  });
});
