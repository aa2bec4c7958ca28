import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeExternalSales } from '../../../src/store/sale/external-sales.ts';
import {
  idOf,
  later,
  makeCollection,
  makeInscriptions,
  makeListing,
  makeSeller,
  saleElsewhere,
} from '../../store/contract/rows.ts';
import { type TestApi, testApi } from '../../support/api.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database.ts';

const ITEMS = 12;
/** By number; two have the same price. */
const PRICES = new Map([
  [1, 70_000],
  [2, 20_000],
  [4, 20_000],
  [7, 90_000],
  [8, 30_000],
]);

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  api = await testApi(db);
  api.clock.at = later(3_600_000);
  await makeCollection(db, 'mice', { verified: true, name: 'Quiet Mice' });
  await makeCollection(db, 'cats', { name: 'Cats 100%' });
  const seller = await makeSeller(db);
  const traits = (i: number) => [
    { type: 'Fur', value: i % 2 === 0 ? 'blue' : 'grey' },
    { type: 'Ears', value: i < 4 ? 'long' : 'short' },
  ];
  const mice = Array.from({ length: ITEMS }, (_, i) => ({
    number: i,
    title: `Mouse #${i}`,
    traits: traits(i),
  }));
  await makeInscriptions(db, mice, 'mice');
  await makeInscriptions(db, [{ number: 500, title: '100% cat' }], 'cats');
  for (const [number, priceSats] of PRICES)
    await makeListing(db, seller, 'mice', [number], { priceSats, listedAt: later(number * 1_000) });
  await makeListing(db, seller, 'mice', [9], { priceSats: 10_000, state: 'hidden_locked' });
  const sales = [3, 5, 6].map((number) =>
    saleElsewhere(db, [number], {
      blockHeight: number,
      soldAt: later(number * 1_000 + 500),
      priceSats: 1_000 * number,
    }),
  );
  await storeExternalSales(db, await Promise.all(sales));
});
afterAll(async () => {
  await api.app.close();
  await database.close();
});

async function read(path: string) {
  const answer = await api.app.inject({ url: `/market${path}` });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}

async function allPages(path: string, list: string) {
  const found: never[] = [];
  let cursor = '';
  for (;;) {
    const { status, body } = await read(`${path}${path.includes('?') ? '&' : '?'}limit=2${cursor}`);
    expect(status).toBe(200);
    found.push(...(body[list] as never[]));
    if (!body.pagination.hasNext) return found;
    cursor = `&cursor=${body.pagination.nextCursor}`;
  }
}

const numbers = (items: readonly { inscription: number }[]) => items.map(({ inscription }) => inscription);

test('what visitors see needs no token, and has a rate limit of its own', async () => {
  const { status, body, headers } = await read('');
  expect(status).toBe(200);
  expect(body).toMatchObject({ network: 'regtest', domain: 'market.test', usdPerBtc: null });
  expect(body).toMatchObject({
    listingMinimumSats: 10_000,
    offerMinimumSats: 2_000,
    offerMaximumSats: 1_000_000,
  });
  expect(headers['ratelimit-policy']).toContain('"ip"');
});

describe('a collection', () => {
  test('shows floor, listed, owners, volume of confirmed sales and what it looks like', async () => {
    const { body } = await read('/collections');
    expect(body.collections).toHaveLength(2);
    expect(body.collections.find(({ slug }: { slug: string }) => slug === 'mice')).toMatchObject({
      name: 'Quiet Mice',
      verified: true,
      itemCount: ITEMS,
      listedCount: PRICES.size,
      floorSats: 20_000,
      volumeDaySats: 14_000,
      volumeWeekSats: 14_000,
      salesWeek: 3,
      bestOfferSats: null,
      samples: [0, 1, 2, 3].map((i) => ({ inscriptionId: idOf(i), contentType: 'image' })),
    });
  });

  test('counts its traits by type, the most common value first', async () => {
    const { body } = await read('/collections/mice');
    expect(body.traits).toEqual([
      {
        type: 'Ears',
        values: [
          { value: 'short', count: 8 },
          { value: 'long', count: 4 },
        ],
      },
      {
        type: 'Fur',
        values: [
          { value: 'blue', count: 6 },
          { value: 'grey', count: 6 },
        ],
      },
    ]);
  });

  test('that does not exist is 404', async () => {
    for (const path of ['/collections/none', '/collections/none/items', '/collections/none/offers'])
      expect(await read(path)).toMatchObject({ status: 404, body: { error: 'no collection none' } });
  });
});

