import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createHotPages, earliest, type RenderedPage } from '../../../src/api/edge/hot-pages.ts';
import { setRemoved } from '../../../src/store/catalogue/collections.ts';
import { makeCollection, makeInscriptions, makeListing, makeSeller } from '../../store/contract/rows.ts';
import { StandingClock, type TestApi, testApi, testWallet } from '../../support/api.ts';
import { freshDatabase } from '../../support/fresh-database.ts';

const database = freshDatabase();

describe('a kept page', () => {
  let app: FastifyInstance;
  let clock: StandingClock;
  /** URLs, in the order in which they were rendered. */
  let rendered: string[];
  let render: (url: string, now: Date) => Promise<RenderedPage<object | string>>;

  const open = (keptBytes?: number) => {
    app = Fastify();
    const hotPages = createHotPages({
      db: database.db,
      clock,
      checkResponses: true,
      ...(keptBytes !== undefined && { keptBytes }),
    });
    app.get('*', (request, reply) =>
      hotPages.send(request, reply, 'book', async (_db, now) => {
        rendered.push(request.url);
        return render(request.url, now);
      }),
    );
  };
  const get = async (url: string) => (await app.inject(url)).json();

  beforeEach(() => {
    clock = new StandingClock();
    rendered = [];
    render = async (url) => ({ answer: { url }, changesAt: null });
    open();
  });
  afterEach(() => app.close());

  test('is rendered once until its version changes', async () => {
    await get('/a');
    await get('/a');
    expect(rendered).toEqual(['/a']);
    await makeCollection(database.db, 'mice');
    await get('/a');
    expect(rendered).toEqual(['/a', '/a']);
  });

  test('is rendered again from the moment at which time alone changes it', async () => {
    const changesAt = new Date(clock.at.getTime() + 1_000);
    render = async (url, now) => ({
      answer: { url, at: now },
      changesAt: now < changesAt ? changesAt : null,
    });
    await get('/a');
    clock.step(999);
    expect((await get('/a')).at).toBe(new Date(changesAt.getTime() - 1_000).toISOString());
    clock.step(1);
    expect((await get('/a')).at).toBe(changesAt.toISOString());
    clock.step(-2);
    expect((await get('/a')).at).toBe(new Date(changesAt.getTime() - 2).toISOString());
  });

  test('shows the time of each request, where it shows one', async () => {
    render = async (url, now) => ({ answer: { url, times: [now, now] }, changesAt: null, showsTime: true });
    await get('/a');
    clock.step(5_000);
    expect((await get('/a')).times).toEqual([clock.at.toISOString(), clock.at.toISOString()]);
    expect(rendered).toHaveLength(1);
  });

  test('may be text, which a test compares with what the schema makes of its fields', async () => {
    render = async (url) => ({ answer: url === '/a' ? '{"url":"/a"}' : '{ "url": "/b" }', changesAt: null });
    expect([(await app.inject('/a')).body, (await app.inject('/a')).body]).toEqual(
      Array(2).fill('{"url":"/a"}'),
    );
    expect(rendered).toEqual(['/a']);
    expect((await app.inject('/b')).statusCode).toBe(500);
  });

  test('is rendered once for concurrent requests, and again for a request after a change', async () => {
    const finish: (() => void)[] = [];
    render = async (url) => {
      await new Promise<void>((resolve) => finish.push(resolve));
      return { answer: { url, after: finish.length }, changesAt: null };
    };
    const together = [get('/a'), get('/a'), get('/a')];
    await expect.poll(() => rendered.length).toBe(1);
    await makeCollection(database.db, 'mice');
    const later = get('/a');
    await expect.poll(() => rendered.length).toBe(2);
    for (const one of finish) one();
    await Promise.all([...together, later]);
    expect(rendered).toHaveLength(2);
  });

  test('that could not be rendered is tried again', async () => {
    render = async () => {
      throw new Error('away');
    };
    expect((await app.inject('/a')).statusCode).toBe(500);
    render = async (url) => ({ answer: { url }, changesAt: null });
    expect(await get('/a')).toEqual({ url: '/a' });
  });

  test('leaves when others need its room: the one that was not asked for longest', async () => {
    await app.close();
    open(3 * 600);
    for (const url of ['/a', '/b', '/c', '/a', '/d', '/a', '/c', '/b']) await get(url);
    expect(rendered).toEqual(['/a', '/b', '/c', '/d', '/b']);
  });

  test('keeps no more memory than its bytes, however small it is', async () => {
    const sent: Buffer[] = [];
    app.addHook('onSend', async (_request, _reply, payload) => void sent.push(payload as Buffer));
    await get('/a');
    await get('/ä');
    expect(sent.map(({ buffer, length }) => buffer.byteLength - length)).toEqual([0, 0]);
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

  test('lose a listing at the moment it expires, with nothing stored', async () => {
    const seller = await makeSeller(database.db);
    const expiresAt = new Date(api.clock.at.getTime() + 60_000);
    await makeListing(database.db, seller, 'mice', [1], { expiresAt });
    const listed = async () => [
      (await api.get('/listings', token)).body.listings.length,
      (await api.get('/collection-stats/floors?slugs=mice', token)).body.data[0].listedCount,
      (await api.get('/collection/mice/inscriptions', token)).body.items[0].listingState,
    ];
    expect(await listed()).toEqual([1, 1, 'buyable']);
    api.clock.step(59_999);
    expect(await listed()).toEqual([1, 1, 'buyable']);
    api.clock.step(1);
    expect(await listed()).toEqual([0, 0, null]);
  });

  test('are kept although the listing of a sale under way has expired', async () => {
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
    const listed = async () =>
      (await api.get('/collection/mice/inscriptions', token)).body.items[0].listingState;
    expect(await listed()).toBe(state);
    statements = 0;
    expect(await listed()).toBe(state);
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
