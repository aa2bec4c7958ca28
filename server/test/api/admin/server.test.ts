import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { AdminAccess } from '../../../src/api/admin/actor.ts';
import { type AdminSettings, createAdminApi } from '../../../src/api/admin/server.ts';
import { PREFIX } from '../../../src/api/edge/route-config.ts';
import { createApi } from '../../../src/api/server.ts';
import { feeTotals } from '../../../src/store/trade/fee-totals.ts';
import { apiSettings } from '../../support/api.ts';
import { makeOffer } from '../../support/bidding.ts';
import { type Desk, openDesk, SLUG } from '../../support/desk.ts';
import { type DeskApi, serveDesk } from '../../support/desk-api.ts';
import { adminSettings } from '../../support/operator.ts';
import { buy, list, PRICE_SATS, purchaseBody } from '../../support/trade.ts';
import type { Trader } from '../../support/trader.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const TOKENS = [
  { name: 'ada', token: 'a'.repeat(40), mayAct: true },
  { name: 'ben', token: 'b'.repeat(40), mayAct: true },
];
const ada = { authorization: `Bearer ${TOKENS[0]!.token}` };

let desk: Desk;
let seller: Trader;
let buyer: Trader;
let admin: FastifyInstance;
let api: DeskApi;
let ids: string[];

const adminOf = (access: Partial<AdminAccess>, more: Partial<AdminSettings> = {}) =>
  createAdminApi(
    desk.ctx,
    adminSettings({
      access: { tokens: [], socketUser: 'ordbook', ...access },
      logger: pino({ level: 'silent' }),
      ...more,
    }),
  );

beforeAll(async () => {
  desk = await openDesk();
  [seller, buyer] = (await desk.traders(['p2tr', 'p2wpkh'], 8)) as [Trader, Trader];
  ids = await desk.inscribe(seller, 8);
  admin = adminOf({ tokens: TOKENS });
  api = await serveDesk(desk);
});
afterAll(async () => {
  await admin?.close();
  await api?.close();
  await desk?.close();
});

const get = async (url: string, headers: object = ada) => {
  const answer = await admin.inject({ method: 'GET', url, headers: headers as Record<string, string> });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
};
const post = async (url: string, payload: object, headers: object = ada) => {
  const answer = await admin.inject({
    method: 'POST',
    url,
    payload,
    headers: headers as Record<string, string>,
  });
  return { status: answer.statusCode, body: answer.json() };
};

