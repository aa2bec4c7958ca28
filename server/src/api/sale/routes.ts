import type { Database } from '../../store/port.ts';
import { type SaleRow, salesPage } from '../../store/sale/sales.ts';
import { pageOf } from '../edge/pagination-shape.ts';
import { type ApiApp, type ApiParts, STATUSES } from '../edge/route-config.ts';
import { SalesAnswer, SalesQuery } from './schema.ts';
import { saleShape } from './shape.ts';

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
        const rows = await salesPage(db, { collectionSlug, after, limit: limit + 1 });
        const keyOf = ({ soldAt, blockHeight, blockPosition, id }: SaleRow) => [
          soldAt.toISOString(),
          blockHeight,
          blockPosition,
          id,
        ];
        const { page, pagination } = pageOf(rows, limit, { cursors, query, keyOf });
        return { answer: { sales: page.map(saleShape), pagination }, changesAt: null };
      };
      if (cursor === undefined) return hotPages.send(request, reply, 'sales', read);
      return (await read(ctx.db)).answer;
    },
  );
}
