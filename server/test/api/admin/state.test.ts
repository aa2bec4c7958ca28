import type { ConsoleFiles } from '@ordbook/console/files';
import { OPERATOR_PATHS } from '@ordbook/console/operator-paths';
import { PATHS } from '@ordbook/console/paths';
import { refuse } from '@ordbook/protocol/refusals';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type AdminSettings, createAdminApi } from '../../../src/api/admin/server.ts';
import { createApi } from '../../../src/api/server.ts';
import { HOUR_MS } from '../../../src/base/clock.ts';
import { createAuditRuns } from '../../../src/composition/audit-runs.ts';
import type { TradingContext } from '../../../src/trading/context.ts';
import { apiSettings } from '../../support/api.ts';
import { type Desk, openDesk } from '../../support/desk.ts';
import { adminSettings } from '../../support/operator.ts';
import { buy, list } from '../../support/trade.ts';
import type { Trader } from '../../support/trader.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const TOKENS = [{ name: 'ada', token: 'a'.repeat(40), mayAct: true }];
const ada = { authorization: `Bearer ${TOKENS[0]!.token}` };
const FILES: ConsoleFiles = {
  page: '<!doctype html><title>operator</title>',
  assets: new Map([['main-abc.js', { body: Buffer.from('1'), contentType: 'text/javascript' }]]),
};

let desk: Desk;
let seller: Trader;
let buyer: Trader;
let ids: string[];
beforeAll(async () => {
  desk = await openDesk();
  [seller, buyer] = (await desk.traders(['p2tr', 'p2wpkh'], 4)) as [Trader, Trader];
  ids = await desk.inscribe(seller, 3);
});
afterAll(() => desk?.close());

/** An admin API of the desk; `change`: parts of the context to replace. */
async function adminOf(more: Partial<AdminSettings> = {}, change: Partial<TradingContext> = {}) {
  const ctx = { ...desk.ctx, ...change };
  const access = { tokens: TOKENS, socketUser: 'ordbook' };
  const app = createAdminApi(ctx, adminSettings({ access, logger: pino({ level: 'silent' }), ...more }));
  await app.ready();
  const get = async (url: string, headers: Readonly<Record<string, string>> = ada) => {
    const answer = await app.inject({ url, headers: { host: 'localhost:1', ...headers } });
    return { status: answer.statusCode, headers: answer.headers, text: answer.body };
  };
  return {
    app,
    get,
    // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects
    json: async (url: string): Promise<any> => JSON.parse((await get(url)).text),
    post: async (url: string, payload: object, headers: Readonly<Record<string, string>> = ada) => {
      const answer = await app.inject({
        method: 'POST',
        url,
        payload,
        headers: { host: 'localhost:1', ...headers },
      });
      return { status: answer.statusCode, body: answer.json() };
    },
  };
}

