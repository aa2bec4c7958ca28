import type { Static } from '@fastify/type-provider-typebox';
import { SlugParams } from '@ordbook/api/fields/scalars';
import {
  InscriptionParams,
  Market,
  MarketCollectionPage,
  MarketCollections,
  MarketInscription,
  MarketItems,
  MarketItemsQuery,
  MarketOffers,
  MarketSearch,
  MarketSearchQuery,
  TraitGroups,
} from '@ordbook/api/market/market';
import { refuse } from '@ordbook/protocol/refusals';
import { Compile } from 'typebox/compile';
import { cached } from '../../base/cached.ts';
import { MINUTE_MS } from '../../base/clock.ts';
import type { TraitGroup } from '../../store/catalogue/collection-items.ts';
import { collectionBySlug } from '../../store/catalogue/collections.ts';
import { floorsOf } from '../../store/catalogue/floors.ts';
import { storedTip } from '../../store/chain/blocks.ts';
import { bestCollectionOffers } from '../../store/collection-offer/best-offer.ts';
import { bookCounts, bookRows } from '../../store/collection-offer/collection-offers.ts';
import { marketCollections, traitCounts } from '../../store/market/collections.ts';
import { neighbours, openOffers, salesOfInscription } from '../../store/market/inscription.ts';
import { type MarketItem, marketItem, marketItems } from '../../store/market/items.ts';
import { searchCollections, searchInscriptions } from '../../store/market/search.ts';
import { quoteListings } from '../../trading/market/quote.ts';
import { packageFeeRate } from '../../trading/settlement/package-fee-rate.ts';
import { pageOf } from '../edge/pagination-shape.ts';
import { type ApiApp, type ApiParts, STATUSES } from '../edge/route-config.ts';
import { activityRoute } from './activity-route.ts';
import { bookRoutes, quoteOrNull } from './book-routes.ts';
import { custodyRoute } from './custody-route.ts';
import { holdingsRoute } from './holdings-route.ts';
import { nowRoute } from './now-route.ts';
import {
  bidShape,
  collectionShape,
  foundShape,
  marketItemShape,
  neighbourShape,
  openOfferShape,
  pastSaleShape,
  traitsShape,
} from './shape.ts';

/** How long statistics of all collections, the fee rate and the price of a bitcoin are used again, ms. */
const STATISTICS_MS = 2_000;
const FEE_RATE_MS = 15_000;
const PRICE_MS = MINUTE_MS;

const MOST_TRAITS = 2_000;
const MOST_BIDS = 200;
const MOST_OFFERS = 50;
const MOST_SALES = 50;
const MOST_FOUND = 12;

const traitGroups = Compile(TraitGroups);

/**
 * GET /market/…, beside the API: what visitors see, without a token. Offers are shown without who made them;
 * counters, which only their parties see, are not there.
 */
