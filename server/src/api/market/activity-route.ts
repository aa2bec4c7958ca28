import { MarketActivity, MarketActivityQuery } from '@ordbook/api/market/market';
import { refuse } from '@ordbook/protocol/refusals';
import type { PageKey } from '../../store/database/page-key.ts';
import { listingKey, listingsPage } from '../../store/listing/listings-page.ts';
import { saleKey, salesPage } from '../../store/sale/sales.ts';
import { type ApiApp, type ApiParts, STATUSES } from '../edge/route-config.ts';
import { listedShape, soldShape } from './shape.ts';

/** GET /market/activity: confirmed sales and open listings, newest first; of all, or of one address. */
export function activityRoute(app: ApiApp, { ctx, settings, cursors }: ApiParts): void {
  app.get(
    '/market/activity',
    {
      config: { bucket: 'visits', statuses: STATUSES.market },
      schema: { hide: true, querystring: MarketActivityQuery, response: { 200: MarketActivity } },
    },
    async ({ query: { limit = 50, cursor, kind, address, ...asked } }) => {
      const collectionSlug = asked.collectionSlug?.toLowerCase();
      if (address !== undefined && collectionSlug !== undefined)
        refuse('malformed', 'collectionSlug and address are not combined; send one of them');
      const query = { route: 'market-activity', collectionSlug, kind, address };
      const after = cursor === undefined ? null : placesIn(cursors.read(query, cursor));
      const page = { collectionSlug, limit: limit + 1 };
      const [sales, listings] = await Promise.all([
        kind === 'listing' ? [] : salesPage(ctx.db, { ...page, address, after: after?.sale ?? null }),
        kind === 'sale'
          ? []
          : listingsPage(ctx.db, {
              ...page,
              sellerAddress: address,
              sort: 'recent',
              now: ctx.clock.now(),
              after: after?.listing ?? null,
            }),
      ]);
      const merged = [
        ...sales.map((sale) => ({ at: sale.soldAt.getTime(), shape: soldShape(sale, settings), sale })),
        ...listings.map((listing) => ({
          at: listing.listedAt.getTime(),
          shape: listedShape(listing, settings),
          listing,
        })),
      ].sort((a, b) => b.at - a.at);
      const shown = merged.slice(0, limit);
      const hasNext = merged.length > limit;
      const lastSale = shown.findLast((entry) => 'sale' in entry);
      const lastListing = shown.findLast((entry) => 'listing' in entry);
      const places: Places = {
        sale: lastSale ? saleKey(lastSale.sale) : (after?.sale ?? null),
        listing: lastListing ? listingKey('recent', lastListing.listing) : (after?.listing ?? null),
      };
      return {
        activity: shown.map(({ shape }) => shape),
        pagination: {
          pageSize: shown.length,
          hasNext,
          nextCursor: hasNext ? cursors.write(query, [JSON.stringify(places)]) : null,
        },
      };
    },
  );
}

/** The last sale and the last listing that were shown; null: none of its kind yet. */
interface Places {
  readonly sale: PageKey | null;
  readonly listing: PageKey | null;
}

/** What this route wrote into its cursor, which nobody can forge. */
function placesIn([text]: PageKey): Places {
  return JSON.parse(String(text)) as Places;
}
