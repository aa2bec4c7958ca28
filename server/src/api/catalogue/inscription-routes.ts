import { CollectionItemsAnswer, CollectionItemsQuery } from '@ordbook/api/catalogue/item';
import { SlugParams } from '@ordbook/api/fields/scalars';
import { refuse } from '@ordbook/protocol/refusals';
import { collectionItems, itemKey } from '../../store/catalogue/collection-items.ts';
import { collectionBySlug } from '../../store/catalogue/collections.ts';
import { earliest } from '../edge/kept-pages.ts';
import { pageOf } from '../edge/pagination-shape.ts';
import { type ApiApp, type ApiParts, STATUSES } from '../edge/route-config.ts';
import { collectionItemShape } from './item-shape.ts';

/** GET /collection/{slug}/inscriptions: members of a collection, listed or not. */
export function collectionInscriptionRoutes(
  app: ApiApp,
  { ctx, cursors, settings, keptPages }: ApiParts,
): void {
  app.get(
    '/collection/:slug/inscriptions',
    {
      config: { bucket: 'reads', statuses: STATUSES.collectionInscriptions },
      schema: {
        operationId: 'listCollectionInscriptions',
        tags: ['market'],
        summary: 'Inscriptions of a collection',
        description:
          '`oldest`: in the order in which the index has them; `newest`: the reverse. A cursor is good for the same `sort` only.',
        params: SlugParams,
        querystring: CollectionItemsQuery,
        response: { 200: CollectionItemsAnswer },
      },
    },
    async (request, reply) => {
      const { slug } = request.params;
      const { limit = 48, sort = 'oldest', cursor } = request.query;
      const query = { route: 'collection-inscriptions', slug, sort };
      const after = cursor === undefined ? null : cursors.read(query, cursor);
      const read = async (now: Date) => {
        const [collection, rows] = await Promise.all([
          collectionBySlug(ctx.db, slug),
          collectionItems(ctx.db, { slug, sort, now, after, limit: limit + 1 }),
        ]);
        if (!collection || collection.removedAt) refuse('not_found', `no collection ${slug}`);
        const { page, pagination } = pageOf(rows, limit, { cursors, query, keyOf: itemKey });
        const items = page.map((row) => collectionItemShape(row, collection, settings));
        // a listing whose sale is under way is shown after it has expired too
        const ends = rows.map(({ listingState: state, expiresAt }) =>
          state === 'hidden_locked' ? null : expiresAt,
        );
        return { answer: { items, pagination }, expiresAt: earliest(ends) };
      };
      if (cursor === undefined) return keptPages.send(request, reply, read);
      return (await read(ctx.clock.now())).answer;
    },
  );
}
