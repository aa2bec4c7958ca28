import { refuse } from '@ordbook/protocol/refusals';
import { explainTrade, isParty } from '../../trading/trade/story.ts';
import { type ApiApp, type ApiParts, callerIn, STATUSES } from '../edge/route-config.ts';
import { TradeParams, TradeStory } from './schema.ts';
import { storyShape } from './shape.ts';

/**
 * GET /trades/{tradeId}, beside the API: the story of a trade for its parties. A trade of others is 404, like
 * one that does not exist.
 */
export function tradeRoutes(app: ApiApp, { ctx }: ApiParts): void {
  app.get(
    '/trades/:tradeId',
    {
      config: { bucket: 'reads', statuses: STATUSES.trades },
      schema: { hide: true, params: TradeParams, response: { 200: TradeStory } },
    },
    async (request) => {
      const { tradeId } = request.params;
      const story = await explainTrade(ctx.db, tradeId);
      if (!story || !(await isParty(ctx.db, callerIn(request).profileId, story)))
        refuse('not_found', `you are no party of a trade ${tradeId}`);
      return storyShape(story);
    },
  );
}
