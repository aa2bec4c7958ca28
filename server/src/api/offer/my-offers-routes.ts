import type { PageKey } from '../../store/database/page-key.ts';
import {
  countMyOffers,
  type MyOfferRow,
  type OfferEventRow,
  type OfferGroup,
  offerEvents,
  ownedOffers,
  sentOffers,
} from '../../store/offer/my-offers.ts';
import type { Caller, TradingContext } from '../../trading/context.ts';
import type { CursorQuery, Cursors } from '../edge/cursor.ts';
import { pageOf } from '../edge/pagination-shape.ts';
import { type ApiApp, type ApiParts, callerIn, STATUSES } from '../edge/route-config.ts';
import { MyOffersAnswer, MyOffersQuery } from './my-offers-schemas.ts';
import { myOfferShape, offerEventShape, offerGroupShape } from './shape.ts';

/** Groups, rows or events on a page. */
const PAGE = 25;

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
    async (request) => viewOf(ctx, cursors, callerIn(request), request.query),
  );
}

async function viewOf(
  ctx: TradingContext,
  cursors: Cursors,
  { profileId }: Caller,
  { view = 'owned', cursor }: { view?: 'owned' | 'sent' | 'history'; cursor?: string },
) {
  const query = { route: 'my-offers', view, profileId };
  const after = cursor === undefined ? null : cursors.read(query, cursor);
  const now = ctx.clock.now();
  const wanted = { profileId, now, after, limit: PAGE + 1 };
  const about = <Row>(rows: readonly Row[], keyOf: (row: Row) => PageKey) =>
    cut(rows, { cursors, query, keyOf });
  const counts = await countMyOffers(ctx.db, profileId, now);
  if (view === 'owned') {
    const { page, ...more } = about(await ownedOffers(ctx.db, wanted), groupKey);
    return { view, groups: page.map(offerGroupShape), ...counts, ...more };
  }
  if (view === 'sent') {
    const { page, ...more } = about(await sentOffers(ctx.db, wanted), rowKey);
    return { view, rows: page.map((row) => myOfferShape(row, 'buyer')), ...counts, ...more };
  }
  const { page, ...more } = about(await offerEvents(ctx.db, wanted), eventKey);
  return { view, events: page.map(offerEventShape), ...counts, ...more };
}

const groupKey = ({ latestAt, inscriptionId }: OfferGroup): PageKey => [
  latestAt.toISOString(),
  inscriptionId,
];
const rowKey = ({ createdAt, id }: MyOfferRow): PageKey => [createdAt.toISOString(), id];
const eventKey = ({ occurredAt, id, eventType }: OfferEventRow): PageKey => [
  occurredAt.toISOString(),
  id,
  eventType,
];

function cut<Row>(
  rows: readonly Row[],
  how: { cursors: Cursors; query: CursorQuery; keyOf: (row: Row) => PageKey },
) {
  const { page, pagination } = pageOf(rows, PAGE, how);
  return { page, hasMore: pagination.hasNext, nextCursor: pagination.nextCursor };
}
