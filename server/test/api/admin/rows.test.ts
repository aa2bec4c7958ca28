import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { KEYS } from '../../../../protocol/test/parties.ts';
import { createAdminApi } from '../../../src/api/admin/server.ts';
import { insertPartner } from '../../../src/store/account/partners.ts';
import type { TradingContext } from '../../../src/trading/context.ts';
import { FLOWS } from '../../../src/trading/flows.ts';
import {
  idOf,
  makeCollection,
  makeInscriptions,
  makeListing,
  makeSeller,
  NOW,
} from '../../store/contract/rows.ts';
import { StandingClock, TEST_SETTINGS } from '../../support/api.ts';
import { freshDatabase } from '../../support/fresh-database.ts';
import { adminSettings } from '../../support/operator.ts';

vi.setConfig({ testTimeout: 60_000 });

const database = freshDatabase();
let admin: FastifyInstance;
beforeAll(() => {
  const { db } = database;
  const ctx = { db, settings: TEST_SETTINGS, clock: new StandingClock(), flows: FLOWS, keys: KEYS };
  admin = createAdminApi(
    ctx as unknown as TradingContext,
    adminSettings({ access: { tokens: [], socketUser: 'ada' }, logger: pino({ level: 'silent' }) }),
  );
});
afterAll(() => admin?.close());

/** Every page of a list as CSV, by the links that the pages have. */
async function csvOf(path: string): Promise<string[]> {
  const pages: string[] = [];
  for (let next: string | undefined = path; next !== undefined; ) {
    const { statusCode, headers, body } = await asked(next);
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    pages.push(body);
    next = /^<(.+)>; rel="next"$/.exec(String(headers['link'] ?? ''))?.[1];
  }
  return pages;
}
const asked = (url: string, accept = 'text/csv') =>
  admin.inject({ url, headers: { host: 'localhost', accept } });

/** `count` confirmed own sales, a minute apart, made in SQL. */
async function makeSales(count: number): Promise<void> {
  const { db } = database;
  const partner = { id: crypto.randomUUID(), name: 'ann', status: 'active' as const };
  await insertPartner(db, { ...partner, payoutAddress: 'p', shareBps: 1, createdAt: NOW });
  await sql`alter table sales disable trigger user`.execute(db);
  await sql`
    insert into sales (id, state, sale_type, txid, inscription_id, collection_slug, seller_address, buyer_address, price_sats,
      sold_at, block_height, seller_fee_sats, buyer_fee_sats, royalty_sats, partner_id, partner_sats, anchor_sats, fee_paid_sats)
    select md5(n::text)::uuid, 'confirmed', 'internal', md5(n::text), md5(n::text), 'mice', 's', 'b', 1000, ${NOW}::timestamptz
      + n * interval '1 minute', n, 10, 15, 3, ${partner.id}::uuid, 5, 2, 18 from generate_series(1, ${count}::integer) n`.execute(
    db,
  );
  await sql`alter table sales enable trigger user`.execute(db);
}