describe('the items of a collection', () => {
  test.each([
    ['price', [2, 4, 8, 1, 7]],
    ['price_desc', [7, 1, 8, 2, 4]],
    ['recent', [8, 7, 4, 2, 1]],
    ['oldest', Array.from({ length: ITEMS }, (_, i) => i)],
    ['newest', Array.from({ length: ITEMS }, (_, i) => ITEMS - 1 - i)],
  ])('come page by page, each once, sorted by %s', async (sort, expected) => {
    const shown = numbers(await allPages(`/collections/mice/items?sort=${sort}`, 'items'));
    // equal prices are in the order of their listings' ids
    const prices = (list: readonly number[]) => list.map((number) => PRICES.get(number));
    if (sort.startsWith('price')) {
      expect(prices(shown)).toEqual(prices(expected));
      expect([...shown].sort()).toEqual([...expected].sort());
    } else expect(shown).toEqual(expected);
  });

  test.each(['oldest', 'price'])(
    'have one of the values of each type that is asked for: %s',
    async (sort) => {
      const traits = encodeURIComponent(
        JSON.stringify([
          { type: 'Fur', values: ['blue', 'red'] },
          { type: 'Ears', values: ['long'] },
        ]),
      );
      const { body } = await read(`/collections/mice/items?sort=${sort}&traits=${traits}`);
      expect(numbers(body.items)).toEqual(sort === 'price' ? [2] : [0, 2]);
    },
  );

  test.each(['{', '{}', '[{"type":"Fur"}]', '[{"type":"Fur","values":[]}]'])(
    'are not read for the traits %s',
    async (traits) => {
      const { status, body } = await read(`/collections/mice/items?traits=${encodeURIComponent(traits)}`);
      expect([status, body.error]).toEqual([400, expect.stringContaining(traits)]);
    },
  );

  test('are not continued with the cursor of other filters', async () => {
    const { body } = await read('/collections/mice/items?limit=2');
    const { status } = await read(`/collections/mice/items?sort=recent&cursor=${body.pagination.nextCursor}`);
    expect(status).toBe(400);
  });

  test.each([
    ['minSats=30000&maxSats=70000', [8, 1]],
    ['minSats=70001', [7]],
    ['q=mouse%20%231', [1]],
    ['q=%234', [4]],
    ['q=mouse%20%25', []],
    ['sort=oldest&q=mouse%20%231', [1, 10, 11]],
  ])(
    'are those in a range of prices, or with a number or the start of a name: %s',
    async (filter, expected) => {
      expect(numbers(await allPages(`/collections/mice/items?${filter}`, 'items'))).toEqual(expected);
    },
  );
});

describe('what is for sale in a collection', () => {
  test('has prices and traits, the cheapest first, each trait named once', async () => {
    const { body } = await read('/collections/mice/book');
    expect(body.listings.map(({ priceSats }: { priceSats: number }) => priceSats)).toEqual([
      20_000, 20_000, 30_000, 70_000, 90_000,
    ]);
    expect(body.traits).toHaveLength(4);
    const named = (one: { traits: number[] }) => one.traits.map((place) => body.traits[place].value);
    expect(named(body.listings[4])).toEqual(['grey', 'short']);
    expect(body.isComplete).toBe(true);
  });

  test('is quoted together only by ids of listings, twenty at most; and of an unknown collection nothing is', async () => {
    const none = '00000000-0000-4000-8000-000000000000';
    for (const ids of ['x', '-'.repeat(36), Array(21).fill(none).join()])
      expect(await read(`/quote?listingIds=${ids}`)).toMatchObject({ status: 400 });
    expect(await read('/collections/none/book')).toMatchObject({ status: 404 });
  });
});

