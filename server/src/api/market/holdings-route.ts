import {
  HoldingsParams,
  MarketHeldOffers,
  MarketHoldings,
  MarketHoldingsQuery,
} from '@ordbook/api/market/holdings';
import { collectionBySlug } from '../../store/catalogue/collections.ts';
import { type HeldItem, heldItems } from '../../store/market/holdings.ts';
import { heldOffers } from '../../store/market/inscription.ts';
import { pageOf } from '../edge/pagination-shape.ts';
import { type ApiApp, type ApiParts, STATUSES } from '../edge/route-config.ts';
import { heldOfferShape, marketItemShape } from './shape.ts';

const MOST_OFFERS = 50;

/** GET /market/holdings/{address}: what an address holds of the market's collections, and offers for it. */
export function holdingsRoute(app: ApiApp, { ctx, cursors, settings }: ApiParts): void {
  app.get(
    '/market/holdings/:address',
    {
      config: { bucket: 'visits', statuses: STATUSES.market },
      schema: {
        hide: true,
        params: HoldingsParams,
        querystring: MarketHoldingsQuery,
        response: { 200: MarketHoldings },
      },
    },
    async ({ params: { address }, query: { limit = 100, cursor } }) => {
      const query = { route: 'market-holdings', address };
      const after = cursor === undefined ? null : cursors.read(query, cursor);
      const rows = await heldItems(ctx.db, { address, now: ctx.clock.now(), after, limit: limit + 1 });
      const keyOf = ({ pageKey }: HeldItem) => pageKey;
      const { page, pagination } = pageOf(rows, limit, { cursors, query, keyOf });
      const slugs = [...new Set(page.map(({ slug }) => slug))];
      const found = await Promise.all(slugs.map((slug) => collectionBySlug(ctx.db, slug)));
      const collections = new Map(found.flatMap((one) => (one ? [[one.slug, one] as const] : [])));
      return {
        items: page.map((row) => marketItemShape(row, collections.get(row.slug)!, settings)),
        collections: [...collections.values()].map(({ slug, name, tradingEnabled }) => ({
          slug,
          name,
          tradingEnabled,
        })),
        pagination,
      };
    },
  );

  app.get(
    '/market/holdings/:address/offers',
    {
      config: { bucket: 'visits', statuses: STATUSES.market },
      schema: { hide: true, params: HoldingsParams, response: { 200: MarketHeldOffers } },
    },
    async ({ params: { address } }) => {
      const wanted = { now: ctx.clock.now(), limit: MOST_OFFERS };
      return { offers: (await heldOffers(ctx.db, address, wanted)).map(heldOfferShape) };
    },
  );
}
