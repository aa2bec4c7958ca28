import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { storedBooks } from '../../src/cli/books.ts';
import { describeRevenue, exportSales, exportTrades, listBook, listTrades } from '../../src/cli/business.ts';
import { everyRow, writeRows } from '../../src/cli/export-rows.ts';
import { tableLines } from '../../src/cli/tables.ts';
import { insertPartner } from '../../src/store/account/partners.ts';
import {
  idOf,
  makeCollection,
  makeInscriptions,
  makeListing,
  makeSeller,
  NOW,
  type Seller,
} from '../store/contract/rows.ts';
import { freshDatabase } from '../support/fresh-database.ts';

vi.setConfig({ testTimeout: 60_000 });

const database = freshDatabase();
let seller: Seller;

beforeEach(async () => {
  const { db } = database;
  seller = await makeSeller(db, 'seller-0');
  await makeCollection(db, 'mice');
  await makeInscriptions(db, [{ number: 1 }, { number: 2 }, { number: 3 }], 'mice');
});

/** What a stream was given, and the most that it held at once. */
function collector() {
  let text = '';
  const to = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      setImmediate(done);
    },
  });
  return { to, text: () => text };
}

/** `count` confirmed own sales, a minute apart, made in SQL. */
async function makeSales(count: number, partner = 'ann'): Promise<void> {
  const { db } = database;
  const id = crypto.randomUUID();
  await insertPartner(db, {
    id,
    name: partner,
    status: 'active',
    payoutAddress: 'p',
    shareBps: 1,
    createdAt: NOW,
  });
  await sql`alter table sales disable trigger user`.execute(db);
  await sql`
    insert into sales (id, state, sale_type, txid, inscription_id, collection_slug, seller_address, buyer_address, price_sats,
      sold_at, block_height, seller_fee_sats, buyer_fee_sats, royalty_sats, partner_id, partner_sats, anchor_sats, fee_paid_sats)
    select md5(n::text)::uuid, 'confirmed', 'internal', md5(n::text), md5(n::text), 'mice', 's', 'b', 1000, ${NOW}::timestamptz
      + n * interval '1 minute', n, 10, 15, 3, ${id}::uuid, 5, 2, 18 from generate_series(1, ${count}::integer) n`.execute(
    db,
  );
  await sql`alter table sales enable trigger user`.execute(db);
}

describe('ordbook trades list', () => {
  test('is a table that fits 80 columns, newest first; with --json a line each, with whole sats', async () => {
    const id = await makeListing(database.db, seller, 'mice', [1], { priceSats: 2_100_000_000_000_000 });
    await makeListing(database.db, seller, 'mice', [2], { state: 'pending_public', priceSats: 99_999_999 });
    const lines = await listTrades(storedBooks(database.db), {});
    expect(lines[0]).toMatch(/^made +id +flow +state +price$/);
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
    expect(lines.join('\n')).toContain('2100T');
    const rows = (await listTrades(storedBooks(database.db), { json: true })).map((line) => JSON.parse(line));
    expect(rows.find((row) => row.id === id)).toMatchObject({
      kind: 'listing',
      priceSats: 2_100_000_000_000_000,
      collectionSlug: 'mice',
      createdAt: NOW.toISOString(),
      sellerProfileId: seller.profileId,
    });
  });

  test('filters by state, flow, time, profile and collection, and says when there are more', async () => {
    await makeListing(database.db, seller, 'mice', [1]);
    await makeListing(database.db, seller, 'mice', [2], { state: 'expired' });
    const count = async (filters: object) =>
      (await listTrades(storedBooks(database.db), { json: true, ...filters })).length;
    expect(await count({})).toBe(2);
    expect(await count({ state: 'expired' })).toBe(1);
    expect(await count({ flow: 'purchase' })).toBe(0);
    expect(await count({ flow: 'collection-offer' })).toBe(0);
    expect(await count({ since: '2026-03-02' })).toBe(0);
    expect(await count({ profile: seller.profileId })).toBe(2);
    expect(await count({ profile: crypto.randomUUID() })).toBe(0);
    expect(await count({ collection: 'cats' })).toBe(0);
    expect((await listTrades(storedBooks(database.db), { limit: '1' })).at(-1)).toContain(
      '--limit shows more',
    );
  });

  test.each([
    [{ flow: 'sale' }, /--flow is sale; it must be listing, purchase/],
    [{ since: 'yesterday' }, /--since is yesterday/],
    [{ profile: 'bob' }, /--profile is bob/],
    [{ limit: '0' }, /--limit is 0/],
    [{ state: 'opne' }, /--state is opne; it must be one of pending_public, .*seller_signed/],
    [{ flow: 'listing', state: 'seller_signed' }, /--state is seller_signed; .* buyable/],
  ])('refuses %j with what is allowed', async (filters, message) => {
    await expect(listTrades(storedBooks(database.db), filters)).rejects.toThrow(message);
  });
});