describe('who may use the admin API', () => {
  test('is checked for every route, the document and unknown paths too', async () => {
    for (const url of ['/v1/trades', '/v1/revenue', '/openapi.json', '/nothing'])
      for (const [headers, code] of [
        [{}, 'token_missing'],
        [{ authorization: 'Basic YTpi' }, 'token_missing'],
        [{ authorization: `Bearer ${'a'.repeat(39)}` }, 'token_invalid'],
        [{ authorization: `Bearer ${'a'.repeat(41)}` }, 'token_invalid'],
      ] as const) {
        const answer = await get(url, headers);
        expect([answer.status, answer.headers['x-error-code']]).toEqual([401, code]);
      }
    const refused = await post('/v1/pause', { scope: 'everything', reason: 'who am I' }, {});
    expect(refused.status).toBe(401);
    expect((await get('/v1/pauses')).body).toEqual({ rows: [] });
  });

  test('is asked so often by one address and no more, while an operator is not limited', async () => {
    const limited = adminOf({ tokens: TOKENS });
    const statusOf = async (headers: Record<string, string>) =>
      (await limited.inject({ url: '/v1/pauses', headers })).statusCode;
    for (let i = 0; i < 1_200; i++) await statusOf({});
    expect([await statusOf({}), await statusOf(ada)]).toEqual([429, 200]);
    await limited.close();
  });

  test('a session of a user opens nothing', async () => {
    const headers = await api.headers('GET', '/me', seller);
    expect(headers['x-request-id']).toBeDefined();
    const app = createApi(desk.ctx, apiSettings());
    await app.ready();
    const session = app.jwt.sign({ sub: seller.caller.profileId, iat: 1, exp: 9_999_999_999 });
    expect((await get('/v1/trades', { authorization: `Bearer ${session}` })).status).toBe(401);
    await app.close();
  });

  test('the log has the name of the token; whom the caller names is kept beside it', async () => {
    const acted = { ...ada, 'x-ordbook-by': 'ben' };
    await post('/v1/pause', { scope: 'flow:fill', reason: 'no admission coins' }, acted);
    await post(
      '/v1/resume',
      { scope: 'flow:fill', reason: 'there are some' },
      { authorization: `Bearer ${TOKENS[1]!.token}` },
    );
    const { rows } = (await get('/v1/acts?subject=flow:fill')).body;
    expect(rows).toMatchObject([
      { actor: 'ben', onBehalfOf: null, act: 'resume' },
      { actor: 'ada', onBehalfOf: 'ben', act: 'pause', reason: 'no admission coins' },
    ]);
  });

  test('a token that may view reads everything, and no act of it changes anything', async () => {
    const token = 'v'.repeat(40);
    const app = adminOf({ tokens: [...TOKENS, { name: 'eve', token, mayAct: false }] });
    const headers = { authorization: `Bearer ${token}` };
    const { paths } = (await app.inject({ url: '/openapi.json', headers })).json();
    const acts = Object.entries(paths as object).filter(([, methods]) => 'post' in methods);
    expect(acts.length).toBeGreaterThan(15);
    const payload = { scope: 'flow:fill', reason: 'let me in' };
    for (const [path] of acts) {
      const url = path.replace('{id}', crypto.randomUUID()).replace(/{\w+}/, SLUG);
      const answer = await app.inject({ method: 'POST', url, payload, headers });
      expect([url, answer.statusCode, answer.headers['x-error-code']]).toEqual([url, 403, 'view_only']);
    }
    const dry = { ...headers, 'x-ordbook-dry-run': '1' };
    const rehearsed = await app.inject({ method: 'POST', url: '/v1/pause', payload, headers: dry });
    expect([rehearsed.statusCode, rehearsed.json().actor]).toEqual([200, 'eve']);
    expect((await app.inject({ url: '/v1/pauses', headers })).json()).toEqual({ rows: [] });
    const { actor, mayAct } = (await app.inject({ url: '/v1/overview', headers })).json();
    expect([actor, mayAct]).toEqual(['eve', false]);
    await app.close();
  });

  test('without tokens it is the user of the socket, and an act wants the name of a person', async () => {
    const onSocket = adminOf({});
    const payload = { scope: 'flow:fill', reason: 'just so' };
    const act = (url: string, headers: Record<string, string>) =>
      onSocket.inject({ method: 'POST', url, payload, headers });
    const nobody = await act('/v1/pause', {});
    expect([nobody.statusCode, nobody.headers['x-error-code']]).toEqual([403, 'person_missing']);
    expect((await get('/v1/pauses')).body).toEqual({ rows: [] });
    // a rehearsal is in no log
    expect((await act('/v1/pause', { 'x-ordbook-dry-run': '1' })).statusCode).toBe(200);
    for (const url of ['/v1/pause', '/v1/resume'])
      expect((await act(url, { 'x-ordbook-by': 'grace' })).statusCode).toBe(200);
    await onSocket.close();
    const { rows } = (await get('/v1/acts?limit=1')).body;
    expect(rows).toMatchObject([{ actor: 'user ordbook', onBehalfOf: 'grace' }]);
  });
});

describe('the public port', () => {
  test('has no path of the admin API, with any method', async () => {
    const app = createApi(desk.ctx, apiSettings());
    await app.ready();
    const paths = Object.keys((await get('/openapi.json')).body.paths as object);
    expect(paths.length).toBeGreaterThan(15);
    for (const path of paths) {
      const url = path.replace('{id}', crypto.randomUUID()).replace('{slug}', SLUG);
      for (const under of ['', PREFIX, '/admin'])
        for (const method of ['GET', 'POST'] as const) {
          const answer = await app.inject({ method, url: `${under}${url}`, headers: ada });
          expect([under + url, answer.statusCode]).toEqual([under + url, 404]);
        }
    }
    expect(JSON.stringify(app.swagger())).not.toContain('adminToken');
    await app.close();
  });
});