describe('the overview', () => {
  test('has heights with how far they are behind, and the signers as they were last seen', async () => {
    const signer = { name: 'signer', isRequired: true, isUp: false, detail: 'the signer is unreachable' };
    const { live } = adminSettings({
      access: { tokens: [], socketUser: '' },
      logger: pino({ level: 'silent' }),
    });
    const { json } = await adminOf({ live: { ...live, signers: () => [signer] } });
    const { height } = await desk.ctx.chain.tip();
    expect(await json('/v1/overview')).toMatchObject({
      network: 'regtest',
      publicUrl: 'https://market.test',
      signers: [signer],
      parts: [
        { name: 'node', height, behind: null },
        { name: 'index', height, behind: 0, detail: 'in sync with the node' },
        { name: 'follower', height, behind: 0 },
      ],
    });
  });

  test('of two indexes says which does not respond, and what they differ about', async () => {
    const about = (name: string, wrong: 'second' | null) => ({
      about: name,
      first: 'has it',
      second: 'has it not',
      wrong,
    });
    const silent = { ...desk.ctx.ordinals, status: async () => refuse('unavailable', 'it is away') };
    const differences = () => ['a', 'b', 'c', 'd'].map((name) => about(name, name === 'a' ? 'second' : null));
    const pair = { indexes: [desk.ctx.ordinals, silent] as const, differences };
    const { json } = await adminOf({}, { ordinals: { ...desk.ctx.ordinals, pair } });
    expect((await json('/v1/overview')).parts[1].detail).toBe(
      [
        'in sync with the node. the second index: it is away. the two indexes differ about 4',
        'a: the first has it, the second has it not; a custody proof shows that the second is wrong',
        'b: the first has it, the second has it not; not traded',
        'c: the first has it, the second has it not; not traded',
      ].join('. '),
    );
  });

  test('shows the rest when a part is unreachable, and how far a part is behind', async () => {
    const { height } = await desk.ctx.chain.tip();
    const ordinals = {
      ...desk.ctx.ordinals,
      status: async () => refuse('unavailable', 'the index is unreachable'),
    };
    const { json } = await adminOf({}, { ordinals });
    const [node, index, follower] = (await json('/v1/overview')).parts;
    expect([node.height, index.height, follower.height]).toEqual([height, null, height]);
    expect(index.detail).toBe('the index is unreachable');
    const ahead = {
      ...desk.ctx.chain,
      tip: async () => ({ ...(await desk.ctx.chain.tip()), height: height + 3 }),
    };
    const late = await adminOf({}, { chain: ahead });
    const next = { ...ahead, tip: async () => ({ ...(await ahead.tip()), height: height + 1 }) };
    const behind = await adminOf({}, { chain: next });
    expect((await behind.json('/v1/overview')).parts[2]).toMatchObject({ detail: 'behind by 1 block' });
    expect((await late.json('/v1/overview')).parts[2]).toMatchObject({
      behind: 3,
      detail: 'behind by 3 blocks',
    });
  });

  test('counts packages that no block has, and those that should have ended by now', async () => {
    const { json } = await adminOf();
    expect((await json('/v1/overview')).packages).toEqual([]);
    const [listed] = await list(desk, seller, [ids.pop()!]);
    const { answer } = await buy(desk, buyer, [listed!], { spendableUtxos: await desk.coinsOf(buyer) });
    const packages = async () => (await json('/v1/overview')).packages;
    expect(await packages()).toMatchObject([{ table: 'purchases', state: 'pending', count: 1, stuck: 0 }]);
    const shown = async (query: string) =>
      (await json(`/v1/trades?${query}`)).rows.map((row: { settlementTxid: string }) => row.settlementTxid);
    expect(await shown('progress=in_flight')).toEqual([answer.settlementTxid]);
    expect(await shown('progress=stuck')).toEqual([]);
    const at = desk.clock.now().toISOString();
    // a node has it: a day may pass
    await sql`update purchases set created_at = ${at}::timestamptz - interval '23 hours'`.execute(
      desk.ctx.db,
    );
    expect(await shown('progress=stuck')).toEqual([]);
    await sql`update purchases set created_at = ${at}::timestamptz - interval '25 hours'`.execute(
      desk.ctx.db,
    );
    expect(await shown('progress=stuck')).toEqual([answer.settlementTxid]);
    expect(await packages()).toMatchObject([{ stuck: 1, seconds: (25 * HOUR_MS) / 1_000 }]);
    // no node has it: an hour is too long
    await sql`update purchases set state = 'broadcasting', created_at = ${at}::timestamptz - interval '2 hours'`.execute(
      desk.ctx.db,
    );
    expect(await shown('progress=stuck')).toEqual([answer.settlementTxid]);
    await sql`update purchases set state = 'pending', created_at = ${at}::timestamptz`.execute(desk.ctx.db);
    await desk.mine();
    expect(await shown('progress=in_flight')).toEqual([]);
  });
});

test('a trade is found by its id, its settlement, its inscription and the address of a party', async () => {
  const { json, get } = await adminOf();
  const { rows } = await json('/v1/trades?flow=purchase');
  const [{ id, settlementTxid, inscriptionId, buyer: address }] = rows;
  for (const find of [id, settlementTxid, inscriptionId, address])
    expect(
      (await json(`/v1/trades?flow=purchase&find=${find}`)).rows.map((row: { id: string }) => row.id),
    ).toEqual([id]);
  expect((await json(`/v1/listings?ended=true&find=${inscriptionId}`)).rows).toHaveLength(1);
  expect((await json('/v1/trades?find=bc1qnobody')).rows).toEqual([]);
  expect((await get(`/v1/trades?find=${encodeURIComponent("' or true --")}`)).status).toBe(400);
});

test('a pool has the way to fill it', async () => {
  const { json } = await adminOf();
  expect((await json('/v1/pools'))[0]).toMatchObject({
    pool: 'anchors',
    isLow: expect.any(Boolean),
    remedy: expect.stringContaining('send coins to'),
  });
});

