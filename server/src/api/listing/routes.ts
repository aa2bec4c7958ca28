import { ListingsAnswer, ListingsQuery } from '@ordbook/api/listing/listing';
import { type ListingRow, listingKey, listingsPage } from '../../store/listing/listings-page.ts';
import { earliest } from '../edge/kept-pages.ts';
import { pageOf } from '../edge/pagination-shape.ts';
import { type ApiApp, type ApiParts, STATUSES } from '../edge/route-config.ts';
import { listingShape } from './shape.ts';

/** GET /listings: the book of buyable listings. */
export function listingRoutes(app: ApiApp, { ctx, settings, cursors, keptPages }: ApiParts): void {
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
      const after = cursor === undefined ? null : cursors.read(query, cursor);
      const read = async (now: Date) => {
        const rows = await listingsPage(ctx.db, { ...filters, now, after, limit: limit + 1 });
        const keyOf = (row: ListingRow) => listingKey(sort, row);
        const { page, pagination } = pageOf(rows, limit, { cursors, query, keyOf });
        const answer = { listings: page.map((row) => listingShape(row, settings)), pagination };
        return { answer, expiresAt: earliest(rows.map(({ expiresAt }) => expiresAt)) };
      };
      if (cursor === undefined) return keptPages.send(request, reply, read);
      return (await read(ctx.clock.now())).answer;
    },
  );
}