describe('what an address holds', () => {
  test('comes page by page, each inscription once, with its collection and its listing', async () => {
    const { ownerAddress } = (await database.db
      .selectFrom('locations')
      .select('ownerAddress')
      .where('ownerAddress', 'is not', null)
      .executeTakeFirst())!;
    const held = (await allPages(`/holdings/${ownerAddress}`, 'items')) as {
      inscription: number;
      owner: string;
    }[];
    const { rows } = await sql<{ number: number }>`
      select i.number from locations p join inscriptions i on i.key = p.inscription_key
      where p.owner_address = ${ownerAddress} order by i.key`.execute(database.db);
    expect(numbers(held)).toEqual(rows.map(({ number }) => number));
    expect(held.every(({ owner }) => owner === ownerAddress)).toBe(true);
    const { body } = await read(`/holdings/${ownerAddress}?limit=100`);
    expect(body.collections).toContainEqual({ slug: 'mice', name: 'Quiet Mice', tradingEnabled: true });
    expect(body.items.find(({ inscription }: { inscription: number }) => inscription === 8)).toMatchObject({
      collection: 'mice',
      priceSats: 30_000,
      listingState: 'buyable',
    });
  });

  test('is nothing for an address that holds nothing', async () => {
    const { status, body } = await read(`/holdings/${'bcrt1q'.padEnd(44, 'q')}`);
    expect([status, body.items, body.collections]).toEqual([200, [], []]);
  });
});

test('activity has sales and open listings in one order, page by page, each once', async () => {
  const all = (await allPages('/activity', 'activity')) as { at: string; kind: string }[];
  expect(all.map(({ kind }) => kind).sort()).toEqual([...Array(5).fill('listing'), ...Array(3).fill('sale')]);
  const times = all.map(({ at }) => at);
  expect(times).toEqual([...times].sort().reverse());
  const { body } = await read('/activity?collectionSlug=cats');
  expect(body.activity).toEqual([]);
});

describe('the activity of an address', () => {
  const [seller, buyer] = ['a-seller', 'a-buyer'];
  beforeAll(async () => {
    const { db } = database;
    const sides = new Map([
      [3, [seller, buyer]],
      [5, [buyer, seller]],
      [6, [seller, seller]],
    ]);
    for (const [number, [from, to]] of sides)
      await sql`update sales set seller_address = ${from}, buyer_address = ${to}
        where inscription_id = ${idOf(number)}`.execute(db);
  });
  const kinds = async (query: string) =>
    ((await allPages(`/activity?${query}`, 'activity')) as { priceSats: number; kind: string }[]).map(
      ({ kind, priceSats }) => `${kind} ${priceSats}`,
    );

  test('is what it sold, bought and lists, each once, newest first', async () => {
    expect(await kinds(`address=${seller}`)).toEqual(['sale 6000', 'sale 5000', 'sale 3000']);
    expect(await kinds(`address=${buyer}`)).toEqual(['sale 5000', 'sale 3000']);
    expect(await kinds('address=somebody')).toEqual([]);
    const { sellerOrdinalsAddress } = (await database.db
      .selectFrom('listings')
      .select('sellerOrdinalsAddress')
      .executeTakeFirst())!;
    expect((await kinds(`address=${sellerOrdinalsAddress}`)).every((one) => one.startsWith('listing'))).toBe(
      true,
    );
  });

  test('is of one kind where that is asked for, and never of a collection too', async () => {
    expect(await kinds('kind=sale')).toHaveLength(3);
    expect((await kinds('kind=listing')).every((one) => one.startsWith('listing'))).toBe(true);
    expect(await kinds(`kind=listing&address=${seller}`)).toEqual([]);
    const { status, body } = await read(`/activity?address=${seller}&collectionSlug=mice`);
    expect([status, body.error]).toEqual([
      400,
      'collectionSlug and address are not combined; send one of them',
    ]);
  });
});

test('the history of a collection has its floors of 90 days and its sales, oldest first', async () => {
  const at = api.clock.now();
  for (const [days, floor] of [
    [91, 1],
    [89, 70_000],
    [1, null],
  ] as const)
    await sql`insert into floor_snapshots (slug, taken_at, floor_sats, listed_count)
      values ('mice', ${new Date(at.getTime() - days * 86_400_000)}, ${floor}, 1)`.execute(database.db);
  const { body } = await read('/collections/mice/history');
  expect(body.floors.map(({ floorSats }: { floorSats: number | null }) => floorSats)).toEqual([70_000, null]);
  expect(body.sales).toEqual(
    [3, 5, 6].map((number) => ({ at: later(number * 1_000 + 500).toISOString(), priceSats: 1_000 * number })),
  );
  expect((await read('/collections/none/history')).status).toBe(404);
});

