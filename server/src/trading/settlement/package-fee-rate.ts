import { refuse } from '@ordbook/protocol/refusals';
import type { TradingContext } from '../context.ts';

type FeeContext = Pick<TradingContext, 'chain' | 'settings'>;

/** Of a package, in whole sat/vB, and the minimum of the node's mempool, sat/vB, unrounded. */
export interface PackageFeeRate {
  readonly rate: number;
  readonly minimum: number;
}

/**
 * The fee rate for a package built now: the node's estimate within the operator's bounds, never below the
 * minimum of the node's mempool. That may be more than signers sign.
 */
export async function packageFeeRate(ctx: FeeContext): Promise<PackageFeeRate> {
  const { minFeeRate, maxFeeRate, feeTargetBlocks } = ctx.settings;
  const { minimum, estimate } = await ctx.chain.feeRates(feeTargetBlocks);
  const wanted = Math.min(Math.ceil(estimate ?? minFeeRate), maxFeeRate);
  return { rate: Math.max(wanted, minFeeRate, Math.ceil(minimum)), minimum };
}

/** The same for a package that a party is asked to sign. Refuses 503 while it would be above `maxFeeRate`. */
export async function quotedFeeRate(ctx: FeeContext): Promise<PackageFeeRate> {
  const { maxFeeRate } = ctx.settings;
  const found = await packageFeeRate(ctx);
  if (found.rate > maxFeeRate)
    refuse(
      'mempool_busy',
      `the mempool minimum is ${found.minimum} sat/vB, and nothing is sent at more than ${maxFeeRate}; try again when fees are lower`,
    );
  return found;
}

/**
 * Refuses (409) a package that was quoted at `rate` sat/vB before the minimum rose above it. Stored, it would
 * bind its parties for as long as fees stay high.
 */
export function requireAboveMinimum(rate: number, minimum: number): void {
  if (rate < minimum)
    refuse(
      'stale',
      `the mempool minimum is ${minimum} sat/vB, above the ${rate} that was quoted; run the preflight again for a higher rate`,
    );
}

/** Refuses (503) a package of several transfers. Each must pass alone, and none pays the minimum. */
export function refuseSeveralParents(minimum: number): never {
  return refuse(
    'mempool_busy',
    `the mempool minimum is ${minimum} sat/vB, too high for a multi-listing package; buy one listing at a time`,
  );
}
