import type { Static } from '@fastify/type-provider-typebox';
import type { MyTrades, TradeStory } from '@ordbook/api/trade/trade';
import type { OwnTrade } from '../../store/trade/own-trades.ts';
import type { ExplainedTrade } from '../../trading/trade/story.ts';
import { nameOf } from '../catalogue/inscription-shape.ts';

/** A story with its times in ISO 8601. */
export function storyShape(story: ExplainedTrade): Static<typeof TradeStory> {
  const { createdAt, expiresAt, moves, ...rest } = story;
  return {
    ...rest,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    moves: moves.map((move) => ({ ...move, at: move.at.toISOString() })),
  };
}

/** A trade of the caller in the list, with its times in ISO 8601. */
export function myTradeShape(trade: OwnTrade): Static<typeof MyTrades>['trades'][number] {
  const { createdAt, expiresAt, inscriptions, ...rest } = trade;
  return {
    ...rest,
    inscriptions: inscriptions.map(({ id, title, number }) => ({
      inscriptionId: id,
      name: nameOf(id, title, number),
    })),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}
