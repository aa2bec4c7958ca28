import type { Check } from '../check.ts';
import type { OperationName } from '../fields.ts';
import type { Json } from '../http.ts';
import type { Market } from '../market.ts';
import { equal, holds } from '../mismatch.ts';
import { BID_PRICE, bid, listed, OFFER_PRICE, offered, PRICE } from '../trades.ts';

const LISTINGS = 'GET /listings';
const SALES = 'GET /sales';
const FLOORS = 'GET /collection-stats/floors';
const MEMBERS = 'GET /collection/{slug}/inscriptions';
const OFFERS = 'GET /inscriptions/{id}/offers';
const NOWHERE = 'no-such-collection';
const WHOLE = 100;

/** Reads as the buyer: a response, what must be refused, and all pages of a list. */
export async function reader(market: Market) {
  const [token, slug] = [await market.token('buyer'), await market.slug()];
  const { service } = market;
  return {
    slug,
    read: (operation: OperationName, query: Json = {}, params: object = {}): Promise<Json> =>
      service.ok(operation, { token, query, params: { slug, ...params } }),
    refused: (status: number, operation: OperationName, query: Json, params: object = {}) =>
      service.refused(
        operation,
        [status],
        { token, query, params: { slug, ...params } },
        JSON.stringify(query),
      ),
    pages: (operation: OperationName, query: Json, rows: string, limit = WHOLE): Promise<Json[]> =>
      service.pages(operation, { token, query, params: { slug } }, rows, limit),
  };
}

/** The member of the collection as its pages show it. */
export async function memberOf(market: Market, id: string): Promise<Json> {
  const items = await (await reader(market)).pages(MEMBERS, {}, 'items');
  return items.find((one) => one.id === id);
}

const threeListings = (market: Market) =>
  market.once(
    'three listings',
    async () => [await listed(market), await listed(market), await listed(market)] as const,
  );

/** The field of each row. */
export const each = (rows: Json[], name: string): Json[] => rows.map((one) => one[name]);
const idsOf = (rows: Json[]) => rows.map((one) => one.listingId ?? one.saleId ?? one.id);
const isFalling = (values: Json[]) => values.every((value, i) => i === 0 || values[i - 1] >= value);