describe('a pause', () => {
  test('is a 503 with the reason and Retry-After for clients, on every replica at once', async () => {
    const [ref] = await list(desk, seller, [ids.pop()!]);
    const paused = await post('/v1/pause', { scope: 'flow:purchase', reason: 'the index is being rebuilt' });
    expect(paused).toMatchObject({ status: 200, body: { scope: 'flow:purchase', actor: 'ada' } });
    const body = purchaseBody(buyer, [ref!], await desk.coinsOf(buyer));
    const path = `/collection/${SLUG}/purchases/preflight`;
    const replica = await serveDesk(desk);
    for (const one of [api, replica]) {
      expect(await one.post(path, buyer, body)).toEqual({
        status: 503,
        body: {
          error:
            'this kind of trade (purchase) is paused by the operator: the index is being rebuilt; try again later',
        },
      });
      const headers = await one.headers('POST', path, buyer, body);
      expect([headers['retry-after'], headers['x-error-code']]).toEqual(['60', 'paused']);
      expect((await one.get('/listings', buyer)).status).toBe(200);
    }
    await post('/v1/resume', { scope: 'flow:purchase', reason: 'done' });
    expect((await replica.post(path, buyer, body)).status).toBe(200);
    await replica.close();
  });

  test.each([
    [{ scope: 'everything' }, 'body.reason'],
    [{ scope: 'everything', reason: 'x' }, 'reason'],
    [{ scope: 'everything', reason: 'two\nlines' }, 'reason'],
    [{ scope: 'nonsense', reason: 'because' }, 'nonsense'],
  ])('of %j is refused with a sentence that names it', async (body, named) => {
    const { status, body: answer } = await post('/v1/pause', body);
    expect(status).toBe(400);
    expect(answer.error).toContain(named.replace('body.', ''));
  });
});

