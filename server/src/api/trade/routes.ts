import { MyTrades, MyTradesQuery, TradeParams, TradeStory } from '@ordbook/api/trade/trade';
import { refuse } from '@ordbook/protocol/refusals';
import { type OwnTrade, ownTrades } from '../../store/trade/own-trades.ts';
import { explainTrade, isParty } from '../../trading/trade/story.ts';
import { pageOf } from '../edge/pagination-shape.ts';
import { type ApiApp, type ApiParts, callerIn, STATUSES } from '../edge/route-config.ts';
import { myTradeShape, storyShape } from './shape.ts';

/**
 * Beside the API, for the parties of trades: GET /my/trades, those of the caller, and GET /trades/{tradeId},
 * the story of one. A trade of others is 404, like one that does not exist.
 */
export function tradeRoutes(app: ApiApp, { ctx, cursors }: ApiParts): void {
  app.get(
    '/my/trades',
    {
      config: { bucket: 'reads', statuses: STATUSES.myTrades },
      schema: { hide: true, querystring: MyTradesQuery, response: { 200: MyTrades } },
    },
    async (request) => {
      const { limit = 50, cursor, open } = request.query;
      const { profileId } = callerIn(request);
      const query = { route: 'my-trades', profileId, open };
      const after = cursor === undefined ? null : cursors.read(query, cursor);
      const wanted = { profileId, now: ctx.clock.now(), isOpen: open !== undefined, after, limit: limit + 1 };
      const rows = await ownTrades(ctx.db, wanted);
      const keyOf = ({ createdAt, id }: OwnTrade) => [createdAt.toISOString(), id];
      const { page, pagination } = pageOf(rows, limit, { cursors, query, keyOf });
      return { trades: page.map(myTradeShape), pagination };
    },
  );
  app.get(
    '/trades/:tradeId',
    {
      config: { bucket: 'reads', statuses: STATUSES.trades },
      schema: { hide: true, params: TradeParams, response: { 200: TradeStory } },
    },
    async (request) => {
      const { tradeId } = request.params;
      const story = await explainTrade(ctx.db, tradeId, ctx.clock.now());
      if (!story || !(await isParty(ctx.db, callerIn(request).profileId, story)))
        refuse('not_found', `you are no party of a trade ${tradeId}`);
      return storyShape(story);
    },
  );
}
