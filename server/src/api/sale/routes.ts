import { SalesAnswer, SalesQuery } from '@ordbook/api/sale/sale';
import type { Database } from '../../store/port.ts';
import { saleTexts } from '../../store/sale/sales.ts';
import { pageOf, paginationText } from '../edge/pagination-shape.ts';
import { type ApiApp, type ApiParts, STATUSES } from '../edge/route-config.ts';

/** GET /sales: confirmed sales, settled here or elsewhere. */
export function saleRoutes(app: ApiApp, { ctx, cursors, hotPages }: ApiParts): void {
  app.get(
    '/sales',
    {
      config: { bucket: 'reads', statuses: STATUSES.sales },
      schema: {
        operationId: 'listSales',
        tags: ['market'],
        summary: 'Confirmed sales, newest first',
        description:
          'Sales of this service and of others. `collectionSlug` finds the sales of every collection that has something they sold as a member; an unknown one gives an empty page.',
        querystring: SalesQuery,
        response: { 200: SalesAnswer },
      },
    },
    async (request, reply) => {
      const { limit = 50, cursor, ...asked } = request.query;
      const collectionSlug = asked.collectionSlug?.toLowerCase();
      const query = { route: 'sales', collectionSlug };
      const read = async (db: Database) => {
        const after = cursor === undefined ? null : cursors.read(query, cursor);
        const { texts, last } = await saleTexts(db, { collectionSlug, after, limit: limit + 1 });
        const { page, pagination } = pageOf(texts, limit, { cursors, query, keyOf: () => last! });
        const answer = `{"sales":[${page}],"pagination":${paginationText(pagination)}}`;
        return { answer, changesAt: null };
      };
      if (cursor === undefined) return hotPages.send(request, reply, 'sales', read);
      return hotPages.sendUnkept(reply, ctx.db, read);
    },
  );
}