describe('what the operator sees', () => {
  test('are trades of every kind, page by page, and by flow, state, party, collection and time', async () => {
    const [sold] = await list(desk, seller, [ids.pop()!]);
    const coins = await desk.coinsOf(buyer);
    await makeOffer(desk, buyer, ids.pop()!, { coins: coins.slice(0, 1) });
    const { answer } = await buy(desk, buyer, [sold!], { spendableUtxos: coins.slice(1) });
    await desk.mine();
    const seen: string[] = [];
    for (let after = ''; ; ) {
      const { body } = await get(`/v1/trades?limit=2${after}`);
      seen.push(...body.rows.map(({ id }: { id: string }) => id));
      if (body.next === null) break;
      after = `&after=${body.next}`;
    }
    expect(new Set(seen).size).toBe(seen.length);
    const all = (await get('/v1/trades?limit=500')).body.rows;
    expect(all.map(({ id }: { id: string }) => id)).toEqual(seen);
    const purchases = (await get('/v1/trades?flow=purchase&state=confirmed')).body.rows;
    expect(purchases).toMatchObject([{ settlementTxid: answer.settlementTxid, priceSats: PRICE_SATS }]);
    const count = async (query: string) => (await get(`/v1/trades?${query}`)).body.rows.length;
    expect(await count(`profile=${buyer.caller.profileId}`)).toBe(2);
    expect(await count(`collection=${SLUG}`)).toBe(seen.length);
    expect(await count('collection=elsewhere')).toBe(0);
    expect(await count('since=2099-01-01')).toBe(0);
    expect(
      (await get('/v1/listings')).body.rows.every(({ state }: { state: string }) => state !== 'sold'),
    ).toBe(true);
    expect(
      (await get('/v1/listings?ended=true')).body.rows.some(
        ({ state }: { state: string }) => state === 'sold',
      ),
    ).toBe(true);
    expect((await get('/v1/offers')).body.rows).toMatchObject([{ kind: 'offer', state: 'active' }]);
    expect((await get(`/v1/trades/${purchases[0].id}`)).body).toMatchObject({
      kind: 'purchase',
      state: 'confirmed',
    });
    expect((await get(`/v1/trades/${crypto.randomUUID()}`)).status).toBe(404);
  });

  test('are revenue and sales with whole sats, pools, fees, partners and collections', async () => {
    const { rows } = (await get('/v1/revenue?by=collection')).body;
    expect(rows).toMatchObject([
      { group: SLUG, sales: 1, sellerFeeSats: 1_000, buyerFeeSats: 1_000, unknown: 0 },
    ]);
    // the metric: both sides' fees
    expect(await feeTotals(desk.ctx.db)).toEqual({ purchase: 2_000, offer: 0, fill: 0 });
    const sales = (await get('/v1/sales?limit=1')).body;
    expect(sales.rows).toMatchObject([{ kind: 'purchase', priceSats: PRICE_SATS, sellerFeeSats: 1_000 }]);
    expect((await get('/v1/sales?until=2001-01-01')).body.rows).toEqual([]);
    expect((await get('/v1/pools')).body).toMatchObject([{ pool: 'anchors' }]);
    expect((await get('/v1/fees')).body).toMatchObject({ isSetByOperator: false, fees: { sellerBps: 100 } });
    expect((await get('/v1/partners')).body).toEqual({ rows: [] });
    const traders = (await get('/v1/profiles')).body.rows;
    expect(traders).toMatchObject(
      [seller, buyer]
        .map(({ caller, ordinals }, i) => ({
          profileId: caller.profileId,
          addresses: [ordinals.address],
          sold: i === 0 ? 1 : 0,
          boughtSats: i === 0 ? 0 : PRICE_SATS,
          isBanned: false,
        }))
        .sort((a, b) => (a.profileId < b.profileId ? -1 : 1)),
    );
    const idle = (await get(`/v1/profiles?until=2001-01-01&find=${buyer.payment.address}`)).body.rows;
    expect(idle).toMatchObject([{ profileId: buyer.caller.profileId, bought: 0, boughtSats: 0 }]);
    expect((await get('/v1/profiles?until=2001-01-01')).body.rows).toEqual([]);
    expect((await get('/v1/machine')).body).toMatchObject({
      databaseBytes: expect.any(Number),
      freeBytes: null,
      backupAt: null,
      settings: [],
    });
    const shown = (await get('/v1/collections')).body.rows;
    expect(shown.map(({ slug }: { slug: string }) => slug)).toEqual(['elsewhere', SLUG]);
    // what `ordbook keys publish --collections` signs
    expect(shown[1]).toMatchObject({ kind: 'parent_child', sources: [expect.stringMatching(/i0$/)] });
  });

  test('who is banned is shown so, by any address of the profile', async () => {
    const subject = buyer.payment.address;
    const isBanned = async () => (await get(`/v1/profiles?find=${subject}`)).body.rows[0].isBanned;
    await post('/v1/ban', { subject, reason: 'a drill' });
    expect(await isBanned()).toBe(true);
    await post('/v1/unban', { subject, reason: 'a drill' });
    expect(await isBanned()).toBe(false);
  });

  test.each([
    '/v1/trades?stat=x',
    '/v1/trades?since=yesterday',
    '/v1/revenue?since=2026-02-99',
    '/v1/revenue?by=week',
  ])('%s is refused: a filter that is not read would show too much', async (url) => {
    expect((await get(url)).status).toBe(400);
  });
});