test('ordbook listings list shows what is open, and with --all what has ended', async () => {
  const open = await makeListing(database.db, seller, 'mice', [1]);
  await makeListing(database.db, seller, 'mice', [2], { state: 'cancelled' });
  const rows = await listBook(storedBooks(database.db), ['listing'], { json: true });
  expect(rows.map((row) => JSON.parse(row).id)).toEqual([open]);
  expect(await listBook(storedBooks(database.db), ['listing'], { json: true, all: true })).toHaveLength(2);
  expect(await listBook(storedBooks(database.db), ['offer', 'counter'], { json: true })).toEqual([]);
  expect(await listBook(storedBooks(database.db), ['offer', 'counter'], {})).toEqual([
    'none is open; --all shows ended ones too',
  ]);
  expect(await listTrades(storedBooks(database.db), { flow: 'fill' })).toEqual(['no such trade']);
});

describe('ordbook revenue', () => {
  test('adds up, by day, collection or partner, with a total and what is not known', async () => {
    await makeSales(1_500);
    expect(await describeRevenue(storedBooks(database.db), {})).toEqual([
      '          sales  fees creators partners anchors fee address',
      'all sales  1500 37500     4500     7500    3000       27000',
    ]);
    const days = await describeRevenue(storedBooks(database.db), { by: 'day' });
    expect(days.map((line) => line.split(/ +/).slice(0, 3))).toEqual([
      ['day', 'sales', 'fees'],
      ['2026-03-01', '719', '17975'],
      ['2026-03-02', '781', '19525'],
      ['total', '1500', '37500'],
    ]);
    for (const line of days) expect(line.length).toBeLessThanOrEqual(80);
    await sql`update sales set buyer_fee_sats = null where block_height < 3`.execute(database.db);
    expect((await describeRevenue(storedBooks(database.db), { by: 'partner' })).at(-1)).toMatch(
      /^2 sales have a figure/,
    );
    const [row] = await describeRevenue(storedBooks(database.db), {
      by: 'collection',
      since: '2026-03-02',
      json: true,
    });
    expect(JSON.parse(row!)).toMatchObject({ group: 'mice', sales: 781, sellerFeeSats: 7_810, unknown: 0 });
    await expect(describeRevenue(storedBooks(database.db), { by: 'week' })).rejects.toThrow(/--by is week/);
  });
});

describe('an export', () => {
  test('of sales has every one once, oldest first, as CSV with heads and as lines of JSON', async () => {
    await makeSales(2_345);
    const csv = collector();
    await exportSales(storedBooks(database.db), {}, 'csv', csv.to);
    const lines = csv.text().trimEnd().split('\n');
    expect(lines[0]).toBe(
      'sold_at,block_height,txid,id,kind,inscription_id,collection_slug,seller_address,buyer_address,price_sats,price_usd,seller_fee_sats,buyer_fee_sats,royalty_sats,partner,partner_address,partner_sats,anchor_sats,fee_paid_sats',
    );
    expect(lines.slice(1).map((line) => Number(line.split(',')[1]))).toEqual(
      Array.from({ length: 2_345 }, (_, i) => i + 1),
    );
    expect(lines[1]).toMatch(
      /^2026-03-01T12:01:00.123Z,1,[0-9a-f]{32},.*,mice,s,b,1000,,10,15,3,ann,,5,2,18$/,
    );
    const json = collector();
    await exportSales(storedBooks(database.db), { until: '2026-03-01T12:03Z' }, 'json', json.to);
    expect(
      json
        .text()
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).blockHeight),
    ).toEqual([1, 2]);
  });

  test('of trades has every one once', async () => {
    for (const number of [1, 2, 3]) await makeListing(database.db, seller, 'mice', [number]);
    const { to, text } = collector();
    await exportTrades(storedBooks(database.db), {}, 'json', to);
    const ids = text()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).inscriptionId);
    expect(ids.sort()).toEqual([idOf(1), idOf(2), idOf(3)].sort());
  });

  test('quotes what CSV needs quoted, and makes text of what a spreadsheet would run', async () => {
    const rows = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', 'a,"b"\nc', 'plain'].map((name) => ({ name }));
    const { to, text } = collector();
    await writeRows(
      everyRow(
        async () => rows,
        () => [],
        100,
      ),
      ['name'],
      'csv',
      to,
    );
    expect(text()).toBe(`name\n'=1+1\n'+1\n'-1\n'@SUM(A1)\n'\tx\n"a,""b""\nc"\nplain\n`);
  });

  test('reads a page when the one before is written: memory does not grow with the rows', async () => {
    let read = 0;
    let written = 0;
    let ahead = 0;
    const page = async () => {
      read += 1;
      ahead = Math.max(ahead, read * 100 - written);
      return Array.from({ length: read === 300 ? 1 : 100 }, () => ({ text: 'x'.repeat(1_000) }));
    };
    const to = new Writable({
      write(chunk: Buffer, _encoding, done) {
        written += chunk.toString().split('\n').length - 1;
        setImmediate(done);
      },
    });
    await writeRows(
      everyRow(page, () => [], 100),
      ['text'],
      'csv',
      to,
    );
    expect(written).toBeGreaterThanOrEqual(29_900);
    expect(ahead).toBeLessThan(1_000);
  });
});

test('a table shows control characters as spaces, cuts long text and keeps numbers whole', () => {
  const columns = [
    { head: 'name', width: 6, of: ({ name }: { name: string }) => name },
    { head: 'sats', width: 3, of: () => 123_456 },
  ];
  expect(tableLines(columns, [{ name: 'a\u001b[\u202e1mlong' }, { name: 'b' }])).toEqual([
    'name   sats',
    'a [ 1… 123456',
    'b      123456',
  ]);
});
