import { ListingsAnswer } from '@ordbook/api/listing/listing';
import { SalesAnswer } from '@ordbook/api/sale/sale';
import { MAX_SATS } from '@ordbook/protocol/sats';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { serializerOf } from '../../../src/api/edge/serialization.ts';
import { listingShape } from '../../../src/api/listing/shape.ts';
import { saleShape } from '../../../src/api/sale/shape.ts';
import { setLocations } from '../../../src/store/chain/inscriptions.ts';
import { listingsPage } from '../../../src/store/listing/listings-page.ts';
import type { Database } from '../../../src/store/port.ts';
import { salesPage } from '../../../src/store/sale/sales.ts';
import { type TestApi, testApi, testWallet } from '../../support/api.ts';
import {
  idOf,
  later,
  makeCollection,
  makeInscriptions,
  makeListing,
  makeSeller,
  TEXTS,
  txidOf,
} from './rows.ts';

const AMOUNTS = [1, 10, 99, 546, 9_999, 10_000, MAX_SATS, Number.MAX_SAFE_INTEGER];
/** JavaScript and PostgreSQL write some of these in different ways. */
const NUMBERS = [
  0,
  0.1 + 0.2,
  499.123456789,
  1e-4,
  0.00009999999999999999,
  1e-6,
  9.999e-7,
  1e-7,
  1.5e-10,
  5e-324,
  99_999_999_999_999.98,
  1e15,
  123_456_789_012_345_680_000,
  1e21,
  1.5e100,
  Number.MAX_VALUE,
];
const LISTINGS = [
  '',
  '&sort=price',
  '&collectionSlug=embers',
  '&collectionSlug=ashes',
  '&sellerAddress=plain',
];
const SALES = ['', '&collectionSlug=ashes'];
const MOST = 100;

