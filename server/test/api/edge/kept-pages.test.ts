import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createKeptPages, earliest, type PageToKeep } from '../../../src/api/edge/kept-pages.ts';
import { setRemoved } from '../../../src/store/catalogue/collections.ts';
import { makeCollection, makeInscriptions, makeListing, makeSeller } from '../../store/contract/rows.ts';
import { StandingClock, type TestApi, testApi, testWallet } from '../../support/api.ts';
import { freshDatabase } from '../../support/fresh-database.ts';

const database = freshDatabase();

describe('a kept page', () => {
  let app: FastifyInstance;
  let clock: StandingClock;
  /** URLs, in the order in which they were read. */
  let read: string[];
  let page: (url: string, now: Date) => Promise<PageToKeep>;

  beforeEach(() => {
    clock = new StandingClock();
    read = [];
    page = async (url) => ({ answer: { url }, expiresAt: null });
    app = Fastify();
    const keptPages = createKeptPages(clock, true);
    app.get('*', (request, reply) =>
      keptPages.send(request, reply, (now) => {
        read.push(request.url);
        return page(request.url, now);
      }),
    );
  });
  afterEach(() => app.close());
  const get = async (url: string) => (await app.inject(url)).json();

  test('is read once a second at most, and again when the clock was set back', async () => {
    await get('/a');
    clock.step(999);
    await get('/a');
    expect(read).toEqual(['/a']);
    clock.step(1);
    await get('/a');
    expect(read).toHaveLength(2);
    clock.step(-1);
    await get('/a');
    expect(read).toHaveLength(3);
  });

  test('is read again after a change that this process committed', async () => {
    await get('/a');
    await makeCollection(database.db, 'mice');
    await get('/a');
    expect(read).toEqual(['/a', '/a']);
  });

  test('is read again from the moment at which something on it expires', async () => {
    const expiresAt = new Date(clock.at.getTime() + 500);
    page = async (url, now) => ({ answer: { url, at: now }, expiresAt: now < expiresAt ? expiresAt : null });
    await get('/a');
    clock.step(499);
    expect((await get('/a')).at).toBe(new Date(expiresAt.getTime() - 500).toISOString());
    clock.step(1);
    expect((await get('/a')).at).toBe(expiresAt.toISOString());
  });

  test('is read once for concurrent requests, and again for a request after a change', async () => {
    const finish: (() => void)[] = [];
    page = async (url) => {
      await new Promise<void>((resolve) => finish.push(resolve));
      return { answer: { url }, expiresAt: null };
    };
    const together = [get('/a'), get('/a'), get('/a')];
    await expect.poll(() => read.length).toBe(1);
    await makeCollection(database.db, 'mice');
    const later = get('/a');
    await expect.poll(() => read.length).toBe(2);
    for (const one of finish) one();
    await Promise.all([...together, later]);
    expect(read).toHaveLength(2);
  });

  test('that could not be read is tried again', async () => {
    page = async () => {
      throw new Error('away');
    };
    expect((await app.inject('/a')).statusCode).toBe(500);
    page = async (url) => ({ answer: { url }, expiresAt: null });
    expect(await get('/a')).toEqual({ url: '/a' });
  });

  test('is forgotten with all others when they take too much memory', async () => {
    const text = 'x'.repeat(9 * 2 ** 20);
    page = async (url) => ({ answer: { url, text: url === '/small' ? '' : text }, expiresAt: null });
    for (const url of ['/small', '/a', '/small', '/b', '/small']) await get(url);
    expect(read).toEqual(['/small', '/a', '/b', '/small']);
  });
});

describe('the first pages of the API', () => {
  let api: TestApi;
  let token: string;
  beforeEach(async () => {
    api = await testApi(database.db);
    ({ token } = await api.signIn(testWallet('reader')));
    await makeCollection(database.db, 'mice');
    await makeInscriptions(database.db, [{ number: 1 }], 'mice');
  });
  afterEach(() => api.app.close());

  test('show a listing as soon as it is stored, and lose it at the moment it expires', async () => {
    const listed = async () => [
      (await api.get('/listings', token)).body.listings.length,
      (await api.get('/collection-stats/floors?slugs=mice', token)).body.data[0].listedCount,
      (await api.get('/collection/mice/inscriptions', token)).body.items[0].listingState,
    ];
    expect(await listed()).toEqual([0, 0, null]);
    const seller = await makeSeller(database.db);
    const expiresAt = new Date(api.clock.at.getTime() + 700);
    await makeListing(database.db, seller, 'mice', [1], { expiresAt });
    expect(await listed()).toEqual([1, 1, 'buyable']);
    api.clock.step(699);
    expect(await listed()).toEqual([1, 1, 'buyable']);
    api.clock.step(1);
    expect(await listed()).toEqual([0, 0, null]);
  });

  test('are kept: the same page again takes no statement, also beside a sale under way that has expired', async () => {
    let statements = 0;
    const counted = database.db.withPlugin({
      transformQuery: ({ node }) => {
        statements += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await api.app.close();
    api = await testApi(counted);
    const expiresAt = new Date(api.clock.at.getTime() - 1);
    const state = 'hidden_locked';
    await makeListing(database.db, await makeSeller(database.db), 'mice', [1], { state, expiresAt });
    const pages = [
      '/listings',
      '/sales',
      '/collection-stats/floors?slugs=mice',
      '/collection/mice/inscriptions',
    ];
    for (const page of pages) await api.get(page, token);
    statements = 0;
    for (const page of pages) await api.get(page, token);
    expect(statements).toBe(0);
  });

  test('answer nobody without a token, and count for the limits, though they are kept', async () => {
    expect((await api.get('/listings', token)).headers['ratelimit']).toContain('"caller";r=9999');
    expect((await api.get('/listings')).status).toBe(401);
    const again = await api.get('/listings', token);
    expect(again.headers['ratelimit']).toContain('"caller";r=9998');
    expect(again.headers['cache-control']).toBe('no-store');
  });

  test('are gone with their collection', async () => {
    expect((await api.get('/collection/mice/inscriptions', token)).status).toBe(200);
    await setRemoved(database.db, 'mice', api.clock.at);
    expect((await api.get('/collection/mice/inscriptions', token)).status).toBe(404);
  });
});

test('the earliest of some moments leaves out what never comes', () => {
  const [early, late] = [new Date(1), new Date(2)];
  expect(earliest([null, late, early])).toBe(early);
  expect(earliest([null])).toBeNull();
});
