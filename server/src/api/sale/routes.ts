import { SalesAnswer, SalesQuery } from '@ordbook/api/sale/sale';
import { saleKey, salesPage } from '../../store/sale/sales.ts';
import { pageOf } from '../edge/pagination-shape.ts';
import { type ApiApp, type ApiParts, STATUSES } from '../edge/route-config.ts';
import { saleShape } from './shape.ts';

/** GET /sales: confirmed sales, settled here or elsewhere. */
export function saleRoutes(app: ApiApp, { ctx, settings, cursors, keptPages }: ApiParts): void {
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
      const after = cursor === undefined ? null : cursors.read(query, cursor);
      const read = async () => {
        const rows = await salesPage(ctx.db, { collectionSlug, after, limit: limit + 1 });
        const { page, pagination } = pageOf(rows, limit, { cursors, query, keyOf: saleKey });
        return {
          answer: { sales: page.map((row) => saleShape(row, settings)), pagination },
          expiresAt: null,
        };
      };
      if (cursor === undefined) return keptPages.send(request, reply, read);
      return (await read()).answer;
    },
  );
}
