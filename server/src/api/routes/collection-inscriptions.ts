import { refuse } from '../../base/refusals.ts';
import { type CollectionItem, collectionItemsPage } from '../../store/collection-items.ts';
import { collectionBySlug } from '../../store/collections.ts';
import { type ApiApp, type ApiParts, STATUSES } from '../route-config.ts';
import { CollectionItemsAnswer, CollectionItemsQuery } from '../schemas/collection-item.ts';
import { SlugParams } from '../schemas/scalars.ts';
import { collectionItemShape } from '../shapes/collection-item.ts';
import { pageOf } from '../shapes/pagination.ts';

/** GET /collection/{slug}/inscriptions: members of a collection, listed or not. */
export function collectionInscriptionRoutes(app: ApiApp, { ctx, cursors, settings }: ApiParts): void {
  app.get(
    '/collection/:slug/inscriptions',
    {
      config: { bucket: 'reads', statuses: STATUSES.collectionInscriptions },
      schema: {
        operationId: 'listCollectionInscriptions',
        tags: ['market'],
        summary: 'Inscriptions of a collection',
        params: SlugParams,
        querystring: CollectionItemsQuery,
        response: { 200: CollectionItemsAnswer },
      },
    },
    async ({ params: { slug }, query: { limit = 48, sort = 'oldest', cursor } }) => {
      const query = { route: 'collection-inscriptions', slug, sort };
      const after = cursor === undefined ? null : cursors.read(query, cursor);
      const collection = await collectionBySlug(ctx.db, slug);
      if (!collection) refuse('not_found', `no collection ${slug}`);
      const rows = await collectionItemsPage(ctx.db, { slug, sort, after, limit: limit + 1 });
      const keyOf = ({ position, key }: CollectionItem) => [position, key];
      const { page, pagination } = pageOf(rows, limit, { cursors, query, keyOf });
      return { items: page.map((row) => collectionItemShape(row, collection, settings)), pagination };
    },
  );
}
