import type { SpentCoins, TradingContext } from './context.ts';

/** Tells every flow of coins that were spent or touched, so that it looks again at its trades that depend on them. Retry-safe. */
export async function recheckCoins(ctx: TradingContext, spent: SpentCoins): Promise<void> {
  if (spent.outpoints.length === 0) return;
  for (const flow of ctx.flows) await flow.recheck?.(ctx, spent);
}
