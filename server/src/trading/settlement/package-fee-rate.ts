import type { TradingContext } from '../context.ts';

/**
 * The fee rate for a package built now, in whole sat/vB: the node's estimate within the operator's bounds,
 * never below the minimum of the node's mempool (`minimum`, sat/vB, unrounded).
 */
export async function packageFeeRate(
  ctx: Pick<TradingContext, 'chain' | 'settings'>,
): Promise<{ rate: number; minimum: number }> {
  const { minFeeRate, maxFeeRate, feeTargetBlocks } = ctx.settings;
  const { minimum, estimate } = await ctx.chain.feeRates(feeTargetBlocks);
  const wanted = Math.min(Math.ceil(estimate ?? minFeeRate), maxFeeRate);
  return { rate: Math.max(wanted, minFeeRate, Math.ceil(minimum)), minimum };
}
