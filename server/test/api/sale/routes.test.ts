import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idOf, later, makeCollection, makeInscriptions, txidOf } from '../../store/contract/rows.ts';
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
  await makeCollection(db, 'mice', { verified: true });
  await makeInscriptions(db, [{ number: 1 }, { number: 2 }], 'mice');
  // 1 and 2 in the collection, 3 outside any and not indexed, 4 not confirmed yet
  const sales = [1, 2, 3, 4].map((i) => ({
    id: randomUUID(),
    state: i === 4 ? ('pending' as const) : ('confirmed' as const),
    saleType: i === 3 ? ('external' as const) : ('internal' as const),
    txid: txidOf(`sale ${i}`),
    inscriptionId: idOf(i),
    collectionSlug: i < 3 ? 'mice' : null,
    sellerAddress: i === 3 ? null : 'seller',
    buyerAddress: 'buyer',
    priceSats: i * 1_000_000,
    priceUsd: i === 1 ? 812.5 : null,
    soldAt: i === 4 ? null : later(i * 1000),
    blockHeight: i === 4 ? null : 100 + i,
  }));
  await db.insertInto('sales').values(sales).execute();
});
afterAll(async () => {
  await api.app.close();
  await database.close();
});

describe('GET /sales', () => {
  test('confirmed sales come newest first, with every field', async () => {
    const { status, body } = await api.get('/sales', token);
    expect(status).toBe(200);
    expect(body.sales.map((sale: { inscriptionId: string }) => sale.inscriptionId)).toEqual(
      [3, 2, 1].map(idOf),
    );
    const [external, , internal] = body.sales;
    expect(internal).toEqual({
      saleId: expect.any(String),
      saleType: 'internal',
      txid: txidOf('sale 1'),
      inscriptionId: idOf(1),
      inscriptionNumber: '1',
      inscriptionName: 'Inscription 1',
      image: `http://market.test/content/${idOf(1)}`,
      collection: { slug: 'mice', name: 'MICE', kind: 'parent_child', verificationStatus: 'verified' },
      sellerAddress: 'seller',
      buyerAddress: 'buyer',
      priceSats: 1_000_000,
      price: 0.01,
      priceUsd: 812.5,
      soldAt: later(1000).toISOString(),
      blockHeight: 101,
      form: null,
      evidence: null,
    });
    expect(external).toMatchObject({
      saleType: 'external',
      sellerAddress: null,
      priceUsd: null,
      collection: { slug: null, name: null, kind: null, verificationStatus: null },
    });
  });
});
