import { ListingsAnswer, ListingsQuery } from '@ordbook/api/listing/listing';
import { listingTexts } from '../../store/listing/listings-page.ts';
import type { Database } from '../../store/port.ts';
import { pageOf, paginationText } from '../edge/pagination-shape.ts';
import { type ApiApp, type ApiParts, STATUSES } from '../edge/route-config.ts';

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
        const wanted = { ...filters, now, after, limit: limit + 1 };
        const { texts, last, expiresAt } = await listingTexts(db, wanted);
        const { page, pagination } = pageOf(texts, limit, { cursors, query, keyOf: () => last! });
        const answer = `{"listings":[${page}],"pagination":${paginationText(pagination)}}`;
        return { answer, changesAt: expiresAt };
      };
      if (cursor === undefined) return hotPages.send(request, reply, 'book', read);
      return hotPages.sendUnkept(reply, ctx.db, read);
    },
  );
}