describe('an audit', () => {
  test('is started by the operator, runs once at a time, and its report has each finding with its way out', async () => {
    const runs = createAuditRuns({ everyHours: 0, pollMs: 1 });
    const { json, post } = await adminOf({ live: { signers: () => [], audits: runs.audits(desk.ctx) } });
    expect(await json('/v1/audit')).toEqual({
      isRunning: false,
      progress: null,
      everyHours: 0,
      last: null,
      failed: null,
    });
    await sql`update anchors set state = 'assigned' where id = (select min(id::text)::uuid from anchors where state = 'free')`.execute(
      desk.ctx.db,
    );
    // both at once: an audit of so little may have ended before a second request
    const [started, again] = await Promise.all(
      ['a drill', 'again'].map((reason) => post('/v1/audit', { reason })),
    );
    expect([started!.status, started!.body.isStarted, started!.body.audit.isRunning]).toEqual([
      200,
      true,
      true,
    ]);
    expect(again!.body.isStarted).toBe(false);
    await vi.waitFor(async () => expect((await json('/v1/audit')).isRunning).toBe(false), 20_000);
    const { last, failed } = await json('/v1/audit');
    expect(failed).toBeNull();
    expect(last.findings).toMatchObject([
      { code: 'stranded_coin', fix: expect.stringContaining('report it'), subject: expect.any(String) },
    ]);
    expect(last.rows).toHaveProperty('purchases');
    const { rows } = await json('/v1/acts?limit=2');
    expect(rows.filter(({ act }: { act: string }) => act === 'start audit')).toMatchObject([
      { actor: 'ada', reason: 'a drill' },
    ]);
  });

  test('that cannot finish says why, and the report before it stays', async () => {
    const runs = createAuditRuns({ everyHours: 6, pollMs: 1 });
    const away = {
      ...desk.ctx.chain,
      blockHash: async () => refuse('unavailable', 'the node is unreachable'),
    };
    const audits = runs.audits({ ...desk.ctx, chain: away });
    expect(audits.start()).toBe(true);
    await vi.waitFor(() => expect(audits.state().isRunning).toBe(false), 20_000);
    expect(audits.state()).toMatchObject({ last: null, failed: { reason: expect.stringContaining('node') } });
  });
});

describe("the operator's console", () => {
  const console = async () => FILES;

  test.each(Object.values(OPERATOR_PATHS))('is at %s, without a token', async (path) => {
    const { get } = await adminOf({ console });
    const { status, headers, text } = await get(path.replace(/:\w+/, 'any'), {});
    expect([status, headers['content-type'], text]).toEqual([200, 'text/html; charset=utf-8', FILES.page]);
    expect(headers['set-cookie']).toBeUndefined();
  });

  test('may load nothing but its own files, and no page may frame it', async () => {
    const { get } = await adminOf({ console });
    const policy = String((await get('/', {})).headers['content-security-policy']);
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "img-src 'self' data:",
      "frame-src 'none'",
      "base-uri 'self'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ]);
  });

  test('opens nothing: what it shows needs the token', async () => {
    const { get } = await adminOf({ console });
    expect((await get('/assets/main-abc.js', {})).status).toBe(200);
    for (const url of ['/v1/overview', '/v1/audit', '/openapi.json', '/nothing', '/assets'])
      expect([url, (await get(url, {})).status]).toEqual([url, 401]);
  });

  test('that is off leaves no page', async () => {
    const { get } = await adminOf();
    expect((await get('/', {})).status).toBe(401);
    expect((await get('/')).status).toBe(404);
  });

  test('has no address on the public port, and the public console has none here', async () => {
    const app = createApi(desk.ctx, apiSettings({ console }));
    const own = Object.values(OPERATOR_PATHS).filter(
      (path) => !(Object.values(PATHS) as string[]).includes(path),
    );
    expect(own.length).toBeGreaterThan(5);
    for (const path of own)
      expect([path, (await app.inject({ url: path.replace(/:\w+/, 'any') })).statusCode]).toEqual([
        path,
        404,
      ]);
    await app.close();
  });
});

describe('a page of another site', () => {
  test.each([
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' },
    { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' },
    { origin: 'https://evil.test' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
  ])('with %j is refused, with the right token too', async (headers) => {
    const { get, post } = await adminOf();
    expect(await get('/v1/pauses', { ...ada, ...headers })).toMatchObject({
      status: 403,
      headers: { 'x-error-code': 'origin_refused' },
    });
    expect(
      (await post('/v1/pause', { scope: 'everything', reason: 'evil' }, { ...ada, ...headers })).status,
    ).toBe(403);
    expect(JSON.parse((await get('/v1/pauses')).text)).toEqual({ rows: [] });
  });

  test.each([
    {},
    { origin: 'http://localhost:1', 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
  ])('is not what sends %j', async (headers) => {
    const { get } = await adminOf();
    expect((await get('/v1/pauses', { ...ada, ...headers })).status).toBe(200);
  });

  test('whose name leads to this machine is refused where nobody needs a token', async () => {
    const { get } = await adminOf({ access: { tokens: [], socketUser: 'ordbook' } });
    for (const [host, status] of [
      ['localhost', 200],
      ['localhost:8081', 200],
      ['127.0.0.1:8081', 200],
      ['[::1]:8081', 200],
      ['evil.test:8081', 403],
      ['localhost.evil.test', 403],
      ['127.0.0.1.evil.test', 403],
    ] as const)
      expect([host, (await get('/v1/pauses', { host })).status]).toEqual([host, status]);
    // with tokens, a proxy may have any name
    expect((await (await adminOf()).get('/v1/pauses', { ...ada, host: 'admin.market.test' })).status).toBe(
      200,
    );
  });
});
