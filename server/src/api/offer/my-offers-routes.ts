import { MyOffersAnswer, MyOffersQuery, VIEWS } from '@ordbook/api/offer/my-offers';
import type { PageKey } from '../../store/database/page-key.ts';
import {
  groupKey,
  offerCounts,
  offerEventKey,
  offerEvents,
  ownedOffers,
  sentKey,
  sentOffers,
} from '../../store/offer/my-offers.ts';
import { pageOf } from '../edge/pagination-shape.ts';
import { type ApiApp, type ApiParts, callerIn, STATUSES } from '../edge/route-config.ts';
import { JSON_TYPE, serializerOf } from '../edge/serialization.ts';
import { offerEventShape, offerGroupShape, sentOfferShape } from './my-offers-shape.ts';

/** Groups, rows or events on a page. */
const PAGE = 25;
/** The schema of the route is a union, whose serialiser would validate every row to find its view. */
const SERIALIZERS = {
  owned: serializerOf(VIEWS.owned),
  sent: serializerOf(VIEWS.sent),
  history: serializerOf(VIEWS.history),
};

/** GET /me/offers: the caller's inscription offers and counters, in three views. */
export function myOfferRoutes(app: ApiApp, { ctx, cursors }: ApiParts): void {
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
      const { profileId } = callerIn(request);
      const query = { route: 'my-offers', view, profileId };
      const after = cursor === undefined ? null : cursors.read(query, cursor);
      const wanted = { profileId, now: ctx.clock.now(), after, limit: PAGE + 1 };
      const cut = <Row>(rows: readonly Row[], keyOf: (row: Row) => PageKey) => {
        const { page, pagination } = pageOf(rows, PAGE, { cursors, query, keyOf });
        return { page, end: { hasMore: pagination.hasNext, nextCursor: pagination.nextCursor } };
      };
      const read = {
        async owned() {
          const { page, end } = cut(await ownedOffers(ctx.db, wanted), groupKey);
          return { view: 'owned' as const, groups: page.map(offerGroupShape), ...end };
        },
        async sent() {
          const { page, end } = cut(await sentOffers(ctx.db, wanted), sentKey);
          return { view: 'sent' as const, rows: page.map(sentOfferShape), ...end };
        },
        async history() {
          const { page, end } = cut(await offerEvents(ctx.db, wanted), offerEventKey);
          return { view: 'history' as const, events: page.map(offerEventShape), ...end };
        },
      };
      const [counts, shown] = await Promise.all([offerCounts(ctx.db, wanted), read[view]()]);
      reply.type(JSON_TYPE).serializer(SERIALIZERS[view]);
      return { ...shown, ...counts };
    },
  );
}