describe('rows as CSV', () => {
  beforeEach(() => makeCollection(database.db, 'mice'));

  test('have every sale once, oldest first, page by page, each with its heads', async () => {
    await makeSales(1_234);
    const pages = await csvOf('/v1/sales?limit=500');
    expect(pages).toHaveLength(3);
    const lines = pages.flatMap((page) => page.trimEnd().split('\n').slice(1));
    for (const page of pages)
      expect(page.split('\n')[0]).toMatch(/^id,sold_at,block_height,txid,kind,.*price_sats.*fee_paid_sats$/);
    expect(lines.map((line) => Number(line.split(',')[2]))).toEqual(
      Array.from({ length: 1_234 }, (_, i) => i + 1),
    );
    expect(lines[0]).toContain(',2026-03-01T12:01:00.123Z,1,');
    const until = await csvOf('/v1/sales?until=2026-03-01T12:03Z');
    expect(until.join('').trimEnd().split('\n')).toHaveLength(3);
  });

  test('have every trade once', async () => {
    const seller = await makeSeller(database.db, 'seller-0');
    await makeInscriptions(database.db, [{ number: 1 }, { number: 2 }, { number: 3 }], 'mice');
    for (const number of [1, 2, 3]) await makeListing(database.db, seller, 'mice', [number]);
    const pages = await csvOf('/v1/trades?limit=2');
    expect(pages).toHaveLength(2);
    for (const number of [1, 2, 3]) expect(pages.join('').split(idOf(number))).toHaveLength(2);
  });

  test('are quoted where CSV needs it, and what a spreadsheet would run is text', async () => {
    const names = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', 'a,"b"\nc', 'plain'];
    for (const [i, name] of names.entries())
      await insertPartner(database.db, {
        ...{ id: crypto.randomUUID(), name, status: 'active', payoutAddress: null, shareBps: i },
        createdAt: NOW,
      });
    const [text] = await csvOf('/v1/partners');
    for (const shown of [`'=1+1`, `'+1`, `'-1`, `'@SUM(A1)`, `'\tx`, '"a,""b""\nc"', 'plain'])
      expect(text).toContain(`,${shown},active,`);
  });

  test('are heads alone when there are none, and are not there without rows', async () => {
    expect(await csvOf('/v1/bans')).toEqual(['subject,reason,actor,since\n']);
    expect((await csvOf('/v1/pools'))[0]).toMatch(/^pool,.*\nanchors,/);
    const none = await asked('/v1/fees');
    expect([none.statusCode, none.json().error]).toEqual([
      400,
      'GET /v1/fees has no rows, so there is no CSV; accept JSON',
    ]);
    expect((await asked('/v1/bans', 'application/json')).json()).toEqual({ rows: [] });
  });
});

test('acts link to the older ones', async () => {
  const reason = 'a drill';
  for (const scope of ['flow:fill', 'flow:offer', 'flow:listing'])
    await admin.inject({
      ...{ method: 'POST', url: '/v1/pause', payload: { scope, reason } },
      headers: { 'x-ordbook-by': 'ada' },
    });
  const pages = await csvOf('/v1/acts?limit=2');
  expect(pages.map((page) => page.trimEnd().split('\n').length - 1)).toEqual([2, 1]);
});

test('revenue adds up by day, collection or partner, and counts sales with a figure that is missing', async () => {
  await makeCollection(database.db, 'mice');
  await makeSales(1_500);
  const revenue = async (query: string) => (await asked(`/v1/revenue${query}`, '*/*')).json().rows;
  const all = { sales: 1_500, sellerFeeSats: 15_000, buyerFeeSats: 22_500, royaltySats: 4_500 };
  expect(await revenue('')).toMatchObject([
    { group: null, ...all, partnerSats: 7_500, anchorSats: 3_000, feePaidSats: 27_000 },
  ]);
  expect(await revenue('?by=day')).toMatchObject([
    { group: '2026-03-01', sales: 719, sellerFeeSats: 7_190, buyerFeeSats: 10_785 },
    { group: '2026-03-02', sales: 781, sellerFeeSats: 7_810, buyerFeeSats: 11_715 },
  ]);
  expect(await revenue('?by=month&partner=ann')).toMatchObject([
    { group: '2026-03', sales: 1_500, partnerSats: 7_500, priceUsd: null, feeUsd: null, unpriced: 1_500 },
  ]);
  expect(await revenue('?by=month&partner=bob')).toEqual([]);
  await sql`update sales set price_usd = price_sats * 0.001 where block_height <= 1000`.execute(database.db);
  expect(await revenue('?by=month')).toMatchObject([{ feeUsd: 25, partnerUsd: 5, unpriced: 500 }]);
  await sql`update sales set buyer_fee_sats = null where block_height < 3`.execute(database.db);
  expect(await revenue('?by=partner')).toMatchObject([{ group: 'ann', unknown: 2 }]);
  expect(await revenue('?by=collection&since=2026-03-02')).toMatchObject([
    { group: 'mice', sales: 781, unknown: 0 },
  ]);
  expect((await asked('/v1/revenue?by=week', '*/*')).statusCode).toBe(400);
});
