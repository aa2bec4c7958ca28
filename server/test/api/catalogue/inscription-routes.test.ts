import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addMembers } from '../../../src/store/catalogue/collections.ts';
import {
  idOf,
  makeCollection,
  makeInscriptions,
  makeListing,
  makeSeller,
  NOW,
  txidOf,
} from '../../store/contract/rows.ts';
import { type TestApi, testApi, testWallet } from '../../support/api.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
let api: TestApi;
let token: string;
let listingId: string;
beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  api = await testApi(db, { collectionPageUrl: 'http://market.test/c' });
  ({ token } = await api.signIn(testWallet('reader')));
  await makeCollection(db, 'mice', { verified: true });
  const blue = [{ type: 'Fur', value: 'blue' }];
  const mice = Array.from({ length: 5 }, (_, i) => ({ number: i, traits: i < 2 ? blue : [] }));
  await makeInscriptions(db, mice, 'mice');
  listingId = await makeListing(db, await makeSeller(db), 'mice', [0], { state: 'buyable', listedAt: NOW });
});
afterAll(async () => {
  await api.app.close();
  await database.close();
});

const url = '/collection/mice/inscriptions';
const _numbersIn = (body: { items: { inscription: number }[] }) => body.items.map((item) => item.inscription);

describe('GET /collection/{slug}/inscriptions', () => {
  test('an item has every field of an item card', async () => {
    const { status, body } = await api.get(url, token);
    expect(status).toBe(200);
    expect(body.items[0]).toEqual({
      id: idOf(0),
      name: 'Inscription 0',
      collection: 'mice',
      collectionHref: 'http://market.test/c/mice',
      collections: ['mice'],
      image: `http://market.test/content/${idOf(0)}`,
      inscription: 0,
      inscriptionId: idOf(0),
      listingId,
      listingState: 'buyable',
      priceSats: 50_000,
      price: 0.0005,
      listedAt: NOW.toISOString(),
      listingExpiresAt: null,
      lastSale: null,
      owner: 'owner',
      contentType: 'image',
      rawContentType: 'image/png',
      imageRenderingHint: 'auto',
      cardBackgroundColor: null,
      traits: [{ type: 'Fur', value: 'blue', count: 2, percentage: 40 }],
      satributes: ['uncommon', 'alpha', 'vintage'],
      sat: 5_000_000_000,
      locationTxid: txidOf(0),
      locationVout: 0,
      locationSatpoint: `${txidOf(0)}:0:0`,
    });
    const unlisted = { listingId: null, listingState: null, priceSats: null, price: null, listedAt: null };
    expect(body.items[1]).toMatchObject(unlisted);
  });

  test('an item of pixel art says so, and has the colour that the operator gives its cards', async () => {
    await makeCollection(database.db, 'pixels', { pixelArt: true, cardBackgroundColor: '#0a0b0c' });
    await addMembers(database.db, 'pixels', [idOf(0)]);
    const { body } = await api.get('/collection/pixels/inscriptions', token);
    expect(body.items).toMatchObject([{ imageRenderingHint: 'pixelated', cardBackgroundColor: '#0a0b0c' }]);
    await database.db.deleteFrom('collectionMembers').where('slug', '=', 'pixels').execute();
  });
});
