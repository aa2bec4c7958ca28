import type { Static } from '@fastify/type-provider-typebox';
import type { PageKey } from '../../store/database/page-key.ts';
import {
  countMyOffers,
  type OfferEventRow,
  type OfferGroup,
  offerEvents,
  ownedOffers,
  type SentOffer,
  sentOffers,
} from '../../store/offer/my-offers.ts';
import type { Caller, TradingContext } from '../../trading/context.ts';
import type { CursorQuery, Cursors } from '../edge/cursor.ts';
import { pageOf } from '../edge/pagination-shape.ts';
import { requireSerialized } from '../edge/response-check.ts';
import { type ApiApp, type ApiParts, callerIn, STATUSES } from '../edge/route-config.ts';
import { JSON_TYPE, sendJson, serializerOf } from '../edge/serialization.ts';
import { MyOffersAnswer, MyOffersQuery, VIEWS } from './my-offers-schemas.ts';
import { ownedText, sentText } from './my-offers-text.ts';
import { offerEventShape } from './shape.ts';

/** Groups, rows or events on a page. */
const PAGE = 25;
const serialize = {
  owned: serializerOf(VIEWS.owned),
  sent: serializerOf(VIEWS.sent),
  history: serializerOf(VIEWS.history),
};

/** GET /me/offers: the caller's inscription offers and counters, in three views. */
export function myOfferRoutes(app: ApiApp, { ctx, cursors, settings }: ApiParts): void {
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
      const answer = await viewOf(ctx, cursors, callerIn(request), { view, cursor });
      // The serializer of a union first compares the answer, field by field, with the schema of each view.
      if (typeof answer === 'object') return reply.type(JSON_TYPE).serializer(serialize.history).send(answer);
      if (settings.checkResponses) requireSerialized(answer, serialize[view]);
      return sendJson(reply, answer);
    },
  );
}

type View = keyof typeof VIEWS;

/** The response: as text where offers are kept as text. */
async function viewOf(
  ctx: TradingContext,
  cursors: Cursors,
  { profileId }: Caller,
  { view, cursor }: { view: View; cursor: string | undefined },
): Promise<string | Static<typeof VIEWS.history>> {
  const query = { route: 'my-offers', view, profileId };
  const after = cursor === undefined ? null : cursors.read(query, cursor);
  const now = ctx.clock.now();
  const wanted = { profileId, now, after, limit: PAGE + 1 };
  const about = <Row>(rows: readonly Row[], keyOf: (row: Row) => PageKey) =>
    cut(rows, { cursors, query, keyOf });
  const counts = await countMyOffers(ctx.db, profileId, now);
  if (view === 'owned') {
    const { page, ...more } = about(await ownedOffers(ctx.db, wanted), groupKey);
    return ownedText(page, { ...counts, ...more });
  }
  if (view === 'sent') {
    const { page, ...more } = about(await sentOffers(ctx.db, wanted), rowKey);
    return sentText(page, { ...counts, ...more });
  }
  const { page, ...more } = about(await offerEvents(ctx.db, wanted), eventKey);
  return { view, events: page.map(offerEventShape), ...counts, ...more };
}

const groupKey = ({ latestAt, inscriptionId }: OfferGroup): PageKey => [
  latestAt.toISOString(),
  inscriptionId,
];
const rowKey = ({ createdAt, id }: SentOffer): PageKey => [createdAt.toISOString(), id];
const eventKey = ({ occurredAt, offerId, eventType }: OfferEventRow): PageKey => [
  occurredAt.toISOString(),
  offerId,
  eventType,
];

function cut<Row>(
  rows: readonly Row[],
  how: { cursors: Cursors; query: CursorQuery; keyOf: (row: Row) => PageKey },
) {
  const { page, pagination } = pageOf(rows, PAGE, how);
  return { page, hasMore: pagination.hasNext, nextCursor: pagination.nextCursor };
}
