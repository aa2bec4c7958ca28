import { MyOffersAnswer, MyOffersQuery, PageFields, VIEWS } from '@ordbook/api/offer/my-offers';
import { offerEvents, ownedOffers, sentOffers } from '../../store/offer/my-offers.ts';
import type { Render } from '../edge/hot-pages.ts';
import { pageOf } from '../edge/pagination-shape.ts';
import { type ApiApp, type ApiParts, callerIn, STATUSES } from '../edge/route-config.ts';
import { serializerOf } from '../edge/serialization.ts';

/** Groups, rows or events on a page. */
const PAGE = 25;
/** Where each view lists its rows, and the statement that reads them. */
const READS = {
  owned: { list: 'groups', read: ownedOffers, serialize: serializerOf(VIEWS.owned) },
  sent: { list: 'rows', read: sentOffers, serialize: serializerOf(VIEWS.sent) },
  history: { list: 'events', read: offerEvents, serialize: serializerOf(VIEWS.history) },
};
const pageFields = serializerOf(PageFields);

/** GET /me/offers: the caller's inscription offers and counters, in three views. */
export function myOfferRoutes(app: ApiApp, { ctx, cursors, hotPages }: ApiParts): void {
  app.get(
    '/me/offers',
    {
      config: { bucket: 'reads', statuses: STATUSES.offerHistory },
      schema: {
        operationId: 'listMyOffers',
        tags: ['profile'],
        summary: "The caller's offers",
        description:
          '`owned`: offers received, by inscription. `sent`: offers sent and counters received. `history`: what happened.',
        querystring: MyOffersQuery,
        response: { 200: MyOffersAnswer },
      },
    },
    async (request, reply) => {
      const { view = 'owned', cursor } = request.query;
      const { list, read, serialize } = READS[view];
      const { profileId } = callerIn(request);
      const query = { route: 'my-offers', view, profileId };
      const after = cursor === undefined ? null : cursors.read(query, cursor);
      const render: Render = async (db, now) => {
        const wanted = { profileId, now, after, limit: PAGE + 1 };
        const { texts, last, counts, nextExpiresAt } = await read(db, wanted);
        const { page, pagination } = pageOf(texts, PAGE, { cursors, query, keyOf: () => last! });
        const { hasNext: hasMore, nextCursor } = pagination;
        const more = pageFields({ ...counts, hasMore, nextCursor }).slice(1);
        const answer = `{"view":"${view}","${list}":[${page}],${more}`;
        return { answer, changesAt: nextExpiresAt, serialize };
      };
      if (cursor === undefined) return hotPages.sendOwn(request, reply, profileId, render);
      return hotPages.sendUnkept(reply, ctx.db, render);
    },
  );
}
