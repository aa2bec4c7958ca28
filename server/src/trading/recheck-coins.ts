import type { Flow, SpentCoins, TradingContext } from './context.ts';

/**
 * Makes flows check again their trades that depend on coins that were spent or touched. `flows`: default all.
 * Retry-safe.
 */
export async function recheckCoins(
  ctx: TradingContext,
  spent: SpentCoins,
  flows: readonly Flow[] = ctx.flows,
): Promise<void> {
  if (spent.outpoints.length === 0) return;
  for (const flow of flows) await flow.recheck?.(ctx, spent);
}