describe('an act', () => {
  test('of each kind does what it says, and is in the log', async () => {
    const [ref] = await list(desk, seller, [ids.pop()!]);
    const { offerId } = await makeOffer(desk, buyer, ids.pop()!, { priceSats: 51_000 });
    const reason = 'a drill';
    const banned = buyer.caller.profileId;
    const fresh = { slug: 'fresh', name: 'Fresh', kind: 'parent_child', sources: [ids[0]!] };
    const acts = [
      [`/v1/listings/${ref!.listingId}/delist`, {}, { reason: 'delisted by the operator: a drill' }],
      [`/v1/offers/${offerId}/close`, {}, { reason: 'closed by the operator: a drill' }],
      ['/v1/ban', { subject: banned }, { ban: { subject: banned } }],
      ['/v1/unban', { subject: banned }, { subject: banned }],
      [`/v1/collections/${SLUG}/feature`, { rank: 1 }, { slug: SLUG, featuredRank: 1 }],
      [
        '/v1/fees',
        { fees: { buyerBps: 1_200 } },
        { sellerBps: 100, buyerBps: 1_200, lastMonth: { sales: 1, feeSats: 2_000, newFeeSats: 7_000 } },
      ],
      ['/v1/fees', { fees: null }, { buyerBps: 150 }],
      [
        '/v1/partners',
        { name: 'acme', shareBps: 500, payoutAddress: null },
        { name: 'acme', status: 'active' },
      ],
      ['/v1/partners/acme', { shareBps: 700 }, { shareBps: 700, payoutAddress: null }],
      [`/v1/collections/${SLUG}/partner`, { partner: 'acme' }, { slug: SLUG, partner: 'acme' }],
      [`/v1/collections/${SLUG}/flags`, { verified: true }, { verified: true, tradingEnabled: true }],
      ['/v1/profiles', { wallet: buyer.ordinals.address, username: 'bo' }, { id: banned, username: 'bo' }],
      [`/v1/wallet-bindings/${buyer.walletBindingId}/provider`, { provider: 'acme' }, { provider: 'acme' }],
      ['/v1/collections', { collections: [fresh] }, { rows: [{ slug: 'fresh', isNew: true }] }],
      ['/v1/collections/elsewhere/remove', {}, { listings: 0, offers: 0, collectionOffers: 0 }],
    ] as const;
    for (const [url, body, answer] of acts)
      expect([url, await post(url, { reason, ...body })]).toMatchObject([url, { status: 200, body: answer }]);
    const { body: removed } = await get('/v1/collections/elsewhere');
    expect(removed).toMatchObject({ tradingEnabled: false, removedAt: expect.any(String) });
    const listed = (await get('/v1/collections')).body.rows as { slug: string }[];
    expect(listed.find(({ slug }) => slug === 'elsewhere')).toMatchObject({ tradingEnabled: false });
    const { rows } = (await get(`/v1/acts?limit=${acts.length}`)).body;
    expect(rows.map(({ act }: { act: string }) => act)).toEqual([
      'remove collection',
      'add collection',
      'record provider',
      'change profile',
      'flag collection',
      'credit collection',
      'change partner',
      'add partner',
      'change fees',
      'change fees',
      'feature',
      'unban',
      'ban',
      'close offer',
      'delist',
    ]);
    expect((await get(`/v1/acts?before=${rows[0].id}&limit=1`)).body.rows[0].id).toBe(rows[1].id);
  });

  test.each([
    ['/v1/partners/nobody', { shareBps: 1 }, 404, 'nobody'],
    ['/v1/partners', { name: 'x', shareBps: 10_001, payoutAddress: null }, 400, 'shareBps'],
    ['/v1/partners', { name: 'x', shareBps: 1, payoutAddress: 'me' }, 400, 'me'],
    ['/v1/partners/x', { id: 'mine' }, 400, 'id'],
    ['/v1/profiles', { wallet: 'nobody', username: 'x' }, 404, 'nobody'],
    ['/v1/profiles', { wallet: 'nobody', createdAt: '2026-01-01' }, 400, 'createdAt'],
    ['/v1/profiles', { wallet: 'nobody', avatarUrl: 'javascript:1' }, 400, 'avatarUrl'],
    ['/v1/collections/nowhere/flags', { verified: true }, 404, 'nowhere'],
    [`/v1/collections/${SLUG}/flags`, { removedAt: null }, 400, 'removedAt'],
    [`/v1/collections/${SLUG}/partner`, { partner: 'nobody' }, 404, 'nobody'],
    ['/v1/collections', { collections: [] }, 400, 'collections'],
    [
      '/v1/collections',
      { collections: [{ slug: 'x', name: 'x', kind: 'gallery', sources: [`${'0'.repeat(64)}i0`] }] },
      400,
      'does not know',
    ],
  ])('%s with %j is refused with %i, and names it', async (url, body, status, named) => {
    const before = (await get('/v1/acts?limit=1')).body.rows[0].id;
    const answer = await post(url, { reason: 'a drill', ...body });
    expect([answer.status, answer.body.error]).toEqual([status, expect.stringContaining(named)]);
    expect((await get('/v1/acts?limit=1')).body.rows[0].id).toBe(before);
  });

  test('on fees with an unknown name or a share above all is refused', async () => {
    for (const fees of [{ sellerBp: 1 }, { sellerBps: 10_001 }, { buyerBps: 1.5 }])
      expect((await post('/v1/fees', { reason: 'a drill', fees })).status).toBe(400);
  });
});