/** The text of listings and sales is the one that the schemas of the API make of their columns. */
export function shownPageRules(db: () => Database): void {
  describe('listings and sales that are kept as text', () => {
    let api: TestApi;
    let token: string;

    beforeEach(async () => {
      api = await testApi(db());
      ({ token } = await api.signIn(testWallet('reader')));
      await makeCollection(db(), 'embers', { verified: true });
      await makeCollection(db(), 'ashes');
      await sql`update collections set name = ${TEXTS[1]} where slug = 'ashes'`.execute(db());
      const titled = TEXTS.map((title, number) => ({ number, title }));
      await makeInscriptions(db(), [...titled, { number: -7 }, { number: 20 }, { number: 21 }], 'embers');
      const sellers = await Promise.all(TEXTS.map((address) => makeSeller(db(), address)));
      // not named, in a bundle, and not known
      for (const [i, numbers] of [[-7], [20, 21], [99], ...TEXTS.map((_, n) => [n])].entries()) {
        const seller = sellers[i % sellers.length]!;
        const more = { priceSats: AMOUNTS[i % AMOUNTS.length]!, listedAt: later(i * 61_001) };
        const expiresAt = i % 3 === 0 ? new Date(api.clock.at.getTime() + 86_400_000 + i) : null;
        await makeListing(db(), seller, i % 2 ? 'ashes' : 'embers', numbers, { ...more, expiresAt });
      }
      for (const [i, priceUsd] of [null, ...NUMBERS].entries()) await makeSale(i, priceUsd);
      return () => api.app.close();
    });

    async function makeSale(i: number, priceUsd: number | null): Promise<void> {
      const address = TEXTS[i % TEXTS.length]!;
      await sql`
        insert into sales (id, state, sale_type, txid, inscription_id, collection_slug, seller_address, buyer_address,
          price_sats, price_usd, sold_at, block_height, block_position)
        values (${uuidOf(i)}, 'confirmed', ${i % 2 ? 'internal' : 'external'}, ${txidOf(`sale ${i}`)},
          ${idOf([-7, 99, 0, 1, 2, 3, 4, 5][i % 8]!)}, ${[null, 'embers', 'ashes', 'no "such" one'][i % 4]},
          ${i % 3 ? address : null}, ${i % 5 ? address : null}, ${[0, ...AMOUNTS][i % 9]}, ${priceUsd},
          ${later(i * 61_001)}, ${100 + i}, ${i})`.execute(db());
    }

    const bodyOf = async (path: string) => {
      const url = `/api/v1${path}`;
      const { body, headers, statusCode } = await api.app.inject({
        url,
        headers: { authorization: `Bearer ${token}` },
      });
      expect([statusCode, headers['content-type']], body).toEqual([200, 'application/json; charset=utf-8']);
      return body;
    };
    /** A URL that no page is kept for: nothing reads the parameter. */
    let asked = 0;
    const cold = async (path: string) => {
      asked += 1;
      return bodyOf(`${path}&unread=${asked}`);
    };

    const end = (pageSize: number) => ({ pageSize, hasNext: false, nextCursor: null });
    async function listingsText(filter: string): Promise<string> {
      const { sort = 'recent', ...more } = Object.fromEntries(new URLSearchParams(filter));
      const wanted = { sort: sort as 'recent' | 'price', now: api.clock.now(), after: null, limit: MOST };
      const rows = await listingsPage(db(), { ...wanted, ...more });
      return serializerOf(ListingsAnswer)({
        listings: rows.map(listingShape),
        pagination: end(rows.length),
      });
    }
    async function salesText(filter: string): Promise<string> {
      const { collectionSlug } = Object.fromEntries(new URLSearchParams(filter));
      const rows = await salesPage(db(), { after: null, limit: MOST, collectionSlug });
      return serializerOf(SalesAnswer)({ sales: rows.map(saleShape), pagination: end(rows.length) });
    }

    async function expectBytes(what?: string): Promise<void> {
      const members = [20, 21].map((number) => `&inscriptionId=${idOf(number)}`);
      for (const filter of [...LISTINGS, ...members])
        expect(await cold(`/listings?limit=${MOST}${filter}`), what).toBe(await listingsText(filter));
      for (const filter of SALES)
        expect(await cold(`/sales?limit=${MOST}${filter}`), what).toBe(await salesText(filter));
    }

    test('are the bytes that the schemas make of their columns', async () => {
      await expectBytes();
      const { rows } = await sql<{ count: number }>`
        select count(*) from (
          select shown_before, shown_after from listings union all select shown_before, shown_after from sales
        ) kept where shown_before is null or shown_after is null`.execute(db());
      expect(rows).toEqual([{ count: 0 }]);
      expect(JSON.parse(await listingsText('')).listings).toHaveLength(3 + TEXTS.length);
      expect(JSON.parse(await salesText('')).sales).toHaveLength(1 + NUMBERS.length);
    });

    test('are so page by page, each row once', async () => {
      for (const [path, name, whole] of [
        ['/listings?limit=2', 'listings', await listingsText('')],
        ['/listings?limit=2&sort=price', 'listings', await listingsText('&sort=price')],
        ['/sales?limit=2', 'sales', await salesText('')],
      ] as const) {
        const rows: unknown[] = [];
        let cursor = '';
        for (;;) {
          const page = JSON.parse(await bodyOf(`${path}${cursor}`));
          rows.push(...page[name]);
          expect(page.pagination.pageSize).toBe(page[name].length);
          if (!page.pagination.hasNext) break;
          cursor = `&cursor=${encodeURIComponent(page.pagination.nextCursor)}`;
        }
        expect(rows).toEqual(JSON.parse(whole)[name]);
      }
    });

    test('are so where nothing is for sale, and nothing was sold', async () => {
      await sql`update listings set state = 'cancelled'`.execute(db());
      await sql`update sales set state = 'failed'`.execute(db());
      await expectBytes();
      expect(await listingsText('')).toBe(
        '{"listings":[],"pagination":{"pageSize":0,"hasNext":false,"nextCursor":null}}',
      );
      const { rows } = await sql<{ count: number }>`
        select count(*) from (
          select shown_before from listings union all select shown_before from sales
        ) kept where shown_before is not null`.execute(db());
      expect(rows).toEqual([{ count: 0 }]);
    });

    test('are so for rows that were made before they were kept', async () => {
      for (const table of ['listings', 'sales']) {
        const triggers = sql.raw(`${table}_shown`);
        await sql`alter table ${sql.table(table)} disable trigger ${triggers}`.execute(db());
        await sql`update ${sql.table(table)} set shown_before = null, shown_after = null`.execute(db());
        await sql`alter table ${sql.table(table)} enable trigger ${triggers}`.execute(db());
      }
      await expectBytes();
    });

    test('are so whichever column of theirs changes', async () => {
      for (const table of ['listings', 'sales']) {
        const { rows: columns } = await sql<{ name: string; type: string }>`
          select column_name as name, data_type as type from information_schema.columns
          where table_name = ${table} order by ordinal_position`.execute(db());
        const place = sql.raw(table === 'sales' ? 'block_height' : 'listed_at');
        for (const { name, type } of columns) {
          const value = another(name, type);
          // refused: what other tables refer to
          await sql`
            /* once */ update ${sql.table(table)} set ${sql.ref(name)} = ${sql.raw(value)}
            where id = (select id from ${sql.table(table)} order by ${place}, id limit 1)`
            .execute(db())
            .catch(() => null);
          await expectBytes(`${table}.${name}`);
        }
      }
    });

    test('are so after what they show elsewhere has changed', async () => {
      const changed = async (what: string, statement: string) => {
        const before = [await listingsText(''), await salesText('')];
        await sql.raw(statement).execute(db());
        await expectBytes(what);
        expect([await listingsText(''), await salesText('')], what).not.toEqual(before);
      };
      await changed('a name', `update collections set name = '"Cinders"' where slug = 'ashes'`);
      await changed('a kind', `update collections set kind = 'gallery' where slug = 'ashes'`);
      await changed('the check', `update collections set verified = true where slug = 'ashes'`);
      await changed('a title', `update inscriptions set title = 'Renamed "🐭"' where number = 1`);
      await changed('a number', `update inscriptions set number = 3000 where number = 20`);
      await changed('a sat', `update inscriptions set sat = null where number = 2`);
      await changed('no title', `update inscriptions set title = null where number = 3`);
      await changed('no location', `delete from locations where inscription_key = ${await keyOf(4)}`);
      await makeInscriptions(db(), [{ number: 99, title: TEXTS[4]! }]);
      await expectBytes('an inscription that was not known');
      const moved = { txid: txidOf('passthrough'), vout: 3, offset: 77, valueSats: 546, ownerAddress: null };
      await setLocations(db(), [{ key: await keyOf(1), after: moved }]);
      await expectBytes('a move');
      expect(await bodyOf(`/listings?limit=${MOST}`)).toContain(`"${moved.txid}:3:77"`);
    });

    const keyOf = async (number: number) => {
      const { rows } = await sql<{ key: number }>`
        select key from inscriptions where number = ${number}`.execute(db());
      return rows[0]!.key;
    };

    test('have no other text than that of their columns, whatever is written there', async () => {
      await sql`update listings set shown_before = 'x', shown_after = null`.execute(db());
      await sql`update sales set shown_before = null, shown_after = 'x'`.execute(db());
      await expectBytes();
    });

    test('have any text and any number as JavaScript writes them', async () => {
      const codes = Array.from({ length: 0xffff }, (_, i) => i + 1).filter((c) => c < 0xd800 || c > 0xdfff);
      const every =
        codes.map((code) => String.fromCharCode(code)).join('') + String.fromCodePoint(0x1f42d, 0x10ffff);
      const { rows: texts } = await sql<{ text: string }>`select json_text(${every}) as text`.execute(db());
      expect(texts[0]!.text).toBe(JSON.stringify(every));
      const numbers = [...NUMBERS, ...Array.from({ length: 3_000 }, randomDouble)];
      const { rows } = await sql<{ text: string }>`
        select json_number(value) as text
        from unnest(${numbers.map(String)}::double precision[]) with ordinality n (value, place)
        order by place`.execute(db());
      const written = rows.map(({ text }) => text);
      expect(written.map(Number)).toEqual(numbers);
      // Above, several shortest texts may name one number. No price is as high.
      const exact = (_: unknown, i: number) => numbers[i]! <= Number.MAX_SAFE_INTEGER || i < NUMBERS.length;
      expect(written.filter(exact)).toEqual(numbers.map((number) => JSON.stringify(number)).filter(exact));
    });
  });
}

const uuidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Of any size; a third of them like prices. */
function randomDouble(_: unknown, i: number): number {
  if (i % 3 === 0) return Math.random() * 10 ** Math.floor(Math.random() * 12 - 9);
  const bits = new DataView(new ArrayBuffer(8));
  bits.setUint32(0, Math.random() * 0x7ff0_0000);
  bits.setUint32(4, Math.random() * 2 ** 32);
  return bits.getFloat64(0);
}

/** Another value of a column, as SQL. */
function another(column: string, type: string): string {
  if (column === 'state') return `case when state = 'cancelled' then 'buyable' else state end`;
  if (column === 'sale_type') return `case when sale_type = 'internal' then 'external' else 'internal' end`;
  switch (type) {
    case 'boolean':
      return `not ${column}`;
    case 'uuid':
      return 'gen_random_uuid()';
    case 'text':
      return `coalesce(${column}, '') || '"x'`;
    case 'timestamp with time zone':
      return `coalesce(${column} + interval '1 ms', '2027-01-01T00:00:00.1Z')`;
    default:
      return `coalesce(${column}, 0) + 1`;
  }
}
