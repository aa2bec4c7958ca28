import type { Static } from '@fastify/type-provider-typebox';
import type { ExplainedTrade } from '../../trading/trade/story.ts';
import type { TradeStory } from './schema.ts';

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