export const READS: readonly Check[] = [
  [
    'sandbox',
    'listings.sort',
    '`recent` newest first (default), `price` lowest asking price first.',
    async (market) => {
      await threeListings(market);
      const { read } = await reader(market);
      const { listings: recent } = await read(LISTINGS, { sort: 'recent' });
      equal('the default sort', (await read(LISTINGS)).listings, recent);
      const times = recent.map((one: Json) => Date.parse(one.listedAt));
      holds('listedAt', isFalling(times), 'newest first', each(recent, 'listedAt'));
      const prices = each((await read(LISTINGS, { sort: 'price' })).listings, 'priceSats');
      holds('priceSats', isFalling([...prices].reverse()), 'lowest first', prices);
    },
  ],
  [
    'sandbox',
    'listings.pages',
    'Cursors encode sort and last-seen item; `nextCursor` is null on the last page.',
    async (market) => {
      await threeListings(market);
      const { pages } = await reader(market);
      for (const sort of ['recent', 'price']) {
        const [joined, whole] = [
          await pages(LISTINGS, { sort }, 'listings', 2),
          await pages(LISTINGS, { sort }, 'listings'),
        ];
        equal(`pages of ${sort}`, idsOf(joined), idsOf(whole));
      }
    },
  ],
  [
    'sandbox',
    'listings.cursor',
    'Changing `sort`, `collectionSlug`, `inscriptionId` or `sellerAddress` between calls invalidates the cursor.',
    async (market) => {
      const [{ inscriptionId }] = await threeListings(market);
      const { slug, read, refused } = await reader(market);
      const sellerAddress = (await market.session('seller')).wallet.ordinalsAddress;
      const { nextCursor: cursor } = (await read(LISTINGS, { limit: 1 })).pagination;
      for (const other of [{ sort: 'price' }, { collectionSlug: slug }, { inscriptionId }, { sellerAddress }])
        await refused(400, LISTINGS, { ...other, cursor });
      await refused(400, LISTINGS, { cursor: 'none-of-yours' });
    },
  ],
  [
    'sandbox',
    'listings.filters',
    '`collectionSlug` (matched case-insensitively), `inscriptionId`, `sellerAddress`.',
    async (market) => {
      const [{ inscriptionId, listingId }] = await threeListings(market);
      const { slug, pages } = await reader(market);
      const sellerAddress = (await market.session('seller')).wallet.ordinalsAddress;
      const all = await pages(LISTINGS, {}, 'listings');
      const rows = async (query: object) => idsOf(await pages(LISTINGS, query, 'listings'));
      equal('of an inscription', await rows({ inscriptionId }), [listingId]);
      const own = all.filter((one) => one.sellerAddress === sellerAddress);
      equal('of a seller', await rows({ sellerAddress }), idsOf(own));
      const members = all.filter((one) => one.collection.slug === slug);
      equal('of a collection', await rows({ collectionSlug: slug.toUpperCase() }), idsOf(members));
      equal('of an unknown collection', await rows({ collectionSlug: NOWHERE }), []);
    },
  ],
  [
    'sandbox',
    'listings.row',
    'A listing row; a collection inscription item of a listed inscription.',
    async (market) => {
      const { inscriptionId, listingId } = await listed(market);
      const { slug, read } = await reader(market);
      const owner = (await market.session('seller')).wallet.ordinalsAddress;
      const [row] = (await read(LISTINGS, { inscriptionId })).listings;
      const { sellerAddress, priceSats, listingExpiresAt, listedAt, collection } = row;
      equal('row', [sellerAddress, priceSats, listingExpiresAt, collection.slug], [owner, PRICE, null, slug]);
      const item = await memberOf(market, inscriptionId);
      const { listingState, price, locationSatpoint, inscription, name } = item;
      const seen = [
        item.listingId,
        listingState,
        item.priceSats,
        price,
        item.listedAt,
        item.owner,
        item.collection,
      ];
      equal('item', seen, [listingId, 'buyable', PRICE, PRICE / 1e8, listedAt, owner, slug]);
      const known = [row.locationSatpoint, Number(row.inscriptionNumber), row.inscriptionName];
      equal('location, number and name of row and item', known, [locationSatpoint, inscription, name]);
    },
  ],
  [
    'wallet',
    'sales.unknown',
    'An unknown `collectionSlug` returns an empty page, not 404.',
    async (market) => {
      const { read } = await reader(market);
      equal('sales', (await read(SALES, { collectionSlug: NOWHERE })).sales, []);
    },
  ],
  [
    'sandbox',
    'sales.order',
    'Newest first. Changing `collectionSlug` invalidates the cursor.',
    async (market) => {
      for (let i = 0; i < 2; i += 1) await market.act('POST /collection/{slug}/purchases/submit');
      await market.confirm();
      const { slug, read, refused, pages } = await reader(market);
      const sales = await pages(SALES, {}, 'sales');
      const heights = sales.map(({ blockHeight }) => blockHeight);
      holds('blockHeight', isFalling(heights), 'newest first', heights);
      equal('pages', idsOf(await pages(SALES, {}, 'sales', 1)), idsOf(sales));
      const { nextCursor: cursor } = (await read(SALES, { limit: 1 })).pagination;
      await refused(400, SALES, { cursor, collectionSlug: slug });
    },
  ],
  [
    'wallet',
    'floors.order',
    'Ordered by the requested slug order; unknown slugs are omitted.',
    async (market) => {
      const { slug, read } = await reader(market);
      const { data } = await read(FLOORS, { slugs: `${NOWHERE},${slug.toUpperCase()}` });
      equal('slugs', each(data, 'slug'), [slug]);
    },
  ],
  [
    'sandbox',
    'floors.figures',
    '`floor` in sats, null when none; `listedCount`; `ownerCount`.',
    async (market) => {
      await threeListings(market);
      const { slug, read, pages } = await reader(market);
      const [{ floor, listedCount, ownerCount }] = (await read(FLOORS, { slugs: slug })).data;
      const prices = (await pages(LISTINGS, { collectionSlug: slug }, 'listings')).map(
        ({ priceSats }) => priceSats,
      );
      equal('floor and listedCount', [floor, listedCount], [Math.min(...prices), prices.length]);
      const owners = new Set((await pages(MEMBERS, {}, 'items')).map(({ owner }) => owner));
      equal('ownerCount', ownerCount, owners.size);
    },
  ],
  [
    'wallet',
    'inscriptions.pages',
    '`oldest` (default) or `newest`; `limit` 48 by default; 404 when the collection is unknown.',
    async (market) => {
      const { read, refused, pages } = await reader(market);
      const oldest = idsOf(await pages(MEMBERS, { sort: 'oldest' }, 'items', 7));
      equal('each once', new Set(oldest).size, oldest.length);
      equal('a page without sort and limit', idsOf((await read(MEMBERS)).items), oldest.slice(0, 48));
      equal('newest', idsOf(await pages(MEMBERS, { sort: 'newest' }, 'items')), [...oldest].reverse());
      await refused(404, MEMBERS, {}, { slug: NOWHERE });
      const { nextCursor: cursor } = (await read(MEMBERS, { limit: 1 })).pagination;
      await refused(400, MEMBERS, { cursor, sort: 'newest' });
    },
  ],
  [
    'sandbox',
    'offers.book',
    '`topOfferSats` highest active offer, `liveOfferCount`, `offers[]`; history `page` is zero-indexed.',
    async (market) => {
      const { inscriptionId: id, offerId } = await offered(market);
      const { read } = await reader(market);
      const { inscriptionId, ownerAddress, topOfferSats, liveOfferCount, offers } = await read(
        OFFERS,
        {},
        { id },
      );
      const [seller, buyer] = [
        (await market.session('seller')).wallet,
        (await market.session('buyer')).wallet,
      ];
      const seen = [inscriptionId, ownerAddress, topOfferSats, liveOfferCount];
      equal('book', seen, [id, seller.ordinalsAddress, OFFER_PRICE, 1]);
      const [row] = offers;
      const parties = [row.id, row.kind, row.status, row.priceSats, row.buyerAddress, row.sellerAddress];
      const { ordinalsAddress } = buyer;
      equal('offer', parties, [
        offerId,
        'buyer_offer',
        'active',
        OFFER_PRICE,
        ordinalsAddress,
        seller.ordinalsAddress,
      ]);
      const hours = (Date.parse(row.expiresAt) - Date.parse(row.createdAt)) / 3_600_000;
      equal('hours until it expires, by default', Math.round(hours), 168);
      const past = await read(`${OFFERS}/history`, {}, { id });
      equal('history', [past.page, past.hasMore, idsOf(past.offers)], [0, false, [offerId]]);
      equal('a page beyond the last', (await read(`${OFFERS}/history`, { page: 100 }, { id })).offers, []);
    },
  ],
  [
    'sandbox',
    'me.offers',
    '`view`: `owned` (default), `sent` or `history`; the eventKey has the form `<offer_id>:<event_type>`.',
    async (market) => {
      const { inscriptionId, offerId } = await offered(market);
      const view = async (name: 'seller' | 'buyer', query: Json): Promise<Json> =>
        market.service.ok('GET /me/offers', { token: await market.token(name), query });
      const { groups } = await view('seller', {});
      const group = groups.find((one: Json) => one.inscriptionId === inscriptionId);
      const received = group?.offers.map((one: Json) => [one.id, one.side, one.status]);
      equal(
        'owned',
        [group?.topOfferSats, group?.activeOfferCount, received],
        [OFFER_PRICE, 1, [[offerId, 'received', 'active']]],
      );
      const sent = (await view('buyer', { view: 'sent' })).rows.find((one: Json) => one.id === offerId);
      equal('sent', [sent?.side, sent?.inscriptionId], ['sent', inscriptionId]);
      for (const [name, side] of [
        ['buyer', 'sent'],
        ['seller', 'received'],
      ] as const) {
        const event = (await view(name, { view: 'history' })).events.find(
          (one: Json) => one.offerId === offerId,
        );
        const seen = [event?.eventKey, event?.eventType, event?.role, event?.side];
        equal(`history of the ${name}`, seen, [`${offerId}:created`, 'created', name, side]);
      }
    },
  ],
  [
    'sandbox',
    'collection-offers.book',
    "Active bids of the collection, with `collectionOfferCount`; the caller's own.",
    async (market) => {
      const { offerId } = await bid(market);
      const { read } = await reader(market);
      const { rows, collectionOfferCount } = await read('GET /collection/{slug}/collection-offers');
      const row = rows.find((one: Json) => one.id === offerId);
      const { ordinalsAddress } = (await market.session('buyer')).wallet;
      equal(
        'row',
        [row?.makerAddress, row?.target, row?.priceSats],
        [ordinalsAddress, { kind: 'all' }, BID_PRICE],
      );
      equal(
        'collectionOfferCount',
        collectionOfferCount,
        rows.filter((one: Json) => one.target.kind === 'all').length,
      );
      const mine = (await read('GET /collection/{slug}/my/sent-collection-offers')).rows;
      equal('sent', [...new Set(each(mine, 'makerAddress'))], [ordinalsAddress]);
    },
  ],
];
