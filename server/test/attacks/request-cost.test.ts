/** A stranger sends the requests that cost him least and the service most. */
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { rounds } from '../../../stack/rounds.ts';
import type { RateLimits } from '../../src/api/edge/limits.ts';
import { createApi } from '../../src/api/server.ts';
import { later, makeCollection, makeInscriptions, makeListing, makeSeller } from '../store/contract/rows.ts';
import { answersFromMemory } from '../support/answers-from-memory.ts';
import { apiSettings, NO_LIMITS, testWallet } from '../support/api.ts';
import { type Desk, openDesk } from '../support/desk.ts';
import { type RegisteredRoute, withRoutes } from '../support/registered-routes.ts';
import { list } from '../support/trade.ts';
import type { Trader } from '../support/trader.ts';

vi.setConfig({ testTimeout: 300_000 });

/** Processor time of one request without a token, ms. */
const MOST_MS = 1.5;
/** The same in that of the cheapest route, for a machine that is slow at everything. */
const MOST_TIMES = 30;
const ROUNDS = rounds(6, 3);
const REQUESTS = 15;

const UUID = '3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11';
/** The dearest that a wildcard takes. */
const WILDCARDS: Readonly<Record<string, string>> = {
  '/r/*': '/r/blockheight',
  '/*': '/nothing',
  '*': '/api/v1/me',
};
const QUERIES: Readonly<Record<string, string>> = { '/market/search': '?q=mouse' };
const { ordinals, payment } = testWallet('stranger');
const BODIES: Readonly<Record<string, object>> = {
  '/api/v1/auth/challenge': { ordinalsAddress: ordinals.address, paymentAddress: payment.address },
  '/api/v1/auth/verify': {
    authRequestId: UUID,
    verifications: [{ challengeId: UUID, signature: 'ab'.repeat(70), address: ordinals.address }],
  },
};

let desk: Desk;
let listed: string;
beforeAll(async () => {
  desk = await openDesk();
  const [seller] = (await desk.traders(['p2tr'])) as [Trader];
  [listed] = (await desk.inscribe(seller, 1)) as [string];
  await list(desk, seller, [listed]);
  await desk.mine(6);
  const { db } = desk.ctx;
  await makeCollection(db, 'mice', { verified: true, name: 'Quiet Mice' });
  const maker = await makeSeller(db);
  const mice = Array.from({ length: 60 }, (_, number) => ({ number, title: `Mouse #${number}` }));
  await makeInscriptions(db, mice, 'mice');
  for (let i = 0; i < 50; i++)
    await makeListing(db, maker, 'mice', [i], { priceSats: 20_000 + i, listedAt: later(i * 1_000) });
});
afterAll(() => desk?.close());

/** Node and index, which are other processes too: what they answered is not made again. */
function fromMemory<Port extends object>(port: Port): Port {
  const known = new Map<string, unknown>();
  return new Proxy(port, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      return (...given: unknown[]) => {
        const asked = `${String(name)} ${JSON.stringify(given)}`;
        if (!known.has(asked)) known.set(asked, method.apply(target, given));
        return known.get(asked);
      };
    },
  });
}

/** The edge with everything on, and all its routes. The database answers from memory: its work is another process's. */
async function open(perIp: number) {
  const limit = { perIp, perCaller: perIp };
  const buckets = Object.fromEntries(Object.keys(NO_LIMITS.buckets).map((bucket) => [bucket, limit]));
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  const picture = { status: 200, contentType: 'image/png', cacheControl: null, body: Buffer.alloc(50_000) };
  const script = { body: Buffer.alloc(300_000, 'x'), contentType: 'text/javascript' };
  const settings = apiSettings({
    metrics,
    checkResponses: false,
    rateLimits: { windowSeconds: 60, buckets: buckets as RateLimits['buckets'] },
    console: async () => ({ page: 'x'.repeat(2_000), assets: new Map([['page.js', script]]) }),
    content: { read: async () => picture },
  });
  return withRoutes(async () => {
    const { chain, ordinals, db } = desk.ctx;
    const parts = { chain: fromMemory(chain), ordinals: fromMemory(ordinals), db: answersFromMemory(db) };
    const app = createApi({ ...desk.ctx, ...parts }, settings);
    await app.ready();
    return app;
  });
}

function nameIn(parameter: string): string {
  if (parameter === 'slug') return 'mice';
  if (parameter === 'name') return 'page.js';
  return /^(inscriptionId|id)$/.test(parameter) ? listed : UUID;
}

async function send(app: FastifyInstance, { method, url }: RegisteredRoute, remoteAddress = '192.0.2.1') {
  const path = WILDCARDS[url] ?? url.replaceAll(/:(\w+)/g, (_, name) => nameIn(name));
  const answer = await app.inject({
    method: method as 'GET',
    url: path + (QUERIES[url] ?? ''),
    remoteAddress,
    payloadAsStream: true,
    ...(method === 'POST' && { payload: BODIES[url] ?? {} }),
  });
  const body = answer.stream();
  if (url === '/events') body.destroy();
  else await body.resume().toArray();
  return answer.statusCode;
}

/** Of one request, ms: the least of several rounds, since whatever else the machine does only adds to one. */
async function cpuMs(app: FastifyInstance, route: RegisteredRoute): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const from = process.cpuUsage();
    for (let i = 0; i < REQUESTS; i++) await send(app, route);
    const { user, system } = process.cpuUsage(from);
    least = Math.min(least, (user + system) / 1_000 / REQUESTS);
  }
  return least;
}

test('one request to any route, without a token, takes less than 1.5 ms of the processor', async () => {
  const { made: app, routes } = await open(1e9);
  const table: { ms: number; status: number; route: RegisteredRoute }[] = [];
  // HEAD is GET without its body
  for (const route of routes.filter(({ method }) => method !== 'HEAD'))
    table.push({ status: await send(app, route), ms: await cpuMs(app, route), route });
  const isDear = ({ ms }: { ms: number }) =>
    ms >= Math.max(MOST_MS, MOST_TIMES * Math.min(...table.map((row) => row.ms)));
  for (let again = 0; again < 5; again++)
    for (const row of table.filter(isDear)) row.ms = Math.min(row.ms, await cpuMs(app, row.route));
  await app.close();
  table.sort((a, b) => b.ms - a.ms);
  const shown = table.map(
    ({ ms, status, route: { method, url } }) => `${ms.toFixed(2)} ms  ${status}  ${method} ${url}`,
  );
  console.info(shown.slice(0, 12).join('\n'));
  expect(table.length).toBeGreaterThan(100);
  expect(table.filter(({ status }) => status >= 500 && status !== 503)).toEqual([]);
  expect(shown.slice(0, table.filter(isDear).length)).toEqual([]);
});

test('every route has a limit, and so have addresses that are none', async () => {
  const { made: app, routes } = await open(2);
  let callers = 0;
  for (const route of [...routes, { method: 'GET', url: '/nothing' }, { method: 'POST', url: '/nothing' }]) {
    callers += 1;
    const caller = `2001:db8:0:${callers.toString(16)}::1`;
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push(await send(app, route, caller));
    expect([statuses.indexOf(429), route]).toEqual([2, route]);
  }
  await app.close();
});
