import type { SpentCoins, TradingContext } from './context.ts';

/** Makes every flow check again its trades that depend on coins that were spent or touched. Retry-safe. */
export async function recheckCoins(ctx: TradingContext, spent: SpentCoins): Promise<void> {
  if (spent.outpoints.length === 0) return;
  for (const flow of ctx.flows) await flow.recheck?.(ctx, spent);
}
