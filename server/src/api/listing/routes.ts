import { type ListingRow, listingsPage } from '../../store/listing/listings-page.ts';
import type { Database } from '../../store/port.ts';
import { earliest } from '../edge/hot-pages.ts';
import { pageOf } from '../edge/pagination-shape.ts';
import { type ApiApp, type ApiParts, STATUSES } from '../edge/route-config.ts';
import { ListingsAnswer, ListingsQuery } from './schema.ts';
import { listingShape } from './shape.ts';

/** GET /listings: the book of buyable listings. */
export function listingRoutes(app: ApiApp, { ctx, cursors, hotPages }: ApiParts): void {
  app.get(
    '/listings',
    {
      config: { bucket: 'reads', statuses: STATUSES.listings },
      schema: {
        operationId: 'listListings',
        tags: ['market'],
        summary: 'Active, buyable listings',
        description:
          'Without `inscriptionId`, a row of a bundle shows its canonical inscription. A cursor is good for the same `sort` and filters only.',
        querystring: ListingsQuery,
        response: { 200: ListingsAnswer },
      },
    },
    async (request, reply) => {
      const { limit = 50, sort = 'recent', cursor, inscriptionId, sellerAddress, ...asked } = request.query;
      const collectionSlug = asked.collectionSlug?.toLowerCase();
      const filters = { sort, collectionSlug, inscriptionId, sellerAddress };
      const query = { route: 'listings', ...filters };
      const read = async (db: Database, now: Date) => {
        const after = cursor === undefined ? null : cursors.read(query, cursor);
        const rows = await listingsPage(db, { ...filters, now, after, limit: limit + 1 });
        const keyOf = ({ listedAt, priceSats, id }: ListingRow) =>
          sort === 'recent' ? [listedAt.toISOString(), id] : [priceSats, id];
        const { page, pagination } = pageOf(rows, limit, { cursors, query, keyOf });
        const answer = { listings: page.map(listingShape), pagination };
        return { answer, changesAt: earliest(rows.map(({ expiresAt }) => expiresAt)) };
      };
      if (cursor === undefined) return hotPages.send(request, reply, 'book', read);
      return (await read(ctx.db, ctx.clock.now())).answer;
    },
  );
}