describe('an inscription', () => {
  test('names the members before and after it', async () => {
    const beside = async (number: number) => {
      const { previous, next } = (await read(`/inscriptions/${idOf(number)}`)).body;
      return [previous?.name ?? null, next?.name ?? null];
    };
    expect(await beside(5)).toEqual(['Mouse #4', 'Mouse #6']);
    expect(await beside(0)).toEqual([null, 'Mouse #1']);
    expect(await beside(ITEMS - 1)).toEqual([`Mouse #${ITEMS - 2}`, null]);
  });

  test('shows its listing, its traits with their counts, and its confirmed sales', async () => {
    const { status, body } = await read(`/inscriptions/${idOf(5)}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      collectionName: 'Quiet Mice',
      listing: null,
      offers: [],
      bestCollectionOfferSats: null,
      sales: [{ saleType: 'external', priceSats: 5_000, blockHeight: 5, soldAt: later(5_500).toISOString() }],
    });
    expect(body.item.traits).toContainEqual({ type: 'Fur', value: 'grey', count: 6, percentage: 50 });
    const listed = await read(`/inscriptions/${idOf(9)}`);
    expect(listed.body.listing).toMatchObject({ state: 'hidden_locked', priceSats: 10_000, quote: null });
  });

  test('that is in no collection is 404', async () => {
    const { status, body } = await read(`/inscriptions/${idOf(999)}`);
    expect([status, body.error]).toEqual([
      404,
      `inscription ${idOf(999)} is in no collection of this market`,
    ]);
  });
});

test('names of megabytes and thousands of traits are cut, and no name turns what stands beside it', async () => {
  const title = `\u202e\u2066Long \u0007${'😀'.repeat(100_000)}`;
  const traits = Array.from({ length: 2_000 }, (_, i) => ({ type: 'Many', value: `${i}` }));
  await makeCollection(database.db, 'giants');
  await makeInscriptions(
    database.db,
    [
      { number: 700, title, traits },
      { number: 701, title: '\u200f' },
      { number: 702, title, traits },
    ],
    'giants',
  );
  const seller = await makeSeller(database.db, 'giant');
  await makeListing(database.db, seller, 'giants', [700], { priceSats: 50_000 });
  const items = (await read('/collections/giants/items?sort=oldest')).body.items;
  const { item } = (await read(`/inscriptions/${idOf(702)}`)).body;
  const [listed] = (await read('/activity?collectionSlug=giants')).body.activity;
  const [found] = (await read('/search?q=700')).body.inscriptions;
  const held = (await read(`/holdings/${item.owner}?limit=100`)).body.items;
  const [own] = held.filter(({ inscription }: { inscription: number }) => inscription === 702);
  const names = [items[0].name, item.name, listed.inscriptionName, found.name, own.name];
  expect(listed.image).toBe(found.image);
  expect(new Set(names)).toEqual(new Set([`Long ${'😀'.repeat(194)}…`]));
  expect(items[1].name).toBe('Inscription 701');
  expect([items[0].traits.length, item.traits.length, own.traits.length]).toEqual([100, 100, 100]);
});

describe('search', () => {
  const found = async (q: string) => {
    const { body } = await read(`/search?q=${encodeURIComponent(q)}`);
    return {
      collections: body.collections.map(({ slug }: { slug: string }) => slug),
      numbers: numbers(body.inscriptions),
    };
  };

  test('finds by id, by number with or without #, and by the start of a name in any case', async () => {
    expect(await found(idOf(7))).toEqual({ collections: [], numbers: [7] });
    expect((await found('7')).numbers).toEqual([7]);
    expect((await found('#7')).numbers).toEqual([7]);
    expect((await found('mOuSe #1')).numbers).toEqual([1, 10, 11]);
    expect((await found('quiet')).collections).toEqual(['mice']);
  });

  test('takes the wildcards of SQL as they stand', async () => {
    expect(await found('%')).toEqual({ collections: ['cats'], numbers: [] });
    expect((await found('100%')).numbers).toEqual([500]);
    expect(await found('_')).toEqual({ collections: [], numbers: [] });
    expect((await read('/search?q=%20')).status).toBe(400);
  });
});