export function marketRoutes(app: ApiApp, parts: ApiParts): void {
  const { ctx, cursors, settings } = parts;
  const { clock } = ctx;
  const common = { config: { bucket: 'visits', statuses: STATUSES.market } } as const;
  const price = cached(clock, PRICE_MS, async () => (await ctx.prices?.btcUsd(clock.now())) ?? null);
  const feeRate = cached(clock, FEE_RATE_MS, async () => (await packageFeeRate(ctx)).rate);
  const quote = (ids: readonly string[]) => quoteOrNull(async () => quoteListings(ctx, ids, await feeRate()));
  const collections = cached(clock, STATISTICS_MS, () => readCollections({}));

  async function readCollections(wanted: { readonly slug?: string }) {
    const now = clock.now();
    const rows = await marketCollections(ctx.db, { now, ...wanted });
    const slugs = rows.map(({ slug }) => slug);
    const floors = new Map((await floorsOf(ctx.db, slugs, now)).map((floor) => [floor.slug, floor]));
    return rows.map((row) => collectionShape(row, floors.get(row.slug), settings));
  }

  app.get('/market', { ...common, schema: { hide: true, response: { 200: Market } } }, async () => {
    const tip = await storedTip(ctx.db);
    const { network, domain, listingMinimumSats, offerMinimumSats, offerMaximumSats } = ctx.settings;
    return {
      ...{ network, domain, listingMinimumSats, offerMinimumSats, offerMaximumSats },
      height: tip?.height ?? null,
      blockAt: tip?.blockTime.toISOString() ?? null,
      usdPerBtc: await price(),
      takesCollectionOffers: ctx.collectionOffers !== undefined,
      explorerUrl: settings.explorerUrl,
    };
  });

  app.get(
    '/market/collections',
    { ...common, schema: { hide: true, response: { 200: MarketCollections } } },
    async () => ({ collections: await collections() }),
  );

  app.get(
    '/market/collections/:slug',
    { ...common, schema: { hide: true, params: SlugParams, response: { 200: MarketCollectionPage } } },
    async ({ params: { slug } }) => {
      const [collection] = await readCollections({ slug });
      if (!collection) refuse('not_found', `no collection ${slug}`);
      return { ...collection, traits: traitsShape(await traitCounts(ctx.db, slug, MOST_TRAITS)) };
    },
  );

  app.get(
    '/market/collections/:slug/items',
    {
      ...common,
      schema: {
        hide: true,
        params: SlugParams,
        querystring: MarketItemsQuery,
        response: { 200: MarketItems },
      },
    },
    async ({
      params: { slug },
      query: { limit = 48, sort = 'price', cursor, traits, minSats, maxSats, q },
    }) => {
      const range = { minSats: minSats?.toString(), maxSats: maxSats?.toString() };
      const query = { route: 'market-items', slug, sort, traits, ...range, q };
      const after = cursor === undefined ? null : cursors.read(query, cursor);
      const filters = { traits: groupsIn(traits), minSats, maxSats, q: q?.trim().replace(/^#/, '') };
      const wanted = { slug, sort, ...filters, now: clock.now(), after, limit: limit + 1 };
      const collection = await collectionBySlug(ctx.db, slug);
      if (!collection || collection.removedAt) refuse('not_found', `no collection ${slug}`);
      const rows = await marketItems(ctx.db, wanted);
      const keyOf = ({ pageKey }: MarketItem) => pageKey;
      const { page, pagination } = pageOf(rows, limit, { cursors, query, keyOf });
      return { items: page.map((row) => marketItemShape(row, collection, settings)), pagination };
    },
  );

  app.get(
    '/market/collections/:slug/offers',
    { ...common, schema: { hide: true, params: SlugParams, response: { 200: MarketOffers } } },
    async ({ params: { slug } }) => {
      const collection = await collectionBySlug(ctx.db, slug);
      if (!collection || collection.removedAt) refuse('not_found', `no collection ${slug}`);
      const wanted = { slug, now: clock.now() };
      const rows = await bookRows(ctx.db, { ...wanted, limit: MOST_BIDS });
      const { total } = await bookCounts(ctx.db, wanted);
      return { offers: rows.map(bidShape), totalCount: total };
    },
  );

  app.get(
    '/market/inscriptions/:inscriptionId',
    { ...common, schema: { hide: true, params: InscriptionParams, response: { 200: MarketInscription } } },
    async ({ params: { inscriptionId: id } }) => {
      const now = clock.now();
      const item = await marketItem(ctx.db, id, now);
      if (!item) refuse('not_found', `inscription ${id} is in no collection of this market`);
      const collection = (await collectionBySlug(ctx.db, item.slug))!;
      const { listingId, listingState: state, priceSats, listedAt, expiresAt } = item;
      const isListed = listingId !== null && state !== null && priceSats !== null;
      const [best, offers, sales, beside] = await Promise.all([
        bestCollectionOffers(ctx.db, [id], now),
        openOffers(ctx.db, id, { now, limit: MOST_OFFERS }),
        salesOfInscription(ctx.db, id, MOST_SALES),
        neighbours(ctx.db, item),
      ]);
      return {
        item: marketItemShape(item, collection, settings),
        collectionName: collection.name,
        collectionVerified: collection.verified,
        genesisHeight: item.genesisHeight,
        listing: isListed
          ? {
              listingId,
              state,
              priceSats,
              listedAt: listedAt?.toISOString() ?? null,
              expiresAt: expiresAt?.toISOString() ?? null,
              quote: state === 'buyable' ? await quote([listingId]) : null,
            }
          : null,
        offers: offers.map(openOfferShape),
        bestCollectionOfferSats: best.get(id) ?? null,
        sales: sales.map(pastSaleShape),
        previous: neighbourShape('previous', beside),
        next: neighbourShape('next', beside),
      };
    },
  );

  bookRoutes(app, parts, quote);
  activityRoute(app, parts);
  nowRoute(app, parts);
  holdingsRoute(app, parts);
  custodyRoute(app, parts);

  app.get(
    '/market/search',
    { ...common, schema: { hide: true, querystring: MarketSearchQuery, response: { 200: MarketSearch } } },
    async ({ query: { q } }) => {
      const asked = q.trim().replace(/^#/, '').toLowerCase();
      if (asked === '') refuse('malformed', 'q is empty; send an id, a number, or the start of a name');
      const [found, inscriptions] = await Promise.all([
        searchCollections(ctx.db, asked, MOST_FOUND),
        searchInscriptions(ctx.db, asked, MOST_FOUND),
      ]);
      return {
        collections: found.map(({ memberCount, ...row }) => ({ ...row, itemCount: memberCount })),
        inscriptions: inscriptions.map((row) => foundShape(row, settings)),
      };
    },
  );
}

/** The groups of the parameter `traits`. Refuses 400 what is no JSON of them. */
function groupsIn(traits: string | undefined): readonly TraitGroup[] {
  if (traits === undefined) return [];
  let groups: unknown;
  try {
    groups = JSON.parse(traits);
  } catch {
    refuse('malformed', `traits must be JSON, but is ${traits.slice(0, 80)}`);
  }
  if (!traitGroups.Check(groups))
    refuse('malformed', `traits must be a list of {type, values[]}, but is ${traits.slice(0, 80)}`);
  return groups as Static<typeof TraitGroups>;
}
